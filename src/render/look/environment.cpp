#include "render/look/environment.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

constexpr float kPi = 3.14159265f;
constexpr uint32_t kSkySize = 512;
constexpr float kFloorAlbedo = 0.065f;  // the floor's mean in shaders/render/background.glsl

// From behind on the left: the water's surface mirrors the bright part of the sky, and light comes through it.
const vec3 kTowardSun = glm::normalize(vec3(-0.66f, 0.66f, -0.36f));
const vec3 kSunLight = vec3(1.00f, 0.93f, 0.80f) * 2.1f;

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

// From a bright haze to a deep blue, so that water has something to mirror at every slope.
vec3 sky_radiance(const vec3& d) {
    const vec3 haze(0.80f, 0.84f, 0.86f), middle(0.30f, 0.50f, 0.78f), zenith(0.03f, 0.095f, 0.30f);
    vec3 color = glm::mix(haze, middle, smoothstep(0.01f, 0.20f, d.y));
    color = glm::mix(color, zenith, smoothstep(0.10f, 0.70f, d.y));
    const float toward = std::max(0.0f, glm::dot(d, kTowardSun));
    color += vec3(1.0f, 0.95f, 0.86f) *
             (0.12f * std::pow(toward, 8.0f) + 0.9f * std::pow(toward, 60.0f) + 3.0f * std::pow(toward, 700.0f));
    const vec2 at = 1.25f * vec2(d.x, d.z) / (d.y + 0.10f) + 7.3f;
    const float cover = cloud_cover(at) * smoothstep(0.02f, 0.16f, d.y);
    if (cover <= 0) return color;
    // A cloud is dark where there is more of it toward the sun.
    const float shade = cloud_cover(at + 0.22f * glm::normalize(vec2(kTowardSun.x, kTowardSun.z)));
    const vec3 cloud = glm::mix(vec3(1.30f, 1.26f, 1.20f), vec3(0.36f, 0.42f, 0.52f), 0.85f * shade);
    return glm::mix(color, cloud + 0.5f * std::pow(toward, 8.0f), 0.9f * cover);
}

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

void sum_up(Environment& e) {
    e.sky_light = mean_over_cosine(e);
    e.ground_light = kFloorAlbedo * (e.sky_light + e.sun_light * e.toward_sun.y);
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

Environment make_sky() {
    Environment e;
    e.size = kSkySize;
    e.radiance.resize(size_t{e.size} * e.size);
    for (uint32_t j = 0; j < e.size; ++j)
        for (uint32_t i = 0; i < e.size; ++i)
            e.radiance[size_t{j} * e.size + i] = sky_radiance(sky_direction((vec2(i, j) + 0.5f) / float(e.size)));
    e.toward_sun = kTowardSun;
    e.sun_light = kSunLight;
    e.hills = 1;
    sum_up(e);
    return e;
}

}  // namespace

vec2 sky_coordinates(const vec3& d) {
    const vec2 p = vec2(d.x, d.z) / (std::abs(d.x) + d.y + std::abs(d.z));
    return vec2(p.x + p.y, p.x - p.y) * 0.5f + 0.5f;
}

vec3 sky_direction(const vec2& at) {
    const vec2 s = at * 2.0f - 1.0f, p = vec2(s.x + s.y, s.x - s.y) * 0.5f;
    return glm::normalize(vec3(p.x, 1 - std::abs(p.x) - std::abs(p.y), p.y));
}

const Environment& summer_sky() {
    static const Environment sky = make_sky();
    return sky;
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
    e.toward_sun = sunny ? toward : kTowardSun;
    e.sun_light = sun / kPi;  // per albedo, like sky_light
    sum_up(e);
    const Environment& bright = summer_sky();
    const float wanted = luminance(bright.sky_light + bright.sun_light * bright.toward_sun.y);
    const float scale = wanted / std::max(luminance(e.sky_light + e.sun_light * e.toward_sun.y), 1e-9f);
    for (vec3& c : e.radiance) c *= scale;
    for (vec3* c : {&e.sun_light, &e.sky_light, &e.ground_light}) *c *= scale;
    return e;
}

}  // namespace undine
