// Files that somebody named: opened only where they are files, and read only as far as they have reason to go.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace undine {

// Opens a file to read its bytes. `expected` completes the sentence: "a scene (.toml)". Throws Error (bad_input) for
// what is missing, empty or may not be read, and, without opening it, for what is no file: a folder, a pipe, a device.
std::ifstream open_file(const std::filesystem::path& path, std::string_view expected);

// All of its bytes. Throws Error (bad_input) as open_file() does, and for a file of more than `most` bytes.
std::string read_whole_file(const std::filesystem::path& path, std::string_view expected, uint64_t most);

}  // namespace undine
