#include "recording/recording_folder.h"

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "platform/folders.h"
#include "platform/whole_file.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr const char *kManifest = "recording.json", *kChecksums = "checksums";
constexpr uint64_t kMostTextBytes = uint64_t{16} << 20;  // 100,000 steps and the text of a scene take a quarter of it
constexpr uint64_t kDeflateRatio = 1032;                 // zlib compresses nothing further than this

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(Exit::bad_input, path_text(path) + ": " + what);
}

bool is_step_file(const std::string& name) {
    if (!name.starts_with("step_") || !name.ends_with(".gz") || name.size() < 9 || name.size() > 30) return false;
    return std::all_of(name.begin() + 5, name.end() - 3, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_ours(const std::string& name) { return name == kManifest || name == kChecksums || is_step_file(name); }

// Whether it may be replaced: a folder that holds a recording's files and nothing else, or nothing at all.
bool is_replaceable(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(folder, error))) return false;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (!is_ours(entry.path().filename().string()) || !entry.is_regular_file(error)) return false;
    return !error;
}

// Absolute, and without a trailing slash: "out/" becomes "out".
fs::path normal(const fs::path& given) {
    const fs::path path = absolute_path(given);
    return path.has_filename() ? path : path.parent_path();
}

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

struct Checksum {
    uint32_t crc = 0;
    uint64_t bytes = 0;
    bool operator==(const Checksum&) const = default;
};

// Empty if there is no file or it cannot be read.
std::optional<Checksum> checksum_of(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    std::ifstream in(path, std::ios::binary);
    if (!in) return {};
    Checksum sum{static_cast<uint32_t>(crc32(0, nullptr, 0)), 0};
    char piece[1 << 16];
    while (in.read(piece, sizeof piece), in.gcount() > 0) {
        sum.crc = static_cast<uint32_t>(
            crc32(sum.crc, reinterpret_cast<const Bytef*>(piece), static_cast<uInt>(in.gcount())));
        sum.bytes += static_cast<uint64_t>(in.gcount());
    }
    if (!in.eof()) return {};
    return sum;
}

std::string line_of(const std::string& name, const Checksum& sum) {
    char text[64];
    std::snprintf(text, sizeof text, "%08x %llu ", sum.crc, static_cast<unsigned long long>(sum.bytes));
    return text + name + '\n';
}

std::string read_text(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error))
        refuse(path, "is missing; expected a folder that `undine compare --record` wrote, with all of its files");
    return read_whole_file(path, "a text that `undine compare --record` wrote", kMostTextBytes);
}

// Refuses unless every file that `checksums` names is present and unchanged. Returns the size of the steps' files,
// bytes.
uint64_t require_unchanged(const fs::path& folder) {
    const fs::path sums = folder / kChecksums;
    const std::string text = read_text(sums);
    if (!text.ends_with('\n')) refuse(sums, "ends early; expected a line for every file");
    std::istringstream lines(text);
    uint64_t step_bytes = 0, files = 0;
    std::set<std::string> names;
    for (std::string line; std::getline(lines, line); ++files) {
        const size_t at = line.rfind(' ');
        const std::string name = at == std::string::npos ? "" : line.substr(at + 1);
        if (!is_ours(name) || name == kChecksums)
            refuse(sums, "line " + std::to_string(files + 1) + " is '" + printable(line) +
                             "'; expected a CRC-32, a size and the name of a recording's file");
        if (!names.insert(name).second) refuse(sums, "names " + name + " twice");
        const auto found = checksum_of(folder / name);
        if (!found) refuse(folder / name, "is missing or cannot be read; " + std::string(kChecksums) + " names it");
        if (line_of(name, *found) != line + '\n')
            refuse(folder / name, "is not the file that was recorded: its checksum or size differs from the one in " +
                                      std::string(kChecksums) + "; copy it again");
        if (is_step_file(name)) step_bytes += found->bytes;
    }
    if (!names.contains(kManifest))
        refuse(sums, "does not name " + std::string(kManifest) + "; expected the checksum of every file");
    return step_bytes;
}

}  // namespace

void require_recordable(const fs::path& given) {
    const fs::path folder = normal(given);
    if (is_there(folder) && !is_replaceable(folder))
        refuse(given, "exists and is not a recording; expected a new or empty folder, or a recording to replace");
    require_folder_writable(given);
}

RecordingFolder::RecordingFolder(const fs::path& folder) : part_((require_recordable(folder), normal(folder))) {}

uint64_t RecordingFolder::commit(const Manifest& manifest) {
    write_file(part_.path() / kManifest, manifest_text(manifest));
    std::vector<std::string> names{kManifest};
    for (const uint64_t step : manifest.steps) names.push_back(step_file_name(step));
    std::string sums;
    uint64_t bytes = 0;
    for (const std::string& name : names) {
        const auto sum = checksum_of(part_.path() / name);
        if (!sum) refuse(part_.path() / name, "was written but cannot be read");
        sums += line_of(name, *sum);
        bytes += sum->bytes;
    }
    write_file(part_.path() / kChecksums, sums);
    part_.commit();
    return bytes + sums.size();
}

Manifest open_recording(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error))
        refuse(folder, "is not a recording; expected a folder that `undine compare --record` wrote");
    const uint64_t step_bytes = require_unchanged(folder);
    const fs::path file = folder / kManifest;
    Manifest manifest = parse_manifest(read_text(file), file.string());
    for (const uint64_t step : manifest.steps)
        if (!fs::is_regular_file(folder / step_file_name(step), error))
            refuse(folder / step_file_name(step), "is missing; the manifest names step " + std::to_string(step));
    // A step file holds nearly every array; the scratch of the sort, which it lacks, is smaller than what it holds.
    if (memory_needed(manifest.extents) > 2 * kDeflateRatio * step_bytes)
        refuse(file, "names arrays of " + std::to_string(memory_needed(manifest.extents) >> 20) +
                         " MiB, which its files of " + std::to_string(step_bytes) + " bytes cannot hold");
    return manifest;
}

}  // namespace undine
