// What surrounds a scene at infinity: the light of the sky, as a map and as the sums that surfaces are lit with.
// Plain numbers, no device. Linear colours; 1 is white in the picture.
#pragma once
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "io/hdr.h"

namespace undine {

struct Environment {
    uint32_t size = 0;                // texels of the map's edge
    std::vector<glm::vec3> radiance;  // the upper hemisphere, sky_coordinates(); without the sun's disc
    glm::vec3 toward_sun{0, 1, 0};    // unit
    glm::vec3 sun_light{0};           // colour per albedo of a surface that faces it
    glm::vec3 sky_light{0};           // cosine-weighted mean of the sky: colour per albedo of a level surface
    glm::vec3 ground_light{0};        // light that comes up from the floor
    float hills = 0;                  // 1: dark hills stand at the horizon (scene_light.glsl), finer than the map
};

// The octahedral map of the upper hemisphere: direction (unit, y ≥ 0) to 0 … 1, and back.
glm::vec2 sky_coordinates(const glm::vec3& direction);
glm::vec3 sky_direction(const glm::vec2& at);

// Fills the sums from the map, once the map and the sun are set.
void sum_up(Environment& environment);

// The light of a photographed panorama. Its brightest place becomes the sun if it stands out; the brightness is
// scaled so that a level white surface in the open is as bright as under sky_of(Sky::day).
Environment make_environment(const Panorama& panorama);

}  // namespace undine
