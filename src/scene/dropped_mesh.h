// A mesh dropped into the water by hand.
#pragma once
#include <filesystem>
#include <glm/vec3.hpp>

#include "scene/solid.h"

namespace undine {

// The mesh of a file as a solid that floats, below the middle of the tank's top, its longest side a third of the tank's
// shorter horizontal one. Throws Error (bad_input) as read_mesh() does, and for a mesh that would need another
// scale than a scene file may give.
Solid dropped_mesh(const std::filesystem::path& file, const glm::vec3& tank_min, const glm::vec3& tank_max);

}  // namespace undine
