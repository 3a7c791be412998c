// Photographed skies: Radiance pictures (.hdr), which store linear radiance.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/vec3.hpp>
#include <vector>

namespace undine {

// Equirectangular: x covers azimuths from 0 to 2π, y runs from straight up to straight down.
struct Panorama {
    uint32_t width = 0, height = 0;
    std::vector<glm::vec3> radiance;  // rows from the top
};

// Reads an equirectangular panorama, twice as wide as high. Throws Error(bad_input) naming the file for anything else.
Panorama read_panorama(const std::filesystem::path& path);

}  // namespace undine
