// PNG pictures with 8 bits per channel.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace undine {

// The bytes of a PNG file that names this program as its maker. rgba: rows from top to bottom, 4 bytes per pixel; alpha
// is not stored.
std::string encode_png(std::span<const std::byte> rgba, uint32_t width, uint32_t height);

// Writes encode_png() to a file, which then exists whole or not at all. Throws Error(bad_input).
void write_png(const std::filesystem::path& path, std::span<const std::byte> rgba, uint32_t width, uint32_t height);

// Whether the file is a PNG that names this program as its maker, as encode_png() writes it.
bool is_own_png(const std::filesystem::path& path);

}  // namespace undine
