// What this program was built from and how, as stated in reports and recordings.
#pragma once
#include <string>

namespace undine {

// Both written by cmake/Commit.cmake.

// By `git describe`: "0.2.0" of a tagged commit, "0.2.0+14.g2aba0e9" of the 14th after it, "0.1.0+g2aba0e9" where no
// tag is known, with ".dirty" (of a tagged commit "+dirty") if there were
// uncommitted changes; the bare version where the sources are no checkout. All are versions as Debian has them, too.
extern const char* const kBuiltVersion;

// "2aba0e9…", with "+dirty" appended if the checkout had uncommitted changes; "unknown" if the sources were not a
// checkout.
extern const char* const kBuiltCommit;

struct BuildFacts {
    std::string version, commit;
    std::string type;      // CMAKE_BUILD_TYPE, e.g. "Release"
    std::string compiler;  // "GCC 12.2.0"; empty for compilers other than Clang and GCC
};

BuildFacts build_facts();

}  // namespace undine
