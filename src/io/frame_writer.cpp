#include "io/frame_writer.h"

#include <unistd.h>

#include <cstdio>

#include "error.h"
#include "io/png.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr size_t kMostQueued = 4;  // frames; more would only hold memory, the slower side sets the pace

void make_directory(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (!fs::is_directory(path, error) || access(path.c_str(), W_OK) != 0)
        throw Error(Exit::bad_input, path.string() +
                                         ": frames cannot be written there; expected a directory that can be "
                                         "made and written, or a file name ending in .mp4");
}

void require_video_place(const fs::path& path) {
    std::error_code error;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    const fs::path directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (fs::is_directory(path, error))
        throw Error(Exit::bad_input, path.string() + ": is a directory; expected the name of a video");
    if (access(directory.c_str(), W_OK) != 0 || (fs::exists(path, error) && access(path.c_str(), W_OK) != 0))
        throw Error(Exit::bad_input, path.string() + ": cannot be written; choose a place where you may write");
}

}  // namespace

FrameWriter::FrameWriter(const std::vector<std::string>& outputs, uint32_t width, uint32_t height, FrameRate rate)
    : width_(width), height_(height) {
    for (const fs::path path : outputs) {
        if (path.extension() == ".mp4") {
            require_video_place(path);
            videos_.push_back(std::make_unique<VideoWriter>(path, width, height, rate));
        } else {
            make_directory(path);
            directories_.push_back(path);
        }
    }
    thread_ = std::thread([this] { work(); });
}

FrameWriter::~FrameWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        queue_.clear();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void FrameWriter::add(std::span<const std::byte> rgba) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return error_ || queue_.size() < kMostQueued; });
    rethrow_locked();
    queue_.emplace_back(rgba.begin(), rgba.end());
    changed_.notify_all();
}

void FrameWriter::finish() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
    rethrow_locked();  // the thread is gone
    for (auto& video : videos_) video->finish();
}

void FrameWriter::rethrow_locked() {
    if (error_) std::rethrow_exception(error_);
}

void FrameWriter::work() {
    for (uint64_t number = 0;; ++number) {
        std::vector<std::byte> frame;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ending_ || !queue_.empty(); });
            if (queue_.empty()) return;
            frame = std::move(queue_.front());
            queue_.pop_front();
        }
        changed_.notify_all();
        try {
            write(frame, number);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            error_ = std::current_exception();
            changed_.notify_all();
            return;
        }
    }
}

void FrameWriter::write(std::span<const std::byte> rgba, uint64_t number) {
    char name[32];
    std::snprintf(name, sizeof name, "frame_%04llu.png", static_cast<unsigned long long>(number));
    for (auto& video : videos_) video->add(rgba);
    for (const fs::path& directory : directories_) write_png(directory / name, rgba, width_, height_);
}

}  // namespace undine
