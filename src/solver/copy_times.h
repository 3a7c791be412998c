// How long a device takes to copy memory: the yardstick for the memory traffic of its passes.
#pragma once
#include <cstdint>
#include <vector>

namespace undine {

inline constexpr uint64_t kCopyBytes = uint64_t{256} << 20;  // several times the largest cache known (an H200's 60 MB)
inline constexpr int kCopyRuns = 7;                          // after an untimed one that touches the pages

struct CopyTimes {
    uint64_t bytes = 0;           // copied by each run: read once and written once
    std::vector<double> seconds;  // one per run
};

}  // namespace undine
