#include "viewer/core/recorder.h"

#include <algorithm>

namespace undine {
namespace {

constexpr uint32_t kBytes = 4;  // of a pixel

uint32_t even(uint32_t pixels) { return pixels & ~1u; }

}  // namespace

std::vector<std::byte> even_picture(std::span<const std::byte> rgba, uint32_t width, uint32_t height) {
    std::vector<std::byte> pixels;
    pixels.reserve(size_t{kBytes} * even(width) * even(height));
    for (uint32_t row = 0; row < even(height); ++row) {
        const auto line = rgba.subspan(size_t{kBytes} * row * width, size_t{kBytes} * even(width));
        pixels.insert(pixels.end(), line.begin(), line.end());
    }
    return pixels;
}

Recorder::Recorder(Context& context, const std::filesystem::path& path, uint32_t width, uint32_t height, uint32_t slots)
    : path_(path),
      width_(width),
      height_(height),
      readback_(context, width, height, slots),
      writer_({{FrameOutput::Kind::film, path, {}}}, even(width), even(height), {kRate, 1}),
      waiting_(slots, kNone) {}

void Recorder::record(VkCommandBuffer commands, Image& picture, uint32_t slot) {
    readback_.record(commands, picture, slot);
    waiting_[slot] = recorded_++;
}

void Recorder::deliver(uint32_t slot) {
    if (waiting_[slot] == kNone) return;
    waiting_[slot] = kNone;
    if (width_ == even(width_) && height_ == even(height_)) writer_.add(readback_.pixels(slot));
    else writer_.add(even_picture(readback_.pixels(slot), width_, height_));
}

void Recorder::finish() {
    for (;;) {
        const auto next = std::ranges::min_element(waiting_);
        if (*next == kNone) break;
        deliver(static_cast<uint32_t>(next - waiting_.begin()));
    }
    writer_.finish();
}

}  // namespace undine
