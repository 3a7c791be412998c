#include "render/particles/light_view.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace undine {

using glm::vec3;
using glm::vec4;

LightView fit_light(const Box& box, const vec3& toward, float margin, uint32_t map_size) {
    const vec3 helper = std::abs(toward.y) > 0.9f ? vec3(0, 0, -1) : vec3(0, 1, 0);
    const vec3 right = glm::normalize(glm::cross(helper, toward)), up = glm::cross(toward, right);
    const vec3 half = (box.max - box.min) / 2.0f;
    // Half extent of the box along an axis, the sum of its half edges' projections, with the margin.
    auto reach = [&](const vec3& axis) { return glm::dot(glm::abs(axis), half) + margin; };
    const float extent = std::max(reach(right), reach(up));
    LightView view;
    view.right = vec4(right, 1 / extent);
    view.up = vec4(up, 1 / extent);
    view.toward = vec4(toward, 1 / reach(toward));
    view.center = vec4((box.min + box.max) / 2.0f, 2 * extent / static_cast<float>(map_size));
    return view;
}

}  // namespace undine
