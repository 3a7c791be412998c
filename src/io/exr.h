// OpenEXR images, through tinyexr.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace undine {

enum class ExrType : int { uint32 = 0, half = 1, float32 = 2 };  // as the format numbers them

// channels: 1 (Y), 2 (RG), 3 or 4 (RGBA), interleaved in `pixels`, rows from top to bottom. Compressed without loss;
// the file names this program as its maker. Throws Error(bad_input) if it cannot be written.
void write_exr(const std::filesystem::path& file, ExrType type, uint32_t channels, uint32_t width, uint32_t height,
               std::span<const std::byte> pixels);

// Whether the file is an OpenEXR image that names this program as its maker.
bool is_own_exr(const std::filesystem::path& file);

}  // namespace undine
