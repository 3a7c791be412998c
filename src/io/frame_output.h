// What a capture's --output names: a film, a picture, or a numbered series of pictures.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "io/file_series.h"

namespace undine {

// FOLDER/frame_0000.png and so on, or the pictures of a pattern: FOLDER/water_%03d.png, or .exr.
class PictureSeries : public FileSeries {
  public:
    // folder: need not exist; the first picture creates it. pattern: its last component has one %d, %3d or %03d.
    static PictureSeries in_folder(const std::filesystem::path& folder);
    static PictureSeries of_pattern(const std::filesystem::path& pattern);

  private:
    using FileSeries::FileSeries;
};

struct FrameOutput {
    enum class Kind { film, picture, series } kind;
    std::filesystem::path path;           // as given
    std::optional<PictureSeries> series;  // only for Kind::series
    bool linear = false;                  // OpenEXR: half floats of linear light; else 8 bits of sRGB
};

// NAME.mp4: a film; NAME.png or NAME.exr: a single picture; NAME_%04d.png or .exr: a series; a name that has no
// extension, ends in a slash or is an existing folder: frame_0000.png and so on in that folder. `pictures` is the most
// there will be. Throws Error(bad_input) for other extensions, for several pictures under one name, and for an
// unwritable destination.
FrameOutput frame_output(const std::string& output, uint64_t pictures);

}  // namespace undine
