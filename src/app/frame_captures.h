// --renderdoc: frames that RenderDoc captures, of commands and the viewer.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gpu/commands.h"
#include "platform/renderdoc.h"

namespace undine {

struct RenderDocOptions {
    std::optional<std::string> frames;  // "12,40"; empty: RenderDoc is not asked for
    std::string folder = "out";
};

// The numbers of frames in "12,40", sorted. Throws Error(usage).
std::vector<uint64_t> read_frames(const std::string& text);

class FrameCaptures {
  public:
    // To be made before the first Instance. Throws Error: usage for frames that are no numbers, no_device if RenderDoc
    // is asked for and not installed, bad_input if the folder cannot be written.
    explicit FrameCaptures(const RenderDocOptions& options);

    bool available() const { return renderdoc_.has_value(); }
    bool capturing() const { return capturing_.has_value(); }  // between begin() and end() of a frame that is asked for

    // Whether the options ask for a frame of that number or above.
    bool awaits(uint64_t frame) const { return !frames_.empty() && frames_.back() >= frame; }

    // Throws Error(usage) if they ask for a frame that will not come.
    void require_within(uint64_t first, uint64_t last) const;

    // Brackets everything that a frame submits; its captures are FOLDER/SCENE-frame-12.rdc. Does nothing in frames that
    // nobody asked for. wanted: this one is asked for, whatever the options say. end() submits first; it returns the
    // capture's file, or an empty path. Throws Error like RenderDoc::end().
    void begin(Commands& commands, uint64_t frame, bool wanted = false);
    std::filesystem::path end(Commands& commands, const std::string& scene);

    // The files of all captures so far.
    const std::vector<std::string>& written() const { return written_; }

  private:
    std::filesystem::path folder_;
    std::vector<uint64_t> frames_;
    std::optional<RenderDoc> renderdoc_;
    std::optional<uint64_t> capturing_;
    std::vector<std::string> written_;
};

}  // namespace undine
