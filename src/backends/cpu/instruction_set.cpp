#include "backends/cpu/instruction_set.h"

#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr const char* kNames[] = {
#define SET(name, ...) #name,
    UNDINE_INSTRUCTION_SETS(SET)
#undef SET
};

// Of x86-64-v3 and -v4 the features that a system could lack by itself; processors have the rest with them.
bool supported([[maybe_unused]] InstructionSet set) {
#if defined(__x86_64__) && defined(__linux__)
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
    if (set == InstructionSet::avx2) return v3;
    if (set == InstructionSet::avx512)
        return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return true;
}

}  // namespace

const char* instruction_set_name(InstructionSet set) { return kNames[static_cast<size_t>(set)]; }

std::vector<InstructionSet> instruction_sets() {
    std::vector<InstructionSet> sets;
    for (size_t k = 0; k < std::size(kNames); ++k)
        if (const auto set = static_cast<InstructionSet>(k); supported(set)) sets.push_back(set);
    return sets;
}

std::vector<std::string> instruction_set_names() {
    std::vector<std::string> names;
    for (const InstructionSet set : instruction_sets()) names.emplace_back(instruction_set_name(set));
    return names;
}

InstructionSet find_instruction_set(std::string_view name, std::string_view option) {
    for (const InstructionSet set : instruction_sets())
        if (instruction_set_name(set) == name) return set;
    throw Error(Exit::usage,
                printable(std::string(option)) + ": this processor has no such instruction set; expected " +
                    list_text(instruction_set_names(), "or") + " after the colon, or cpu alone for the best");
}

}  // namespace undine
