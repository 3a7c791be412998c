// Which solid a ray meets.
#pragma once
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "scene/solid.h"

namespace undine {

struct PickedSolid {
    size_t index = 0;     // of the solids
    double distance = 0;  // m along the ray
};

// The first of those that float on the ray from `eye` in `direction`, of unit length, no farther than `most`, m.
std::optional<PickedSolid> pick_floating(std::span<const Solid> solids, std::span<const SolidState> states,
                                         const glm::dvec3& eye, const glm::dvec3& direction, double most);

}  // namespace undine
