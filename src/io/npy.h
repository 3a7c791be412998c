// Arrays in NumPy's file format, version 1.0 (numpy.lib.format): what numpy.load() reads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace undine {

// type: as NumPy names it: "<f4" is a little-endian float, "<u4" an unsigned int, "|u1" a byte. shape: elements along
// each axis, the last varies fastest. Throws Error(bad_input) if the file cannot be written.
void write_npy(const std::filesystem::path& file, const std::string& type, const std::vector<uint64_t>& shape,
               std::span<const std::byte> data);

}  // namespace undine
