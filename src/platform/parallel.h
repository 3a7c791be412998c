// Loops on several threads of this machine. Between loops the threads soon sleep, and a loop waits for no thread that
// has not begun with it: beside other busy programs it takes as long as the cores that it gets need for it, while
// threads that wait for each other, each at its own share, would take many times as long.
#pragma once
#include <cstdint>
#include <functional>

namespace undine {

// Threads that can run at a time, on the cores that this process may use.
int machine_threads();

// Calls body(begin, end) for parts that cover [0, count), on at most that many threads, in any order; a part may be the
// whole. The body must not throw. One loop at a time has several threads: one within another, or of another thread at
// the same time, has its own.
void parallel_for(uint64_t count, int threads, const std::function<void(uint64_t begin, uint64_t end)>& body);

// The same with a function of one index.
template <class Work>
void parallel_each(uint64_t count, int threads, Work work) {
    parallel_for(count, threads, [&](uint64_t begin, uint64_t end) {
        for (uint64_t k = begin; k < end; ++k) work(k);
    });
}

}  // namespace undine
