// What this program was built from and how, as stated in reports and recordings.
#pragma once
#include <string>

namespace undine {

// "2aba0e9…", with "+dirty" appended if the checkout had uncommitted changes; "unknown" if the sources were not a
// checkout. Written by cmake/Commit.cmake.
extern const char* const kBuiltCommit;

struct BuildFacts {
    std::string version, commit;
    std::string type;      // CMAKE_BUILD_TYPE, e.g. "Release"
    std::string compiler;  // "GCC 12.2.0"; empty for compilers other than Clang and GCC
};

BuildFacts build_facts();

}  // namespace undine
