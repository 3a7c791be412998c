// Loops on several threads: every index once, whoever else has loops, and threads that sleep when there are none.
#include "platform/parallel.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace undine {
namespace {

bool each_once(const std::vector<std::atomic<int>>& seen) {
    return std::ranges::all_of(seen, [](const std::atomic<int>& n) { return n == 1; });
}

TEST(Parallel, EveryIndexComesOnce) {
    for (const uint64_t count : {0, 1, 2, 3, 31, 32, 33, 1000, 65537})
        for (const int threads : {1, 2, 3, 8, 64}) {
            std::vector<std::atomic<int>> seen(count);
            parallel_each(count, threads, [&](uint64_t k) { ++seen[k]; });
            EXPECT_TRUE(each_once(seen)) << count << " on " << threads;
        }
}

// Many short ones in a row, as a step's passes are: none begins before the one before it has ended.
TEST(Parallel, ALoopHasEndedWhenItReturns) {
    std::vector<uint32_t> values(4096, 0);
    for (uint32_t round = 0; round < 3000; ++round)
        parallel_each(values.size(), 4, [&](uint64_t k) { values[k] = values[k] == round ? round + 1 : 0; });
    EXPECT_EQ(std::ranges::count(values, 3000u), 4096);
}

TEST(Parallel, HasNoMoreThreadsThanItWasGiven) {
    parallel_each(1000, 16, [](uint64_t) {});  // there are more
    std::mutex mutex;
    std::set<std::thread::id> ids;
    for (int round = 0; round < 50; ++round)
        parallel_each(1000, 3, [&](uint64_t) {
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
        });
    EXPECT_LE(ids.size(), 3u);
    EXPECT_TRUE(ids.contains(std::this_thread::get_id()));
}

TEST(Parallel, LoopsWithinLoopsAndOfOtherThreadsAreWhole) {
    std::vector<std::atomic<int>> seen(64 * 64);
    parallel_each(64, 4, [&](uint64_t a) { parallel_each(64, 4, [&](uint64_t b) { ++seen[64 * a + b]; }); });
    EXPECT_TRUE(each_once(seen));
    std::vector<std::thread> threads;
    std::atomic<int> sum = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int round = 0; round < 200; ++round) parallel_each(100, 4, [&](uint64_t) { ++sum; });
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sum, 4 * 200 * 100);
}

// Seconds of all cores that this process has had.
double used() {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Whoever spins takes cores from those that work, of this program and of others.
TEST(Parallel, ThreadsWithoutWorkTakeNoTime) {
    parallel_each(100'000, 16, [](uint64_t) {});
    const double before = used();
    for (int k = 0; k < 10; ++k) {  // also between loops that come now and then
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        parallel_each(16, 16, [](uint64_t) {});
    }
    EXPECT_LT(used() - before, 0.1) << "of 0.3 s on each of up to 16 threads";
}

// A thread that is held up keeps only its own part: the others do the rest.
TEST(Parallel, AHeldUpThreadHoldsUpItsPartAlone) {
    std::atomic<int> done = 0;
    std::atomic<bool> held = false;
    parallel_for(64, 2, [&](uint64_t begin, uint64_t end) {
        if (!held.exchange(true))
            while (done < 60) std::this_thread::yield();  // until others have done nearly all
        done += int(end - begin);
    });
    EXPECT_EQ(done, 64);
}

TEST(Parallel, TheMachineHasThreads) { EXPECT_GE(machine_threads(), 1); }

}  // namespace
}  // namespace undine
