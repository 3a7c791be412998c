// Photographed skies: Radiance pictures (.hdr) of linear radiance.
#pragma once
#include <filesystem>

#include "render/environment.h"

namespace undine {

// An equirectangular panorama, twice as wide as high. Throws Error(bad_input), naming the file, for anything else.
Panorama read_panorama(const std::filesystem::path& path);

}  // namespace undine
