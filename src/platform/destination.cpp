#include "platform/destination.h"

#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <system_error>

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr int kMostLinks = 40;  // as Linux has it

// The number N of /proc/PROCESS/fd/N; -1 if it is no such path.
int open_descriptor(const fs::path& folder, const std::string& name) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (error || real.filename() != "fd" || real.parent_path().parent_path() != "/proc") return -1;
    int number = -1;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
    return problem == std::errc() && end == name.data() + name.size() ? number : -1;
}

bool is_own(const fs::path& folder) {
    std::error_code error;
    return fs::canonical(folder, error) == "/proc/" + std::to_string(getpid()) + "/fd";
}

}  // namespace

Destination find_destination(const fs::path& given) {
    Destination d{given};
    std::error_code error;
    for (int links = 0; links < kMostLinks; ++links) {
        const fs::path folder = d.path.has_parent_path() ? d.path.parent_path() : fs::path(".");
        if (const int number = open_descriptor(folder, d.path.filename().string()); number >= 0) {
            d.in_place = true;
            if (is_own(folder)) d.descriptor = number;
            return d;
        }
        if (!fs::is_symlink(d.path, error)) break;
        const fs::path target = fs::read_symlink(d.path, error);
        if (error) break;
        d.path = folder / target;  // an absolute target replaces the folder
    }
    const fs::file_status status = fs::status(d.path, error);
    d.in_place = fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
    return d;
}

}  // namespace undine
