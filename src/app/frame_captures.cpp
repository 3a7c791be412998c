#include "app/frame_captures.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "platform/staged_file.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {

std::vector<uint64_t> read_frames(const std::string& text) {
    std::vector<uint64_t> frames;
    const char *at = text.data(), *const end = at + text.size();
    while (at != end) {
        const auto [after, error] = std::from_chars(at, end, frames.emplace_back());
        const bool more = after != end && *after == ',' && after + 1 != end;
        if (error != std::errc() || (after != end && !more))
            throw Error(Exit::usage,
                        "--renderdoc " + printable(text) + ": expected the numbers of frames, as in --renderdoc 12,40");
        at = more ? after + 1 : after;
    }
    std::ranges::sort(frames);
    return frames;
}

FrameCaptures::FrameCaptures(const RenderDocOptions& options)
    : folder_(options.folder),
      frames_(read_frames(options.frames.value_or(""))),
      renderdoc_(options.frames ? RenderDoc::load() : RenderDoc::started_from()) {
    if (!options.frames) return;
    std::error_code ignored;
    if (folder_ == RenderDocOptions{}.folder) std::filesystem::create_directory(folder_, ignored);
    require_folder_writable(folder_);
}

void FrameCaptures::require_within(uint64_t first, uint64_t last) const {
    for (const uint64_t frame : frames_)
        if (frame < first || frame > last)
            throw Error(Exit::usage, "--renderdoc " + std::to_string(frame) +
                                         ": there will be no such frame; expected " + std::to_string(first) + " to " +
                                         std::to_string(last));
}

void FrameCaptures::begin(Commands& commands, uint64_t frame, bool wanted) {
    if (!available() || !(wanted || std::ranges::binary_search(frames_, frame))) return;
    commands.submit();
    renderdoc_->begin();
    capturing_ = frame;
}

std::filesystem::path FrameCaptures::end(Commands& commands, const std::string& scene) {
    if (!capturing_) return {};
    commands.submit();
    const std::string name = scene + "-frame-" + std::to_string(*std::exchange(capturing_, std::nullopt));
    std::error_code ignored;
    std::filesystem::create_directory(folder_, ignored);
    const std::filesystem::path file = renderdoc_->end(folder_ / name);
    written_.push_back(file.string());
    return file;
}

}  // namespace undine
