#include "platform/cache_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "platform/staged_file.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'U', 'N', 'D', 'I', 'N', 'E', 'C', '1'};

// The start of a file; key and blob follow.
struct FileHeader {
    std::array<char, 8> magic = kMagic;
    uint64_t key_bytes = 0, blob_bytes = 0;
    uint64_t checksum = 0;  // of key and blob
};
static_assert(sizeof(FileHeader) == 32, "no padding, since the header is written as it lies in memory");

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

}  // namespace

fs::path cache_directory() {
    if (const char* base = std::getenv("XDG_CACHE_HOME"); base && *base == '/') return fs::path(base) / "undine";
    if (const char* home = std::getenv("HOME"); home && *home == '/') return fs::path(home) / ".cache" / "undine";
    return {};
}

uint64_t hash_of(std::span<const std::byte> bytes, uint64_t hash) {
    for (const std::byte b : bytes) hash = (hash ^ static_cast<uint64_t>(b)) * 1099511628211u;
    return hash;
}

std::vector<std::byte> read_cache_file(const fs::path& file, std::string_view key) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return {};
    const uint64_t size = fs::file_size(file, error);
    std::ifstream in(file, std::ios::binary);
    FileHeader header;
    if (error || !in.read(reinterpret_cast<char*>(&header), sizeof header)) return {};
    if (header.magic != kMagic || header.key_bytes != key.size() ||
        header.blob_bytes != size - sizeof header - key.size() || size < sizeof header + key.size())
        return {};
    std::string found(key.size(), '\0');
    std::vector<std::byte> blob(header.blob_bytes);
    if (!in.read(found.data(), std::streamsize(found.size())) ||
        !in.read(reinterpret_cast<char*>(blob.data()), std::streamsize(blob.size())) || found != key ||
        header.checksum != hash_of(blob, hash_of(bytes_of(key))))
        return {};
    return blob;
}

bool write_cache_file(const fs::path& file, std::string_view key, std::span<const std::byte> blob) {
    FileHeader header;
    header.key_bytes = key.size();
    header.blob_bytes = blob.size();
    header.checksum = hash_of(blob, hash_of(bytes_of(key)));
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    try {
        StagedFile staged(file);
        staged.write({reinterpret_cast<const char*>(&header), sizeof header});
        staged.write(key);
        staged.write({reinterpret_cast<const char*>(blob.data()), blob.size()});
        staged.commit();
        return true;
    } catch (const Error&) {
        return false;
    }
}

void keep_latest_cache_files(const fs::path& directory, std::string_view prefix, size_t count) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
        if (!at->path().filename().string().starts_with(prefix)) continue;
        std::error_code gone;  // another program may tidy up at the same time
        if (const auto written = fs::last_write_time(at->path(), gone); !gone) files.emplace_back(written, at->path());
    }
    std::ranges::sort(files, std::greater());
    for (size_t k = count; k < files.size(); ++k) fs::remove(files[k].second, error);
}

}  // namespace undine
