// Walking beside orbiting: from where the one is, back to where the other was, and never through the floor.
#include "render/camera/walk_camera.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "render/camera/orbit_camera.h"

namespace undine {
namespace {

using glm::vec3;

constexpr float kNear = 1e-5f;

Surroundings tank() { return {.tank = {{0, 0, 0}, {2, 1, 1}}}; }
Camera start() { return {.eye = {3, 2, 4}, .target = {1, 0.5f, 0.5f}, .fov_degrees = 32, .given = true}; }

void expect_same_view(const Camera& a, const Camera& b) {
    EXPECT_LT(glm::length(a.eye - b.eye), kNear);
    EXPECT_LT(glm::length(glm::normalize(a.target - a.eye) - glm::normalize(b.target - b.eye)), kNear);
    EXPECT_EQ(a.fov_degrees, b.fov_degrees);
}

TEST(WalkCamera, StartsWhereTheOrbitCameraIsAndGivesItBack) {
    OrbitCamera orbit(start(), tank());
    orbit.orbit({0.3f, 0.2f});
    orbit.zoom(3);
    WalkCamera walk(orbit.camera(), tank());
    EXPECT_EQ(walk.camera().eye, orbit.camera().eye);
    EXPECT_EQ(walk.camera().target, orbit.camera().target);
    EXPECT_FALSE(walk.moved());
    walk.look({0, 0});
    EXPECT_TRUE(walk.moved());
    expect_same_view(walk.camera(), orbit.camera());
    EXPECT_LT(glm::length(walk.camera().target - orbit.camera().target), kNear);
    expect_same_view(OrbitCamera(walk.camera(), tank()).camera(), orbit.camera());
}

TEST(WalkCamera, WalksOnTheLevelAndWithShiftFourTimesAsFast) {
    WalkCamera walk(start(), tank()), running = walk;
    walk.move({0, 0, 1}, 1, false);
    running.move({0, 0, 1}, 1, true);
    const vec3 step = walk.camera().eye - start().eye, run = running.camera().eye - start().eye;
    EXPECT_EQ(step.y, 0);
    EXPECT_GT(glm::dot(step, start().target - start().eye), 0);
    EXPECT_NEAR(glm::length(step), 0.25f * glm::length(vec3(2, 1, 1)), kNear);
    EXPECT_LT(glm::length(run - 4.0f * step), 1e-4f);

    WalkCamera aside(start(), tank());
    aside.move({1, 0, 0}, 1, false);
    const vec3 right = camera_axes(start(), 1).right;
    EXPECT_NEAR(glm::dot(glm::normalize(aside.camera().eye - start().eye), right), 1, kNear);
    aside.move({-1, 0, 0}, 1, false);
    EXPECT_LT(glm::length(aside.camera().eye - start().eye), kNear);
    aside.move({0, 1, 0}, 1, false);
    EXPECT_GT(aside.camera().eye.y, start().eye.y);
    aside.move({0, 0, 0}, 1, true);  // no way: no step, and no division by it
    EXPECT_EQ(aside.camera().eye.x, start().eye.x);
}

TEST(WalkCamera, TheViewTurnsWithTheMouse) {
    WalkCamera walk(start(), tank());
    const CameraAxes axes = camera_axes(start(), 1);
    walk.look({0.1f, 0});
    EXPECT_GT(glm::dot(walk.camera().target - walk.camera().eye, axes.right), 0.1f);
    EXPECT_LT(glm::length(walk.camera().eye - start().eye), kNear) << "it stands";
    const float before = walk.camera().target.y - walk.camera().eye.y;
    walk.look({0, -0.2f});
    EXPECT_GT(walk.camera().target.y - walk.camera().eye.y, before) << "up";
    walk.look({0, 100});
    EXPECT_LT(camera_axes(walk.camera(), 1).back.y, 0.9999f) << "never straight down";
}

TEST(WalkCamera, StaysAboveTheFloor) {
    WalkCamera walk(start(), tank());
    walk.look({0, 0.5f});
    for (int k = 0; k < 100; ++k) walk.move({0, -1, 1}, 1, true);
    EXPECT_GT(walk.camera().eye.y, 0);
    EXPECT_GE(walk.camera().target.y, -kNear) << "an orbit around it stays above too";
    Surroundings open = tank();
    open.has_tank = false;
    WalkCamera fall(start(), open);
    for (int k = 0; k < 100; ++k) fall.move({0, -1, 0}, 1, true);
    EXPECT_LT(fall.camera().eye.y, -10);
}

}  // namespace
}  // namespace undine
