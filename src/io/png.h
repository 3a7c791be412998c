// PNG pictures of 8 bits a channel.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace undine {

// The bytes of a PNG file. rgba: rows from top to bottom, 4 bytes a pixel; alpha is not stored.
std::string encode_png(std::span<const std::byte> rgba, uint32_t width, uint32_t height);

// rgba: rows from top to bottom, 4 bytes a pixel; alpha is not stored. Written beside its destination and renamed.
// Throws Error(bad_input) if that fails.
void write_png(const std::filesystem::path& path, std::span<const std::byte> rgba, uint32_t width, uint32_t height);

}  // namespace undine
