// What this program was built from, and how: what reports and recordings say of themselves.
#pragma once
#include <string>

namespace undine {

// "2aba0e9…", with "+dirty" where the checkout had changes; "unknown" outside of one. Written by cmake/Commit.cmake.
extern const char* const kBuiltCommit;

struct BuildFacts {
    std::string version, commit;
    std::string type;      // of CMake: "Release"
    std::string compiler;  // "GCC 12.2.0"; empty where it is another than Clang and GCC
};

BuildFacts build_facts();

}  // namespace undine
