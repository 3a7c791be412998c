// The hash by which files are recognised: XXH3 of 128 bits, as xxh128sum prints it.
#pragma once
#include <filesystem>
#include <string>

namespace undine {

// 32 hexadecimal digits. Throws Error(bad_input) if the file is missing, empty or unreadable.
std::string file_hash(const std::filesystem::path& file);

}  // namespace undine
