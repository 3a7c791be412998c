#include "platform/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace undine {
namespace {

// The more, the less a thread that is interrupted amid a part delays the loop; each costs an atomic addition.
constexpr uint64_t kPartsPerThread = 16;

// Looks for work before a thread sleeps: the passes of a step follow each other faster than a thread wakes up.
constexpr int kLooks = 500;

void pause() {
#if defined(__x86_64__)
    _mm_pause();
#endif
}

// Waits until the word is no longer `old`.
void wait_for_change(const std::atomic<uint32_t>& word, uint32_t old) {
    for (int look = 0; look < kLooks; ++look) {
        if (word.load() != old) return;
        pause();
    }
    word.wait(old);
}

// Threads that live as long as the process. A loop is open while its first thread works; those that find it open are
// inside until there are no more parts. Each begins with its own share, which is in its core's caches since the loop
// before, and then takes parts of the others'.
class Workers {
  public:
    using Body = std::function<void(uint64_t, uint64_t)>;

    void run(uint64_t count, int threads, const Body& body) {
        if (threads <= 1 || count <= 1 || busy_.exchange(true)) return body(0, count);
        need(threads);
        body_ = &body;
        count_ = count;
        parts_ = std::min<uint64_t>(count, kPartsPerThread * uint64_t(threads));
        threads_ = threads;
        for (int t = 0; t < threads; ++t) shares_[t].next = first_part(t, threads);
        gate_ = kOpen;
        ++loop_;
        loop_.notify_all();
        work(0);
        for (uint32_t inside = gate_.fetch_and(~kOpen) & ~kOpen; inside > 0; inside = gate_.load())
            wait_for_change(gate_, inside);
        busy_ = false;
    }

  private:
    static constexpr uint32_t kOpen = 1u << 31;

    // A core writes its own without taking the line from another.
    struct alignas(64) Share {
        std::atomic<uint64_t> next;  // the first of its parts that nobody has taken
    };

    uint64_t first_part(int share, int shares) const { return parts_ * uint64_t(share) / uint64_t(shares); }

    void need(int threads) {
        if (threads <= made_) return;
        shares_ = std::make_unique<Share[]>(threads);
        for (; made_ < threads; ++made_)
            std::thread([this, own = made_, seen = loop_.load()] { live(own, seen); }).detach();
    }

    [[noreturn]] void live(int own, uint32_t seen) {
        for (;;) {
            wait_for_change(loop_, seen);
            seen = loop_.load();
            if (own >= threads_ || !enter()) continue;
            if (own < threads_) work(own);  // as before, unless the next loop has already begun
            if (gate_.fetch_sub(1) == 1) gate_.notify_all();
        }
    }

    bool enter() {
        uint32_t gate = gate_.load();
        while (gate & kOpen)
            if (gate_.compare_exchange_weak(gate, gate + 1)) return true;
        return false;
    }

    void work(int own) {
        const int shares = threads_;
        for (int k = 0; k < shares; ++k) {
            const int share = (own + k) % shares;
            const uint64_t end = first_part(share + 1, shares);
            for (uint64_t part; (part = shares_[share].next.fetch_add(1)) < end;)
                (*body_)(count_ * part / parts_, count_ * (part + 1) / parts_);
        }
    }

    std::atomic<bool> busy_ = false;
    std::atomic<uint32_t> loop_ = 0;  // the number of loops so far
    std::atomic<uint32_t> gate_ = 0;  // kOpen, and the number of threads inside
    std::atomic<int> threads_ = 1;    // that may be inside, the first one included
    int made_ = 1;                    // likewise
    // Of the loop: written while nobody is inside.
    std::unique_ptr<Share[]> shares_;
    const Body* body_ = nullptr;
    uint64_t count_ = 0, parts_ = 0;
};

}  // namespace

int machine_threads() {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) return std::max(1, CPU_COUNT(&cores));
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(uint64_t count, int threads, const std::function<void(uint64_t, uint64_t)>& body) {
    static Workers& workers = *new Workers;  // never destroyed: its threads end with the process
    workers.run(count, threads, body);
}

}  // namespace undine
