#include "io/file_series.h"

#include <charconv>
#include <cstdio>

#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(Exit::bad_input, path.string() + ": " + what);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool FileSeries::is_pattern(const fs::path& path) { return path.filename().string().find('%') != std::string::npos; }

FileSeries::FileSeries(const fs::path& pattern, const FileKind& kind) : kind_(kind) {
    const std::string name = pattern.filename().string();
    const size_t percent = name.find('%');
    size_t end = percent + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    const bool one_number =
        end < name.size() && name[end] == 'd' && name.find('%', end) == std::string::npos && end - percent <= 3;
    if (percent == std::string::npos || !one_number)
        refuse(pattern,
               std::string("expected one number in the name of the ") + kind.plural + ", as in " + kind.example);
    folder_ = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
    before_ = name.substr(0, percent);
    after_ = name.substr(end + 1);
    std::from_chars(name.data() + percent + 1, name.data() + end, digits_);
    zeros_ = name[percent + 1] == '0';
}

fs::path FileSeries::at(uint64_t number) const {
    char text[128];
    std::snprintf(text, sizeof text, zeros_ ? "%0*llu" : "%*llu", digits_, static_cast<unsigned long long>(number));
    return folder_ / (before_ + text + after_);
}

std::optional<uint64_t> FileSeries::number_of(const fs::path& file) const {
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

std::vector<fs::path> FileSeries::files_from(uint64_t first) const {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
        if (const auto number = number_of(entry->path()); number && *number >= first) files.push_back(entry->path());
    return files;
}

void FileSeries::require_free(uint64_t count) const {
    for (const fs::path& file : files_from(count))
        if (!kind_.is_own(file))
            refuse(file, std::string("was not made by this program and would be mixed with the new ") + kind_.plural +
                             "; remove it or choose another destination");
}

void FileSeries::remove_old() const {
    std::error_code ignored;
    for (const fs::path& file : files_from(0))
        if (kind_.is_own(file)) fs::remove(file, ignored);
}

}  // namespace undine
