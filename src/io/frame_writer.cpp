#include "io/frame_writer.h"

#include <cstring>

#include "io/exr.h"
#include "io/png.h"
#include "platform/trace.h"

namespace undine {
namespace {

constexpr size_t kMostQueued = 4;  // frames; more would only take memory, since the slower side sets the pace

// RGB of RGBA, half floats.
std::vector<std::byte> without_alpha(std::span<const std::byte> rgba) {
    constexpr size_t kFrom = 8, kTo = 6;  // bytes a pixel
    std::vector<std::byte> rgb(rgba.size() / kFrom * kTo);
    for (size_t p = 0; p < rgba.size() / kFrom; ++p) std::memcpy(&rgb[p * kTo], &rgba[p * kFrom], kTo);
    return rgb;
}

}  // namespace

FrameWriter::FrameWriter(std::vector<FrameOutput> outputs, uint32_t width, uint32_t height, FrameRate rate,
                         uint64_t first)
    : width_(width), height_(height), outputs_(std::move(outputs)), first_(first) {
    for (const FrameOutput& output : outputs_)
        if (output.kind == FrameOutput::Kind::film)
            videos_.push_back(std::make_unique<VideoWriter>(output.path, width, height, rate));
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

void FrameWriter::add(std::span<const std::byte> pixels) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return error_ || queue_.size() < kMostQueued; });
    rethrow_locked();
    queue_.emplace_back(pixels.begin(), pixels.end());
    changed_.notify_all();
}

void FrameWriter::flush() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return error_ || (queue_.empty() && !writing_); });
    rethrow_locked();
}

void FrameWriter::finish() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
    rethrow_locked();              // needs no lock: the thread has ended
    for (auto& video : videos_) {  // each, even if one fails
        try {
            video->finish();
        } catch (...) {
            if (!error_) error_ = std::current_exception();
        }
    }
    rethrow_locked();
}

void FrameWriter::rethrow_locked() {
    if (error_) std::rethrow_exception(error_);
}

void FrameWriter::work() {
    for (uint64_t number = first_;; ++number) {
        std::vector<std::byte> frame;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ending_ || !queue_.empty(); });
            if (queue_.empty()) return;
            frame = std::move(queue_.front());
            queue_.pop_front();
            writing_ = true;
        }
        changed_.notify_all();
        try {
            write(frame, number);
            const std::lock_guard lock(mutex_);
            writing_ = false;
            changed_.notify_all();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            error_ = std::current_exception();
            changed_.notify_all();
            return;
        }
    }
}

void FrameWriter::write(std::span<const std::byte> pixels, uint64_t number) {
    const auto timed = [&](const char* name, auto work) {
        const int64_t begin = Trace::now();
        work();
        spans_.push_back({name, number, begin, Trace::now()});
    };
    for (auto& video : videos_) timed("film", [&] { video->add(pixels); });
    for (const FrameOutput& output : outputs_) {
        if (output.kind == FrameOutput::Kind::film) continue;
        if (output.series && number == first_) {
            std::error_code ignored;  // writing the first picture reports what is wrong
            std::filesystem::create_directories(output.series->folder(), ignored);
            if (number == 0) output.series->remove_old();
        }
        const std::filesystem::path file = output.series ? output.series->at(number) : output.path;
        if (output.linear)
            timed("EXR", [&] { write_exr(file, ExrType::half, 3, width_, height_, without_alpha(pixels)); });
        else timed("PNG", [&] { write_png(file, pixels, width_, height_); });
    }
}

}  // namespace undine
