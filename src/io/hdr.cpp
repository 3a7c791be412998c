#include "io/hdr.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "error.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace undine {
namespace {

// Whether the pixels of a file are all there: stb_image makes up what is missing. Rows of runs, a channel after another,
// or four bytes a pixel.
bool complete(std::string_view pixels, uint32_t width, uint32_t height) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(pixels[at]); };
    const bool runs = width >= 8 && pixels.size() >= 4 && byte(0) == 2 && byte(1) == 2 && byte(2) < 128;
    if (!runs) return pixels.size() >= size_t{4} * width * height;
    size_t at = 0;
    for (uint32_t y = 0; y < height; ++y) {
        if (at + 4 > pixels.size() || byte(at) != 2 || byte(at + 1) != 2 || (byte(at + 2) << 8 | byte(at + 3)) != int(width))
            return false;
        at += 4;
        for (int channel = 0; channel < 4; ++channel)
            for (uint32_t x = 0; x < width;) {
                if (at >= pixels.size()) return false;
                const uint32_t count = byte(at++), equal = count > 128 ? count - 128 : 0;  // or as many literal bytes
                const uint32_t length = equal > 0 ? equal : count;
                if (length == 0 || length > width - x) return false;
                at += equal > 0 ? 1 : length;
                x += length;
            }
    }
    return at <= pixels.size();
}

}  // namespace

Panorama read_panorama(const std::filesystem::path& path) {
    constexpr int kMostWidth = 16384;
    auto refuse = [&](const std::string& sentence) { throw Error(Exit::bad_input, path.string() + ": " + sentence); };
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) refuse("cannot be read; expected a Radiance picture (.hdr)");
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(std::min<size_t>(bytes.size(), INT32_MAX));

    int width = 0, height = 0, channels = 0;
    if (!stbi_is_hdr_from_memory(data, size) || !stbi_info_from_memory(data, size, &width, &height, &channels))
        refuse("is not a Radiance picture; expected an equirectangular .hdr file");
    if (width != 2 * height || width < 4 || width > kMostWidth)
        refuse("is " + std::to_string(width) + " x " + std::to_string(height) +
               " pixels; expected a panorama twice as wide as high, at most " + std::to_string(kMostWidth) + " wide");
    const size_t size_line = bytes.find("\n\n") + 2;  // stb_image has read it
    if (!complete(std::string_view(bytes).substr(bytes.find('\n', size_line) + 1), uint32_t(width), uint32_t(height)))
        refuse("is damaged: its pixels end early, or a row has not the width of the others");
    const std::unique_ptr<float, void (*)(void*)> pixels(
        stbi_loadf_from_memory(data, size, &width, &height, &channels, 3), stbi_image_free);
    if (!pixels) refuse(std::string("is damaged: ") + stbi_failure_reason());

    Panorama panorama{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
    panorama.radiance.resize(size_t(width) * size_t(height));
    for (size_t k = 0; k < panorama.radiance.size(); ++k) {
        const float* p = pixels.get() + 3 * k;
        if (!std::isfinite(p[0] + p[1] + p[2]) || p[0] < 0 || p[1] < 0 || p[2] < 0)
            refuse("holds a radiance that is negative or no number, in pixel " + std::to_string(k));
        panorama.radiance[k] = {p[0], p[1], p[2]};
    }
    return panorama;
}

}  // namespace undine
