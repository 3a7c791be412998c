#include "io/video.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "platform/folders.h"
#include "undine/error.h"

extern char** environ;

namespace undine {
namespace {

std::vector<std::string> ffmpeg_arguments(const std::string& output, uint32_t width, uint32_t height, FrameRate rate) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    const std::string fps = std::to_string(rate.numerator) + "/" + std::to_string(rate.denominator);
    return {"ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgba",
            "-video_size", size, "-framerate", fps, "-i", "pipe:0",
            // Also given for the output: otherwise ffmpeg drops frames to stay below 240 per second.
            "-r", fps,
            // Players assume BT.601 for small pictures unless told; frames are sRGB, which has the primaries of BT.709.
            "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries", "bt709",
            "-color_trc", "bt709", "-c:v", "libx264", "-preset", "medium", "-crf", "17", "-pix_fmt", "yuv420p",
            "-movflags", "+faststart", "-f", "mp4", output};
}

// An unlinked temporary file for ffmpeg's error output; -1 if it cannot be created, and the output is then lost.
int nameless_file() {
    std::string name = (temporary_folder() / "undine-ffmpeg-XXXXXX").string();
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) unlink(name.c_str());
    return file;
}

}  // namespace

FrameRate frame_rate(float dt, uint32_t substeps) {
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, dt).ptr;
    double decimal = 0;
    std::from_chars(text, end, decimal);
    const double wanted = 1 / (decimal * substeps);
    // Continued fraction: the simplest ratio that agrees to within the precision of a double.
    uint64_t n0 = 0, d0 = 1, n1 = 1, d1 = 0;
    double rest = wanted;
    for (int k = 0; k < 20; ++k) {
        const auto whole = static_cast<uint64_t>(rest);
        const uint64_t n2 = whole * n1 + n0, d2 = whole * d1 + d0;
        if (n2 > 1'000'000'000 || d2 > 1'000'000) break;
        n0 = n1, d0 = d1, n1 = n2, d1 = d2;
        if (std::abs(double(n1) / double(d1) - wanted) < 1e-12 * wanted) break;
        rest = 1 / (rest - double(whole));
    }
    return {static_cast<uint32_t>(n1), static_cast<uint32_t>(d1)};
}

VideoWriter::VideoWriter(const std::filesystem::path& path, uint32_t width, uint32_t height, FrameRate rate)
    : part_(path) {
    if (width % 2 != 0 || height % 2 != 0)
        throw Error(Exit::bad_input, path.string() + ": a video needs an even width and height, not " +
                                         std::to_string(width) + "x" + std::to_string(height) +
                                         "; change --size or write a directory of frames");
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error(Exit::bad_input,
                    path.string() + ": no pipe to ffmpeg could be created (" + std::strerror(errno) + ")");
    errors_ = nameless_file();

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (errors_ >= 0) posix_spawn_file_actions_adddup2(&files, errors_, STDERR_FILENO);
    // ffmpeg gets its own process group: Ctrl-C in a terminal must reach only this program, which then ends the film.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    auto arguments = ffmpeg_arguments(part_.path().string(), width, height, rate);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const int error = posix_spawnp(&process_, "ffmpeg", &files, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    close(ends[0]);
    pipe_ = ends[1];
    if (error == 0) return;
    process_ = -1;
    close(pipe_);
    if (errors_ >= 0) close(errors_);
    throw Error(Exit::bad_input, path.string() +
                                     ": videos are encoded by the program ffmpeg, which could not be started (" +
                                     std::strerror(error) + "); install it or write a directory of frames");
}

VideoWriter::~VideoWriter() {
    if (process_ > 0) kill(process_, SIGKILL);
    wait();
    if (errors_ >= 0) close(errors_);
}

void VideoWriter::add(std::span<const std::byte> rgba) {
    while (!rgba.empty()) {
        const ssize_t written = write(pipe_, rgba.data(), rgba.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail();
        rgba = rgba.subspan(static_cast<size_t>(written));
    }
}

// On a full disk, ffmpeg may end with success and a file without its index: any message is a failure, too.
void VideoWriter::finish() {
    if (wait() != 0 || !words().empty()) fail();
    part_.commit();
}

int VideoWriter::wait() {
    if (pipe_ >= 0) close(pipe_);  // end of input: ffmpeg completes the file
    pipe_ = -1;
    if (process_ <= 0) return 0;
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {}
    process_ = -1;
    return status;
}

std::string VideoWriter::words() const {
    std::string words;
    char buffer[512];
    if (errors_ >= 0 && lseek(errors_, 0, SEEK_SET) == 0)
        for (ssize_t n; (n = read(errors_, buffer, sizeof buffer)) > 0;) words.append(buffer, static_cast<size_t>(n));
    while (!words.empty() && words.back() == '\n') words.pop_back();
    const size_t line = words.rfind('\n');
    return line == std::string::npos ? words : words.substr(line + 1);
}

void VideoWriter::fail() {
    wait();
    const std::string last = words();
    throw Error(Exit::bad_input, part_.destination().string() + ": ffmpeg failed" +
                                     (last.empty() ? " without an error message" : ": " + last) +
                                     "; no video was written");
}

}  // namespace undine
