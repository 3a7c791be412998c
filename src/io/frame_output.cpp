#include "io/frame_output.h"

#include "io/exr.h"
#include "io/png.h"
#include "platform/staged_file.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(Exit::bad_input, path.string() + ": " + what);
}

constexpr FileKind kPictures{"pictures", "water_%04d.png", is_own_png};
constexpr FileKind kLinearPictures{"pictures", "water_%04d.exr", is_own_exr};

}  // namespace

PictureSeries PictureSeries::in_folder(const fs::path& folder) {
    return PictureSeries(folder / "frame_%04d.png", kPictures);
}

PictureSeries PictureSeries::of_pattern(const fs::path& pattern) {
    return PictureSeries(pattern, pattern.extension() == ".exr" ? kLinearPictures : kPictures);
}

FrameOutput frame_output(const std::string& output, uint64_t pictures) {
    const fs::path path = output;
    std::error_code ignored;
    const std::string ending = path.extension().string();
    if (ending == ".mp4") {
        require_writable(path);
        return {FrameOutput::Kind::film, path, {}};
    }
    const bool linear = ending == ".exr";
    if ((ending == ".png" || linear) && !FileSeries::is_pattern(path)) {
        if (pictures > 1)
            refuse(path, "is one file for more than one picture; expected a pattern such as " + path.stem().string() +
                             "_%04d" + ending + ", a folder, or a film (.mp4)");
        require_writable(path);
        return {FrameOutput::Kind::picture, path, {}, linear};
    }
    const bool folder = ending.empty() || fs::is_directory(path, ignored);
    if (!folder && ending != ".png" && !linear)
        refuse(path,
               "has an extension that cannot be written; expected .png or .exr for a picture, _%04d.png or _%04d.exr "
               "for a "
               "series of them, .mp4 for a film, or a folder (no extension, or a slash at the end)");
    PictureSeries series = folder ? PictureSeries::in_folder(path) : PictureSeries::of_pattern(path);
    if (folder) require_folder_writable(path);
    else require_writable(series.at(0));
    series.require_free(pictures);
    return {FrameOutput::Kind::series, path, std::move(series), linear};
}

}  // namespace undine
