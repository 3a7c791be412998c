#include "render/look/environment.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/look/skies.h"

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

constexpr float kPi = 3.14159265f;
constexpr float kFloorAlbedo = 0.065f;  // the floor's mean in shaders/render/background.glsl

// sky_light of the map: its mean weighted with the cosine and with a texel's solid angle, on the octahedron
// proportional to (|x| + y + |z|)³.
vec3 mean_over_cosine(const Environment& e) {
    vec3 sum(0);
    float weights = 0;
    for (uint32_t j = 0; j < e.size; ++j)
        for (uint32_t i = 0; i < e.size; ++i) {
            const vec3 d = sky_direction((vec2(i, j) + 0.5f) / float(e.size));
            const float edge = std::abs(d.x) + d.y + std::abs(d.z), weight = d.y * edge * edge * edge;
            sum += weight * e.radiance[size_t{j} * e.size + i];
            weights += weight;
        }
    return sum / weights;
}

vec3 panorama_direction(const Panorama& p, uint32_t x, uint32_t y) {
    const float azimuth = 2 * kPi * (float(x) + 0.5f) / float(p.width),
                polar = kPi * (float(y) + 0.5f) / float(p.height);
    return {std::sin(polar) * std::cos(azimuth), std::cos(polar), std::sin(polar) * std::sin(azimuth)};
}

float luminance(const vec3& c) { return glm::dot(c, vec3(0.2126f, 0.7152f, 0.0722f)); }

// Bilinear; texels brighter than `limit` are scaled down to it.
vec3 look_up(const Panorama& p, const vec3& d, float limit) {
    float azimuth = std::atan2(d.z, d.x) / (2 * kPi);
    azimuth -= std::floor(azimuth);
    const float x = azimuth * float(p.width) - 0.5f,
                y = std::clamp(std::acos(std::clamp(d.y, -1.0f, 1.0f)) / kPi * float(p.height) - 0.5f, 0.0f,
                               float(p.height - 1));
    const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(y);
    const int w = static_cast<int>(p.width), last = static_cast<int>(p.height) - 1;
    const auto texel = [&](int a, int b) {
        const vec3 c = p.radiance[size_t(std::min(b, last)) * p.width + size_t((a + w) % w)];
        return c * std::min(1.0f, limit / std::max(luminance(c), 1e-9f));
    };
    const float s = x - std::floor(x), t = y - float(j);
    return glm::mix(glm::mix(texel(i, j), texel(i + 1, j), s), glm::mix(texel(i, j + 1), texel(i + 1, j + 1), s), t);
}

}  // namespace

void sum_up(Environment& e) {
    e.sky_light = mean_over_cosine(e);
    e.ground_light = kFloorAlbedo * (e.sky_light + e.sun_light * e.toward_sun.y);
}

vec2 sky_coordinates(const vec3& d) {
    const vec2 p = vec2(d.x, d.z) / (std::abs(d.x) + d.y + std::abs(d.z));
    return vec2(p.x + p.y, p.x - p.y) * 0.5f + 0.5f;
}

vec3 sky_direction(const vec2& at) {
    const vec2 s = at * 2.0f - 1.0f, p = vec2(s.x + s.y, s.x - s.y) * 0.5f;
    return glm::normalize(vec3(p.x, 1 - std::abs(p.x) - std::abs(p.y), p.y));
}

Environment make_environment(const Panorama& p) {
    constexpr float kStandsOut = 20;  // times the mean luminance: a sun, not a bright cloud
    constexpr float kLowest = 0.42f;  // least sine of the sun's elevation; lower, shadows would leave the picture
    Environment e;
    e.size = std::clamp(p.height, 64u, 1024u);
    e.radiance.resize(size_t{e.size} * e.size);

    // Mean and brightest texel of the upper half; then the sun's light, which is what texels have beyond `limit`.
    double mean = 0, weights = 0;
    float brightest = 0;
    vec3 toward(0, 1, 0);
    for (uint32_t y = 0; y < p.height / 2; ++y)
        for (uint32_t x = 0; x < p.width; ++x) {
            const vec3 d = panorama_direction(p, x, y);
            const float l = luminance(p.radiance[size_t{y} * p.width + x]);
            const double weight = std::sqrt(1.0 - double(d.y) * d.y);
            mean += weight * l;
            weights += weight;
            if (l > brightest) brightest = l, toward = d;
        }
    mean /= weights;
    const bool sunny = brightest > kStandsOut * mean;
    const float limit = static_cast<float>(sunny ? kStandsOut * mean : brightest);
    vec3 sun(0);
    if (sunny)
        for (uint32_t y = 0; y < p.height / 2; ++y)
            for (uint32_t x = 0; x < p.width; ++x) {
                const vec3 c = p.radiance[size_t{y} * p.width + x];
                const float l = luminance(c),
                            solid_angle = 2 * kPi * kPi / (float(p.width) * float(p.height)) *
                                          std::sqrt(1 - panorama_direction(p, x, y).y * panorama_direction(p, x, y).y);
                if (l > limit) sun += c * ((l - limit) / l * solid_angle);
            }
    for (uint32_t j = 0; j < e.size; ++j)
        for (uint32_t i = 0; i < e.size; ++i)
            e.radiance[size_t{j} * e.size + i] = look_up(p, sky_direction((vec2(i, j) + 0.5f) / float(e.size)), limit);

    if (toward.y < kLowest) {
        const vec2 level = glm::normalize(vec2(toward.x, toward.z)) * std::sqrt(1 - kLowest * kLowest);
        toward = {level.x, kLowest, level.y};
    }
    e.toward_sun = sunny ? toward : sky_of(Sky::day).toward_sun;
    e.sun_light = sun / kPi;  // per albedo, like sky_light
    sum_up(e);
    const Environment& bright = sky_of(Sky::day);
    const float wanted = luminance(bright.sky_light + bright.sun_light * bright.toward_sun.y);
    const float scale = wanted / std::max(luminance(e.sky_light + e.sun_light * e.toward_sun.y), 1e-9f);
    for (vec3& c : e.radiance) c *= scale;
    for (vec3* c : {&e.sun_light, &e.sky_light, &e.ground_light}) *c *= scale;
    return e;
}

}  // namespace undine
