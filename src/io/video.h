// Video through the program ffmpeg: raw frames go into its standard input, H.264 comes out.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "platform/staged_file.h"

namespace undine {

// Frames a second as a ratio of whole numbers.
struct FrameRate {
    uint32_t numerator = 60, denominator = 1;
};

// 1 / (dt · substeps), dt being the shortest decimal that reads back as its float: 0.004 · 4 is 125/2, exactly.
FrameRate frame_rate(float dt, uint32_t substeps);

class VideoWriter {
  public:
    // Starts ffmpeg; it writes beside the destination. From here on the process ignores SIGPIPE: a dead ffmpeg is
    // an error of add(). Throws Error: bad_input for odd sizes (yuv420p halves them), if the place cannot be written
    // and if ffmpeg cannot be started.
    VideoWriter(const std::filesystem::path& path, uint32_t width, uint32_t height, FrameRate rate);
    ~VideoWriter();  // of an unfinished video: ends ffmpeg and leaves no file
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    // rgba: rows from top to bottom. Throws Error(bad_input) with ffmpeg's words if it has died.
    void add(std::span<const std::byte> rgba);

    // Waits for ffmpeg and gives the video its name. Throws Error(bad_input) if it failed.
    void finish();

  private:
    [[noreturn]] void fail();
    int wait();  // exit status, once

    StagedFile part_;
    int pipe_ = -1;    // ffmpeg's standard input
    int errors_ = -1;  // a nameless file with its standard error
    pid_t process_ = -1;
};

}  // namespace undine
