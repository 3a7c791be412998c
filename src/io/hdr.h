// Photographed skies: Radiance pictures (.hdr) of linear radiance.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/vec3.hpp>
#include <vector>

namespace undine {

// Equirectangular: x from 0 to 2π of azimuth, y from straight up to straight down.
struct Panorama {
    uint32_t width = 0, height = 0;
    std::vector<glm::vec3> radiance;  // rows from the top
};

// An equirectangular panorama, twice as wide as high. Throws Error(bad_input), naming the file, for anything else.
Panorama read_panorama(const std::filesystem::path& path);

}  // namespace undine
