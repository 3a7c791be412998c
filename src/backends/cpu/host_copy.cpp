#include "backends/cpu/host_copy.h"

#include <cstring>
#include <memory>

#include "platform/parallel.h"
#include "platform/stopwatch.h"

namespace undine {

CopyTimes time_host_copies(int threads) {
    if (threads <= 0) threads = machine_threads();
    const std::unique_ptr<char[]> from(new char[kCopyBytes]), to(new char[kCopyBytes]);
    auto in_parts = [&](auto work) {
        parallel_for(kCopyBytes, threads, [&](uint64_t begin, uint64_t end) { work(begin, end - begin); });
    };
    // All threads first touch the pages, so that they are placed in memory near them.
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
