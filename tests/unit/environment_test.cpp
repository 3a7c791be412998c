// The light of a sky: its map of directions, and what a panorama becomes.
#include "render/look/skies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

// The direction of a texel's middle, from the words in environment.h: azimuth along the rows, straight up first.
vec3 direction(uint32_t width, uint32_t height, uint32_t x, uint32_t y) {
    const double azimuth = 2 * M_PI * (x + 0.5) / width, polar = M_PI * (y + 0.5) / height;
    return {std::sin(polar) * std::cos(azimuth), std::cos(polar), std::sin(polar) * std::sin(azimuth)};
}

Panorama uniform(const vec3& radiance) { return {128, 64, std::vector<vec3>(128 * 64, radiance)}; }

float luminance(const vec3& c) { return glm::dot(c, vec3(0.2126f, 0.7152f, 0.0722f)); }

// Of a level white surface in the open.
float level_light(const Environment& e) { return luminance(e.sky_light + e.sun_light * e.toward_sun.y); }

TEST(SkyMap, CoordinatesAndDirectionsAreInverse) {
    for (uint32_t y = 0; y < 32; ++y)
        for (uint32_t x = 0; x < 128; ++x) {
            const vec3 d = direction(128, 64, x, y);
            const vec2 at = sky_coordinates(d);
            EXPECT_TRUE(at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1);
            EXPECT_LT(glm::distance(sky_direction(at), d), 1e-6f);  // some roundings of numbers of about 1
        }
    for (int j = 0; j <= 20; ++j)
        for (int i = 0; i <= 20; ++i) {
            const vec2 at = vec2(i, j) / 20.0f;
            const vec3 d = sky_direction(at);
            EXPECT_NEAR(glm::length(d), 1, 1e-6f);
            EXPECT_GE(d.y, -1e-6f);
            EXPECT_LT(glm::distance(sky_coordinates(d), at), 1e-6f);
        }
    EXPECT_EQ(sky_coordinates({0, 1, 0}), vec2(0.5f));
    EXPECT_NEAR(sky_direction({0.25f, 0}).y, 0, 1e-6f) << "the border is the horizon";
}

TEST(Environment, AUniformPanoramaIsAUniformSky) {
    const vec3 tint(0.5f, 1, 2);
    const Environment e = make_environment(uniform(tint));
    ASSERT_EQ(e.radiance.size(), size_t{e.size} * e.size);
    const float scale = e.sky_light.y;
    for (const vec3& c : e.radiance) ASSERT_LT(glm::distance(c, scale * tint), 1e-4f * scale);
    EXPECT_LT(glm::distance(e.sky_light, scale * tint), 1e-4f * scale);
    EXPECT_EQ(e.sun_light, vec3(0)) << "nothing stands out";
    EXPECT_NEAR(level_light(e), level_light(sky_of(Sky::day)), 1e-3f) << "as bright as the summer's day";
    EXPECT_NEAR(e.ground_light.x / e.ground_light.y, 0.5f, 1e-3f) << "the floor sends back what it gets";
    const Environment brighter = make_environment(uniform(1000.0f * tint));
    EXPECT_LT(glm::distance(brighter.sky_light, e.sky_light), 1e-4f * scale) << "whatever the photograph's exposure";
}

TEST(Environment, TheBrightestTexelIsTheSun) {
    for (const auto& [x, y] : {std::pair(5u, 20u), {90u, 10u}, {127u, 2u}}) {
        SCOPED_TRACE(::testing::Message() << x << ", " << y);
        Panorama p = uniform(vec3(1));
        p.radiance[y * p.width + x] = vec3(2e4f, 1.5e4f, 1e4f);
        const Environment e = make_environment(p);
        const vec3 toward = direction(p.width, p.height, x, y);
        EXPECT_LT(glm::distance(e.toward_sun, toward), 1e-5f);
        // Its radiance times its solid angle, over π as all light here, against the sky's, which is 1; what a sky may
        // have of it, the twentyfold of the mean, stays there: 1 %.
        const double solid_angle = 2 * M_PI * M_PI / (double(p.width) * p.height) * std::sqrt(1 - toward.y * toward.y);
        std::vector<float> sky;
        for (const vec3& c : e.radiance) sky.push_back(c.y);
        std::ranges::nth_element(sky, sky.begin() + ptrdiff_t(sky.size() / 2));
        const double expected = 1.5e4 * solid_angle / M_PI * sky[sky.size() / 2];
        EXPECT_NEAR(e.sun_light.y, expected, 0.02 * expected);
        EXPECT_NEAR(e.sun_light.x / e.sun_light.y, 2 / 1.5, 1e-3) << "its colour";
        EXPECT_NEAR(level_light(e), level_light(sky_of(Sky::day)), 1e-3f);
        // The disc is not in the map as well: a mirror would show it twice.
        const auto brightest = std::ranges::max_element(e.radiance, {}, luminance);
        EXPECT_LT(luminance(*brightest), 0.05 * luminance(vec3(2e4f, 1.5e4f, 1e4f)) * e.sky_light.y);
    }
}

// What a low sun throws, leaves the picture: it is lifted to 25°, where it stands.
TEST(Environment, ALowSunIsLifted) {
    Panorama p = uniform(vec3(1));
    p.radiance[29 * p.width + 40] = vec3(1e5f);
    const Environment e = make_environment(p);
    const vec3 toward = direction(p.width, p.height, 40, 29);
    EXPECT_NEAR(glm::length(e.toward_sun), 1, 1e-6f);
    EXPECT_NEAR(std::asin(e.toward_sun.y) * 180 / M_PI, 25, 0.5);
    EXPECT_NEAR(std::atan2(e.toward_sun.z, e.toward_sun.x), std::atan2(toward.z, toward.x), 1e-5);
}

TEST(Environment, NothingBelowTheHorizonIsASun) {
    Panorama p = uniform(vec3(1));
    p.radiance[40 * p.width + 40] = vec3(1e5f);
    const Environment e = make_environment(p);
    EXPECT_EQ(e.sun_light, vec3(0));
    EXPECT_LT(glm::distance(e.radiance.front(), e.radiance[e.radiance.size() / 2]), 1e-4f);
}

TEST(Environment, ABrightCloudIsNoSun) {
    Panorama p = uniform(vec3(1));
    for (uint32_t x = 0; x < 8; ++x) p.radiance[15 * p.width + x] = vec3(10);
    EXPECT_EQ(make_environment(p).sun_light, vec3(0));
}

TEST(Environment, ABlackOneIsBlackAndFinite) {
    const Environment e = make_environment(uniform(vec3(0)));
    for (const vec3& c : {e.sky_light, e.sun_light, e.ground_light, e.radiance.front()}) EXPECT_EQ(c, vec3(0));
    EXPECT_NEAR(glm::length(e.toward_sun), 1, 1e-6f);
}

// Each lights the scene about as brightly, so that one exposure serves all, and each has its own light.
TEST(Environment, OwnSkiesAreOfOneBrightnessAndOfDifferentLight) {
    const Environment &day = sky_of(Sky::day), &evening = sky_of(Sky::evening), &studio = sky_of(Sky::studio);
    for (const Environment* sky : {&day, &evening, &studio}) {
        EXPECT_NEAR(glm::length(sky->toward_sun), 1, 1e-6f);
        EXPECT_GT(level_light(*sky), 0.35f * level_light(day));
        EXPECT_LT(level_light(*sky), 1.5f * level_light(day));
        EXPECT_EQ(sky->size, day.size) << "they take turns in one image";
        for (const vec3& c : sky->radiance) ASSERT_TRUE(c.x >= 0 && c.y >= 0 && c.z >= 0 && luminance(c) < 20);
    }
    EXPECT_GT(day.sky_light.z, 1.5f * day.sky_light.x) << "blue";
    EXPECT_GT(evening.sun_light.x, 2 * evening.sun_light.z) << "low and red";
    EXPECT_LT(evening.toward_sun.y, 0.6f * day.toward_sun.y);
    // Most of a studio is dark, and its three lamps are not.
    std::vector<float> brightness;
    for (const vec3& c : studio.radiance) brightness.push_back(luminance(c));
    std::ranges::sort(brightness);
    EXPECT_LT(brightness[brightness.size() / 2], 0.05f);
    EXPECT_GT(brightness.back(), 1.5f);
}

}  // namespace
}  // namespace undine
