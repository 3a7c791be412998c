// Reads files named by a user: opens only regular files, and reads no more than a given number of bytes.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace undine {

// Opens a file to read its bytes. `expected` completes the error message, e.g. "a scene (.toml)". Throws Error
// (bad_input) if the file is missing, empty or unreadable and, without opening it, if it is not a regular file.
std::ifstream open_file(const std::filesystem::path& path, std::string_view expected);

// The whole contents. Throws Error (bad_input) as open_file() does, and for a file of more than `most` bytes.
std::string read_whole_file(const std::filesystem::path& path, std::string_view expected, uint64_t most);

}  // namespace undine
