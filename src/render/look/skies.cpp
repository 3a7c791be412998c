#include "render/look/skies.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

constexpr uint32_t kSkySize = 512;

float smoothstep(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

// Random values, 0 … 1, at whole coordinates, smoothly interpolated.
float value_noise(const vec2& x) {
    const auto at_corner = [](int i, int j) {
        uint32_t h = static_cast<uint32_t>(i) * 0x8da6b343u ^ static_cast<uint32_t>(j) * 0xd8163841u;
        h = (h ^ (h >> 15)) * 0x2c1b3c6du;
        h = (h ^ (h >> 12)) * 0x297a2d39u;
        return static_cast<float>(h ^ (h >> 15)) / 4294967295.0f;
    };
    const vec2 low = glm::floor(x), t = x - low, s = t * t * (3.0f - 2.0f * t);
    const int i = static_cast<int>(low.x), j = static_cast<int>(low.y);
    return glm::mix(glm::mix(at_corner(i, j), at_corner(i + 1, j), s.x),
                    glm::mix(at_corner(i, j + 1), at_corner(i + 1, j + 1), s.x), s.y);
}

float fractal_noise(vec2 x) {
    float sum = 0, amplitude = 0.5f;
    for (int octave = 0; octave < 5; ++octave, amplitude *= 0.5f) {
        sum += amplitude * value_noise(x);
        x = vec2(1.62f * x.x - 1.18f * x.y, 1.18f * x.x + 1.62f * x.y);  // rotated, and twice as fine
    }
    return sum / 0.97f;
}

// Share of the sky that clouds cover where a ray meets their layer, a plane at one height.
float cloud_cover(const vec2& at) { return smoothstep(0.53f, 0.70f, fractal_noise(at)); }

// A clear sky with clouds: from a bright haze to a deep blue, so that water has something to mirror at every slope.
struct OpenSky {
    vec3 toward_sun;  // unit
    vec3 sun_light;   // Environment::sun_light
    vec3 haze, middle, zenith;
    vec3 glow;  // haze and middle are blended with it below the sun
    vec3 halo;  // round the sun
    vec3 bright_cloud, dark_cloud;
};

// The sun stands behind the tank on the left: water mirrors the bright part of the sky, and light comes through it.
const OpenSky kDay{.toward_sun = glm::normalize(vec3(-0.62f, 0.58f, -0.53f)),
                   .sun_light = vec3(1.00f, 0.93f, 0.80f) * 2.1f,
                   .haze = vec3(0.80f, 0.84f, 0.86f),
                   .middle = vec3(0.30f, 0.50f, 0.78f),
                   .zenith = vec3(0.03f, 0.095f, 0.30f),
                   .glow = vec3(0.80f, 0.84f, 0.86f),
                   .halo = vec3(1.00f, 0.95f, 0.86f),
                   .bright_cloud = vec3(1.30f, 1.26f, 1.20f),
                   .dark_cloud = vec3(0.36f, 0.42f, 0.52f)};

const OpenSky kEvening{.toward_sun = glm::normalize(vec3(-0.66f, 0.31f, -0.56f)),
                       .sun_light = vec3(1.00f, 0.56f, 0.26f) * 2.3f,
                       .haze = vec3(0.62f, 0.44f, 0.42f),
                       .middle = vec3(0.24f, 0.29f, 0.46f),
                       .zenith = vec3(0.03f, 0.06f, 0.18f),
                       .glow = vec3(1.55f, 0.72f, 0.28f),
                       .halo = vec3(1.30f, 0.75f, 0.36f),
                       .bright_cloud = vec3(1.25f, 0.66f, 0.42f),
                       .dark_cloud = vec3(0.22f, 0.19f, 0.27f)};

vec3 radiance_of(const OpenSky& s, const vec3& d) {
    const vec2 level = glm::normalize(vec2(d.x, d.z) + 1e-9f),
               sun_level = glm::normalize(vec2(s.toward_sun.x, s.toward_sun.z));
    const float below_sun = std::pow(0.5f + 0.5f * glm::dot(level, sun_level), 3.0f);
    vec3 color = glm::mix(glm::mix(s.haze, s.glow, below_sun), s.middle, smoothstep(0.01f, 0.20f, d.y));
    color = glm::mix(color, s.zenith, smoothstep(0.10f, 0.70f, d.y));
    const float toward = std::max(0.0f, glm::dot(d, s.toward_sun));
    color +=
        s.halo * (0.12f * std::pow(toward, 8.0f) + 0.9f * std::pow(toward, 60.0f) + 3.0f * std::pow(toward, 700.0f));
    const vec2 at = 1.25f * vec2(d.x, d.z) / (d.y + 0.10f) + 7.3f;
    const float cover = cloud_cover(at) * smoothstep(0.02f, 0.16f, d.y);
    if (cover <= 0) return color;
    // A cloud is dark where there is more of it toward the sun.
    const float shade = cloud_cover(at + 0.22f * sun_level);
    const vec3 cloud = glm::mix(s.bright_cloud, s.dark_cloud, 0.85f * shade);
    return glm::mix(color, cloud + 0.5f * s.halo * std::pow(toward, 8.0f), 0.9f * cover);
}

// A lamp behind a rectangle of white cloth, seen from the middle of the room.
struct SoftBox {
    vec3 toward;     // its middle, unit
    vec2 half_size;  // tangents of half its angles, level and upright
    vec3 radiance;
};

const SoftBox kSoftBoxes[] = {
    {glm::normalize(vec3(-0.66f, 0.60f, -0.46f)), {0.42f, 0.20f}, vec3(3.6f, 3.4f, 3.2f)},  // key, behind on the left
    {glm::normalize(vec3(0.80f, 0.42f, -0.70f)), {0.10f, 0.60f}, vec3(2.0f, 2.3f, 2.8f)},   // edge, behind on the right
    {glm::normalize(vec3(0.25f, 0.90f, 0.40f)), {0.50f, 0.25f}, vec3(0.70f, 0.74f, 0.78f)}};  // fill, above

vec3 studio_radiance(const vec3& d) {
    // A dark backdrop, with a glow over the floor that sets the water off from it.
    vec3 color = glm::mix(vec3(0.030f, 0.036f, 0.044f), vec3(0.006f, 0.007f, 0.009f), smoothstep(0.0f, 0.5f, d.y));
    for (const SoftBox& box : kSoftBoxes) {
        const float ahead = glm::dot(d, box.toward);
        if (ahead <= 0) continue;
        const vec3 across = glm::normalize(glm::cross(vec3(0, 1, 0), box.toward)),
                   upward = glm::cross(box.toward, across);
        const vec2 from = glm::abs(vec2(glm::dot(d, across), glm::dot(d, upward)) / ahead) - box.half_size;
        // The cloth is brightest in its middle and ends sharply.
        const float edge = smoothstep(0.02f, -0.02f, from.x) * smoothstep(0.02f, -0.02f, from.y);
        const vec2 middle = 1.0f + from / box.half_size;
        color += box.radiance * edge * (1.0f - 0.35f * std::min(1.0f, glm::dot(middle, middle)));
    }
    return color;
}

template <class Radiance>
Environment make(const vec3& toward_sun, const vec3& sun_light, float hills, const Radiance& radiance) {
    Environment e;
    e.size = kSkySize;
    e.radiance.resize(size_t{e.size} * e.size);
    for (uint32_t j = 0; j < e.size; ++j)
        for (uint32_t i = 0; i < e.size; ++i)
            e.radiance[size_t{j} * e.size + i] = radiance(sky_direction((vec2(i, j) + 0.5f) / float(e.size)));
    e.toward_sun = toward_sun;
    e.sun_light = sun_light;
    e.hills = hills;
    sum_up(e);
    return e;
}

Environment make(const OpenSky& sky) {
    return make(sky.toward_sun, sky.sun_light, 1, [&](const vec3& d) { return radiance_of(sky, d); });
}

}  // namespace

const Environment& sky_of(Sky sky) {
    switch (sky) {
        case Sky::evening: {
            static const Environment evening = make(kEvening);
            return evening;
        }
        case Sky::studio: {  // the key light throws the shadows
            static const Environment studio =
                make(kSoftBoxes[0].toward, vec3(1.00f, 0.96f, 0.90f) * 2.0f, 0, studio_radiance);
            return studio;
        }
        case Sky::day: break;
    }
    static const Environment day = make(kDay);
    return day;
}

}  // namespace undine
