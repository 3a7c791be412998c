// PNG pictures of 8 bits a channel.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace undine {

// The bytes of a PNG file, which names this program as its maker. rgba: rows from top to bottom, 4 bytes a pixel; alpha
// is not stored.
std::string encode_png(std::span<const std::byte> rgba, uint32_t width, uint32_t height);

// encode_png() as a file that is whole or not there. Throws Error(bad_input).
void write_png(const std::filesystem::path& path, std::span<const std::byte> rgba, uint32_t width, uint32_t height);

// Whether the file is a PNG of encode_png().
bool is_own_png(const std::filesystem::path& path);

}  // namespace undine
