// Writes the frames of a capture to pictures and films, in a thread of its own: encoding overlaps with what makes the
// next frames.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "io/frame_output.h"
#include "io/video.h"

namespace undine {

class FrameWriter {
  public:
    // rate: of films. Throws Error(bad_input) for what cannot be written.
    FrameWriter(std::vector<FrameOutput> outputs, uint32_t width, uint32_t height, FrameRate rate);
    ~FrameWriter();  // without finish(): what is queued is dropped, unfinished videos are removed

    // The next frame: RGBA, rows from top to bottom; copied. Waits while several are queued. Throws what went wrong
    // with an earlier one.
    void add(std::span<const std::byte> rgba);

    // Waits until every frame is written. Throws what went wrong.
    void finish();

  private:
    void work();
    void write(std::span<const std::byte> rgba, uint64_t number);
    void rethrow_locked();

    uint32_t width_, height_;
    std::vector<FrameOutput> outputs_;
    std::vector<std::unique_ptr<VideoWriter>> videos_;  // of the outputs that are films, in their order

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::vector<std::byte>> queue_;
    bool ending_ = false;
    std::exception_ptr error_;
    std::thread thread_;
};

}  // namespace undine
