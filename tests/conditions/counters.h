// What a program asks of a device, counted: in all, and in frames, which end when an image is presented.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

namespace conditions {

// One line each: X(name).
#define UNDINE_COUNTERS(X)       \
    X(submissions)               \
    X(fence_waits)               \
    X(pipelines)                 \
    X(allocations)               \
    X(dispatches)                \
    X(draws)                     \
    X(barriers)                  \
    X(timestamps)                \
    X(statistics_queries)        \
    X(queries_reset_in_commands) \
    X(queries_reset_by_host)     \
    X(bytes_copied_to_host)

struct Counters {
#define UNDINE_COUNTER(name) uint64_t name = 0;
    UNDINE_COUNTERS(UNDINE_COUNTER)
#undef UNDINE_COUNTER
};

// Thread-safe.
class Counting {
  public:
    explicit Counting(std::string file) : file_(std::move(file)) {}

    void add(uint64_t Counters::*what, uint64_t much = 1);
    void end_frame();

    // Writes {"frames": N, "first": {…}, "later": {…}}, of the first two frames with all before them and of those after
    // them; does nothing without a file.
    void write() const;

  private:
    std::string file_;
    Counters first_, later_;  // until the second frame ends: the viewer's first is empty, its second makes most objects
    uint64_t frames_ = 0;
};

}  // namespace conditions
