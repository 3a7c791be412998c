#include "counters.h"

#include <cstdio>
#include <mutex>

namespace conditions {
namespace {

std::mutex mutex;

void print(std::FILE* out, const char* name, const Counters& counters) {
    std::fprintf(out, ", \"%s\": {", name);
    const char* separator = "";
#define UNDINE_COUNTER(name)                                                                               \
    std::fprintf(out, "%s\"" #name "\": %llu", separator, static_cast<unsigned long long>(counters.name)); \
    separator = ", ";
    UNDINE_COUNTERS(UNDINE_COUNTER)
#undef UNDINE_COUNTER
    std::fprintf(out, "}");
}

}  // namespace

void Counting::add(uint64_t Counters::*what, uint64_t much) {
    const std::scoped_lock lock(mutex);
    Counters& counters = frames_ <= 1 ? first_ : later_;
    counters.*what += much;
}

void Counting::end_frame() {
    const std::scoped_lock lock(mutex);
    ++frames_;
}

void Counting::write() const {
    if (file_.empty()) return;
    const std::scoped_lock lock(mutex);
    std::FILE* const out = std::fopen(file_.c_str(), "w");
    if (!out) return;
    std::fprintf(out, "{\"frames\": %llu", static_cast<unsigned long long>(frames_));
    print(out, "first", first_);
    print(out, "later", later_);
    std::fprintf(out, "}\n");
    std::fclose(out);
}

}  // namespace conditions
