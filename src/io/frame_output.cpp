#include "io/frame_output.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "error.h"
#include "io/png.h"
#include "platform/staged_file.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(Exit::bad_input, path.string() + ": " + what);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

PictureSeries PictureSeries::in_folder(fs::path folder) {
    PictureSeries series;
    series.folder_ = std::move(folder);
    series.before_ = "frame_";
    series.after_ = ".png";
    return series;
}

PictureSeries PictureSeries::of_pattern(const fs::path& pattern) {
    const std::string name = pattern.filename().string();
    const size_t percent = name.find('%');
    size_t end = percent + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    const bool one_number =
        end < name.size() && name[end] == 'd' && name.find('%', end) == std::string::npos && end - percent <= 3;
    if (!one_number) refuse(pattern, "expected one number in the name of the pictures, as in water_%04d.png");
    PictureSeries series;
    series.folder_ = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
    series.before_ = name.substr(0, percent);
    series.after_ = name.substr(end + 1);
    series.digits_ = 0;
    std::from_chars(name.data() + percent + 1, name.data() + end, series.digits_);
    series.zeros_ = name[percent + 1] == '0';
    return series;
}

fs::path PictureSeries::at(uint64_t number) const {
    char text[128];
    std::snprintf(text, sizeof text, zeros_ ? "%0*llu" : "%*llu", digits_, static_cast<unsigned long long>(number));
    return folder_ / (before_ + text + after_);
}

std::optional<uint64_t> PictureSeries::number_of(const fs::path& file) const {
    const std::string name = file.filename().string();
    if (name.size() <= before_.size() + after_.size() || !name.starts_with(before_) || !name.ends_with(after_))
        return {};
    const char *begin = name.data() + before_.size(), *const end = name.data() + name.size() - after_.size();
    while (begin != end && *begin == ' ') ++begin;
    uint64_t number = 0;
    const auto [rest, error] = std::from_chars(begin, end, number);
    if (error != std::errc() || rest != end || at(number).filename() != file.filename()) return {};
    return number;
}

std::vector<fs::path> PictureSeries::pictures_from(uint64_t first) const {
    std::vector<fs::path> pictures;
    std::error_code error;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
        if (const auto number = number_of(entry->path()); number && *number >= first) pictures.push_back(entry->path());
    return pictures;
}

void PictureSeries::require_free(uint64_t count) const {
    for (const fs::path& picture : pictures_from(count))
        if (!is_own_png(picture))
            refuse(picture,
                   "was not made by this program and would be mixed with the new pictures; remove it or choose "
                   "another --output");
}

void PictureSeries::remove_old() const {
    std::error_code ignored;
    for (const fs::path& picture : pictures_from(0))
        if (is_own_png(picture)) fs::remove(picture, ignored);
}

FrameOutput frame_output(const std::string& output, uint64_t pictures) {
    const fs::path path = output;
    std::error_code ignored;
    const std::string ending = path.extension().string();
    if (ending == ".mp4") {
        require_writable(path);
        return {FrameOutput::Kind::film, path, {}};
    }
    if (ending == ".png" && path.filename().string().find('%') == std::string::npos) {
        if (pictures > 1)
            refuse(path, "is one file for more than one picture; expected a pattern such as " + path.stem().string() +
                             "_%04d.png, a folder, or a film (.mp4)");
        require_writable(path);
        return {FrameOutput::Kind::picture, path, {}};
    }
    const bool folder = ending.empty() || fs::is_directory(path, ignored);
    if (!folder && ending != ".png")
        refuse(path,
               "has an extension that cannot be written; expected .png for a picture, _%04d.png for a series of them, "
               ".mp4 for a film, or a folder (no extension, or a slash at the end)");
    PictureSeries series = folder ? PictureSeries::in_folder(path) : PictureSeries::of_pattern(path);
    if (folder) require_folder_writable(path);
    else require_writable(series.at(0));
    series.require_free(pictures);
    return {FrameOutput::Kind::series, path, std::move(series)};
}

}  // namespace undine
