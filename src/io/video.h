// Writes video through the program ffmpeg: raw frames go to its standard input, and it encodes them as H.264.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "platform/staged_file.h"

namespace undine {

// Frames per second as a ratio of whole numbers.
struct FrameRate {
    uint32_t numerator = 60, denominator = 1;
};

// 1 / (dt · substeps), with dt taken as the shortest decimal that reads back as the same float: for dt = 0.004 and 4
// sub-steps exactly 125/2.
FrameRate frame_rate(float dt, uint32_t substeps);

class VideoWriter {
  public:
    // Starts ffmpeg, which writes next to the destination. From here on the process ignores SIGPIPE, so that add() can
    // report a dead ffmpeg. Throws Error(bad_input) for odd sizes (yuv420p halves them), if the destination cannot be
    // written, and if ffmpeg cannot be started.
    VideoWriter(const std::filesystem::path& path, uint32_t width, uint32_t height, FrameRate rate);
    ~VideoWriter();  // without finish(), kills ffmpeg and leaves no file
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    // rgba: rows from top to bottom. Throws Error(bad_input) with ffmpeg's last message if it has died.
    void add(std::span<const std::byte> rgba);

    // Waits for ffmpeg and renames the video to its destination. Throws Error(bad_input) if ffmpeg failed or said
    // anything; no file is left then.
    void finish();

  private:
    [[noreturn]] void fail();
    std::string words() const;  // ffmpeg's last message; empty: none
    int wait();                 // closes the pipe, waits for ffmpeg and returns its wait status; 0 after the first call

    StagedFile part_;
    int pipe_ = -1;    // ffmpeg's standard input
    int errors_ = -1;  // an unlinked file that receives its standard error
    pid_t process_ = -1;
};

}  // namespace undine
