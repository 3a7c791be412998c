// What is costly to make and follows from something known, kept between runs in $XDG_CACHE_HOME/undine or
// ~/.cache/undine. Only an optimisation: a file that cannot be read, trusted or written is ignored, and what it held is
// made again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace undine {

// Empty if neither variable names an absolute path.
std::filesystem::path cache_directory();

// FNV-1a. `hash`: of what came before.
constexpr uint64_t kEmptyHash = 14695981039346656037u;
uint64_t hash_of(std::span<const std::byte> bytes, uint64_t hash = kEmptyHash);

// The blob of a file written by write_cache_file() with this key, which says all that the blob follows from; empty if
// it is absent, damaged or has another key.
std::vector<std::byte> read_cache_file(const std::filesystem::path& file, std::string_view key);

// Makes the folder and replaces the file as a whole, so that no reader ever sees half of it. Returns false if that
// failed.
bool write_cache_file(const std::filesystem::path& file, std::string_view key, std::span<const std::byte> blob);

// Removes all but the `count` latest written files of the folder whose names begin with `prefix`.
void keep_latest_cache_files(const std::filesystem::path& directory, std::string_view prefix, size_t count);

}  // namespace undine
