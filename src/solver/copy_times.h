// How long a device takes to copy memory: what the traffic of its passes is held against.
#pragma once
#include <cstdint>
#include <vector>

namespace undine {

inline constexpr uint64_t kCopyBytes = uint64_t{256} << 20;  // several times the largest cache known (an H200's 60 MB)
inline constexpr int kCopyRuns = 7;                          // behind one that touches the pages

struct CopyTimes {
    uint64_t bytes = 0;           // copied each time: read once and written once
    std::vector<double> seconds;  // of each copy
};

}  // namespace undine
