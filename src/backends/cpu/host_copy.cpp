#include "backends/cpu/host_copy.h"

#include <omp.h>

#include <cstring>
#include <memory>

#include "platform/stopwatch.h"

namespace undine {

CopyTimes time_host_copies(int threads) {
    if (threads <= 0) threads = omp_get_num_procs();
    const std::unique_ptr<char[]> from(new char[kCopyBytes]), to(new char[kCopyBytes]);
    auto in_parts = [&](auto work) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int t = 0; t < threads; ++t) {
            const uint64_t begin = kCopyBytes * t / threads;
            work(begin, kCopyBytes * (t + 1) / threads - begin);
        }
    };
    // Each thread first touches its own pages, so that they are placed in the memory nearest to it.
    in_parts([&](uint64_t begin, uint64_t bytes) { std::memset(&from[begin], 1, bytes); });
    CopyTimes times{kCopyBytes, {}};
    for (int run = 0; run <= kCopyRuns; ++run) {
        const Stopwatch watch;
        in_parts([&](uint64_t begin, uint64_t bytes) { std::memcpy(&to[begin], &from[begin], bytes); });
        if (run > 0) times.seconds.push_back(watch.ms() / 1e3);
    }
    return times;
}

}  // namespace undine
