// Framing: all of the box is seen, as large as the margin allows, in the middle.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/camera/camera.h"
#include "render/look/surroundings.h"
#include "scene/scene.h"

namespace undine::testing {
namespace {

using glm::vec3;

struct Seen {
    vec3 low{1e9f}, high{-1e9f};
};

Seen seen(const Camera& camera, float aspect, const Box& box) {
    const CameraAxes axes = camera_axes(camera, aspect);
    Seen all;
    for (int k = 0; k < 8; ++k) {
        const vec3 corner(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
        const vec3 at = project(camera, axes, corner);
        all.low = glm::min(all.low, at);
        all.high = glm::max(all.high, at);
    }
    return all;
}

TEST(Framing, FillsThePictureAndIsCentred) {
    const Box boxes[] = {
        {{0, 0, 0}, {3, 2, 0.7f}}, {{-5, 2, 1}, {-4, 12, 2}}, {{0, 0, 0}, {4, 1, 4}}, {{0, 0, 0}, {4, 3, 0}}};
    for (const Box& box : boxes) {
        for (float aspect : {16.0f / 9, 1.0f, 0.5f}) {
            for (bool flat : {false, true}) {
                const Seen s = seen(frame_box(box, aspect, flat), aspect, box);
                const float widest = std::max(s.high.x, s.high.y);
                EXPECT_NEAR(widest, 0.9f, 1e-4f) << "5 % on each side of a picture from -1 to 1";
                EXPECT_NEAR(s.low.x, -s.high.x, 1e-4f);
                EXPECT_NEAR(s.low.y, -s.high.y, 1e-4f);
                EXPECT_GT(s.low.z, 0);
            }
        }
    }
}

TEST(Framing, FlatScenesAreSeenStraightOn) {
    const Camera camera = frame_box({{0, 0, 0}, {4, 3, 0}}, 1.5f, true);
    EXPECT_FLOAT_EQ(camera.eye.x, camera.target.x);
    EXPECT_FLOAT_EQ(camera.eye.y, camera.target.y);
}

TEST(Framing, TheScenesOwnCameraWins) {
    Scene scene;
    scene.camera = {.eye = {1, 2, 3}, .target = {0, 0, 0}, .fov_degrees = 33, .given = true};
    EXPECT_EQ(picture_camera(scene, make_surroundings(scene, {}), 1.5f).eye, scene.camera.eye);
    scene.camera.given = false;
    EXPECT_NE(picture_camera(scene, make_surroundings(scene, {}), 1.5f).eye, scene.camera.eye);
}

// As beside the viewer's panel.
TEST(Framing, ANarrowPictureShowsAsMuchFromSideToSide) {
    Scene scene;
    scene.camera = {.eye = {1, 2, 3}, .target = {0, 0, 0}, .fov_degrees = 33, .given = true};
    const auto across = [&](double aspect) {
        const Camera camera = picture_camera(scene, make_surroundings(scene, {}), float(aspect));
        return aspect * std::tan(camera.fov_degrees * M_PI / 360);
    };
    EXPECT_NEAR(across(1), across(16.0 / 9), 1e-5);
    EXPECT_NEAR(across(0.5), across(16.0 / 9), 1e-5);
    EXPECT_EQ(picture_camera(scene, make_surroundings(scene, {}), 16.0f / 9).fov_degrees, 33);
    EXPECT_EQ(picture_camera(scene, make_surroundings(scene, {}), 3).fov_degrees, 33) << "a wide one shows more";
}

TEST(CameraAxes, AreOrthonormalEvenLookingDown) {
    for (const vec3& eye : {vec3(1, 2, 3), vec3(0, 5, 0), vec3(-4, 0, 0.1f)}) {
        const CameraAxes a = camera_axes({.eye = eye, .target = vec3(0), .fov_degrees = 60}, 2);
        EXPECT_NEAR(dot(a.right, a.up), 0, 1e-6f);
        EXPECT_NEAR(dot(a.right, a.back), 0, 1e-6f);
        EXPECT_NEAR(length(a.up), 1, 1e-6f);
        EXPECT_NEAR(length(cross(a.right, a.up) - a.back), 0, 1e-6f);
        EXPECT_NEAR(a.tan_y, std::tan(M_PI / 6), 1e-6);
        EXPECT_FLOAT_EQ(a.tan_x, 2 * a.tan_y);
    }
}

TEST(LargestSprite, BoundsEverySphereOfTheBox) {
    const Box box{{0, 0, 0}, {3, 2, 1}};
    const Camera camera{.eye = {-1.5f, 2.5f, 3}, .target = {1.5f, 1, 0.5f}, .fov_degrees = 50};
    const CameraAxes axes = camera_axes(camera, 1.6f);
    const float radius = 0.2f, bound = largest_sprite(camera, axes, box, radius, 720);
    float largest = 0;
    for (int k = 0; k < 1000; ++k) {
        const vec3 center = box.min + (box.max - box.min) * vec3(k % 10, k / 10 % 10, k / 100) / 9.0f;
        vec3 low(1e9f), high(-1e9f);  // of points on the sphere, in pixels
        for (int p = 0; p < 400; ++p) {
            const float y = 1 - (p + 0.5f) / 200, a = 2.3999632f * p, r = std::sqrt(1 - y * y);
            const vec3 at = project(camera, axes, center + radius * vec3(r * std::cos(a), y, r * std::sin(a)));
            low = glm::min(low, at);
            high = glm::max(high, at);
        }
        const vec3 center_at = project(camera, axes, center);
        if (std::abs(center_at.x) > 1 || std::abs(center_at.y) > 1) continue;
        largest = std::max({largest, (high.x - low.x) * 360 * 1.6f, (high.y - low.y) * 360});
    }
    EXPECT_GT(bound, largest);
    EXPECT_LT(bound, 2 * largest) << "a bound so loose would draw quads for nothing";
    EXPECT_TRUE(std::isinf(
        largest_sprite({.eye = {1, 1, 0.5f}, .target = {0, 0, 0}, .fov_degrees = 50}, axes, box, radius, 720)))
        << "the eye is in the box";
}

TEST(FoamSpeed, IsThatOfAFallThroughTheTank) {
    Scene scene;
    scene.parameters.tank_max = {1, 2, 1};
    EXPECT_NEAR(make_surroundings(scene, {}).foam_speed, std::sqrt(2 * 9.81 * 2), 1e-4);
    scene.parameters.buoyancy = 0;
    EXPECT_GT(make_surroundings(scene, {}).foam_speed, 0) << "also where nothing falls";
}

}  // namespace
}  // namespace undine::testing
