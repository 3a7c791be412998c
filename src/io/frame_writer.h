// Writes the frames of a capture to pictures and films in its own thread, so that encoding overlaps with making the
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
    // outputs: all linear, or none. rate: frame rate of films. first: number of the first frame; if it is not 0, the
    // pictures of an earlier capture stay. Throws Error(bad_input) for outputs that cannot be written.
    FrameWriter(std::vector<FrameOutput> outputs, uint32_t width, uint32_t height, FrameRate rate, uint64_t first = 0);
    ~FrameWriter();  // without finish(), drops queued frames and removes unfinished videos

    // Queues a copy of the next frame: RGBA of 8 bits, or half floats if the outputs are linear; rows from top to
    // bottom. Waits while the queue is full. Throws the error of an earlier frame, if there was one.
    void add(std::span<const std::byte> pixels);

    // Waits until the frames so far have been written. Throws the first error, if there was one.
    void flush();

    // What it did when, in the order of beginning: "PNG", "EXR", "film". To be called after finish().
    struct Span {
        const char* name;
        uint64_t picture;
        int64_t begin, end;  // ns, on the clock of Trace::now()
    };
    const std::vector<Span>& spans() const { return spans_; }

    // The same, after the last one. Throws the first error, if there was one.
    void finish();

  private:
    void work();
    void write(std::span<const std::byte> pixels, uint64_t number);
    void rethrow_locked();

    uint32_t width_, height_;
    std::vector<FrameOutput> outputs_;
    std::vector<std::unique_ptr<VideoWriter>> videos_;  // for the outputs that are films, in order

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::vector<std::byte>> queue_;
    bool ending_ = false, writing_ = false;
    uint64_t first_;
    std::exception_ptr error_;
    std::vector<Span> spans_;  // of the thread
    std::thread thread_;
};

}  // namespace undine
