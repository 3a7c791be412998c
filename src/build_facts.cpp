#include "build_facts.h"

namespace undine {
namespace {

std::string compiler_name() {
#ifdef __clang__
    return "Clang " __clang_version__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#else
    return {};
#endif
}

}  // namespace

BuildFacts build_facts() { return {kBuiltVersion, kBuiltCommit, UNDINE_BUILD_TYPE, compiler_name()}; }

}  // namespace undine
