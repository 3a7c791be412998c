// For which processors the CPU backend's tuned passes (batched_passes.h) are compiled, chosen at run time: the best
// that the processor has, or one that is asked for. All give the same bits, because the build turns floating-point
// contraction off and the order of every sum is written out.
#pragma once
#include <string>
#include <string_view>
#include <vector>

// X(NAME, ATTRIBUTE, …): from the least to the best; any processor has the first. ATTRIBUTE compiles a function for it.
#if defined(__x86_64__) && defined(__linux__)
#define UNDINE_INSTRUCTION_SETS(X, ...)                     \
    X(sse2, , __VA_ARGS__)                                  \
    X(avx2, [[gnu::target("arch=x86-64-v3")]], __VA_ARGS__) \
    X(avx512, [[gnu::target("arch=x86-64-v4")]], __VA_ARGS__)
#elif defined(__aarch64__)
#define UNDINE_INSTRUCTION_SETS(X, ...) X(neon, , __VA_ARGS__)
#else
#define UNDINE_INSTRUCTION_SETS(X, ...) X(generic, , __VA_ARGS__)
#endif

namespace undine {

enum class InstructionSet {
#define SET(name, ...) name,
    UNDINE_INSTRUCTION_SETS(SET)
#undef SET
};

const char* instruction_set_name(InstructionSet set);

// Those that this processor has, from the least to the best: never empty.
std::vector<InstructionSet> instruction_sets();

std::vector<std::string> instruction_set_names();  // of those

// The one of that name. Throws Error(usage) if this processor has none; `option`, which has the name, is named then.
InstructionSet find_instruction_set(std::string_view name, std::string_view option);

}  // namespace undine
