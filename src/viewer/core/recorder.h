// A video of what the window shows, without the panel: every frame, in order.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "io/frame_writer.h"
#include "render/frame_readback.h"

namespace undine {

// A picture's pixels without its last row or column if their number is odd: videos halve the resolution of colour.
std::vector<std::byte> even_picture(std::span<const std::byte> rgba, uint32_t width, uint32_t height);

class Recorder {
  public:
    static constexpr uint32_t kRate = 60;  // frames a second

    // Starts ffmpeg. slots: frames in flight. Throws Error(bad_input) if there is no ffmpeg or the file cannot be
    // written.
    Recorder(Context& context, const std::filesystem::path& path, uint32_t width, uint32_t height, uint32_t slots);

    // Records the copy of a frame's picture. The frame that used the slot last must have been delivered.
    void record(VkCommandBuffer commands, Image& picture, uint32_t slot);

    // Passes the slot's frame to ffmpeg, if there is one; it must have been executed. Waits while ffmpeg is behind.
    // Throws Error(bad_input) if ffmpeg has died.
    void deliver(uint32_t slot);

    // Delivers the rest in order, all of which must have been executed, and waits until the video is complete. Throws
    // like deliver().
    void finish();

    const std::filesystem::path& path() const { return path_; }
    uint64_t frames() const { return recorded_; }

  private:
    static constexpr uint64_t kNone = ~uint64_t{0};

    std::filesystem::path path_;
    uint32_t width_, height_;
    FrameReadback readback_;
    FrameWriter writer_;
    std::vector<uint64_t> waiting_;  // by slot: the number of its frame, or kNone
    uint64_t recorded_ = 0;
};

}  // namespace undine
