#include "io/png.h"

#include <fstream>
#include <string>
#include <vector>

#include "error.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace undine {

std::string encode_png(std::span<const std::byte> rgba, uint32_t width, uint32_t height) {
    std::vector<unsigned char> rgb(size_t{3} * width * height);
    for (size_t p = 0; p < size_t{width} * height; ++p)
        for (size_t c = 0; c < 3; ++c) rgb[3 * p + c] = static_cast<unsigned char>(rgba[4 * p + c]);
    // Measured on these pictures, whose gradients are dithered: without filters in 57 ms and 0.78 MB, with stb's
    // defaults in 100 ms and 0.96 MB.
    stbi_write_png_compression_level = 5;
    stbi_write_force_png_filter = 0;
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(size));
    };
    const int w = static_cast<int>(width), h = static_cast<int>(height);
    if (!stbi_write_png_to_func(append, &bytes, w, h, 3, rgb.data(), 3 * w)) throw std::bad_alloc();
    return bytes;
}

void write_png(const std::filesystem::path& path, std::span<const std::byte> rgba, uint32_t width,
               uint32_t height) {
    const std::string bytes = encode_png(rgba, width, height);
    std::filesystem::path part = path;
    part += ".part";
    std::error_code error;
    {
        std::ofstream out(part, std::ios::binary);
        out << bytes;
        out.close();
        if (!out) error = std::make_error_code(std::errc::io_error);
    }
    if (!error) std::filesystem::rename(part, path, error);
    if (!error) return;
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw Error(Exit::bad_input, path.string() + ": cannot be written (" + error.message() + ")");
}

}  // namespace undine
