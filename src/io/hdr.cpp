#include "io/hdr.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

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

Panorama read_panorama(const std::filesystem::path& path) {
    constexpr int kMostWidth = 16384;
    auto refuse = [&](const std::string& sentence) { throw Error(Exit::bad_input, path.string() + ": " + sentence); };
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse("cannot be read; expected a Radiance picture (.hdr)");
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(std::min<size_t>(bytes.size(), INT32_MAX));

    int width = 0, height = 0, channels = 0;
    if (!stbi_is_hdr_from_memory(data, size) || !stbi_info_from_memory(data, size, &width, &height, &channels))
        refuse("is not a Radiance picture; expected an equirectangular .hdr file");
    if (width != 2 * height || width < 4 || width > kMostWidth)
        refuse("is " + std::to_string(width) + " x " + std::to_string(height) +
               " pixels; expected a panorama twice as wide as high, at most " + std::to_string(kMostWidth) + " wide");
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
