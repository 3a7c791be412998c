// The hash by which files are recognised: XXH3 of 128 bits, as xxh128sum prints it.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace undine {

// 32 hexadecimal digits. Throws Error(bad_input) if the file is missing, empty or unreadable.
std::string file_hash(const std::filesystem::path& file);

// The hash of a file that holds this text.
std::string text_hash(std::string_view text);

}  // namespace undine
