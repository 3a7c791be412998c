// A hand on the camera: what moves, what stays, and where it stops.
#include "render/camera/orbit_camera.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

const Surroundings kTank{.tank = {vec3(0), vec3(3, 2, 1)}};
const Camera kHome{.eye = {4, 2, 5}, .target = {1.5f, 0.8f, 0.5f}, .fov_degrees = 40, .given = true};

constexpr float kRounding = 1e-5f;  // m, of coordinates of a few metres after a turn to angles and back

void expect_near(const vec3& a, const vec3& b) { EXPECT_LT(glm::length(a - b), kRounding); }

float distance(const Camera& c) { return glm::length(c.eye - c.target); }

TEST(OrbitCamera, StartsAtHome) {
    const OrbitCamera orbit(kHome, kTank);
    expect_near(orbit.camera().eye, kHome.eye);
    expect_near(orbit.camera().target, kHome.target);
    EXPECT_EQ(orbit.camera().fov_degrees, kHome.fov_degrees);
    EXPECT_TRUE(orbit.at_home());
}

TEST(OrbitCamera, TurnsAroundTheTargetAtItsDistance) {
    OrbitCamera orbit(kHome, kTank);
    orbit.orbit({0.3f, 0.1f});
    EXPECT_FALSE(orbit.at_home());
    expect_near(orbit.camera().target, kHome.target);
    EXPECT_NEAR(distance(orbit.camera()), distance(kHome), kRounding);
    EXPECT_GT(orbit.camera().eye.y, kHome.eye.y);  // a drag down looks from higher up
    orbit.orbit({-0.3f, -0.1f});
    expect_near(orbit.camera().eye, kHome.eye);
    orbit.orbit({2, 0});  // the height of the picture is half a turn
    expect_near(orbit.camera().eye, kHome.eye);
}

TEST(OrbitCamera, WhatIsUnderThePointerFollowsAPan) {
    OrbitCamera orbit(kHome, kTank);
    const vec2 drag(0.2f, -0.1f);
    orbit.pan(drag);
    const Camera moved = orbit.camera();
    const vec3 seen = project(moved, camera_axes(moved, 1), kHome.target);  // −1 … 1 over the picture's height
    EXPECT_NEAR(seen.x, 2 * drag.x, kRounding);
    EXPECT_NEAR(seen.y, -2 * drag.y, kRounding);
    expect_near(moved.eye - moved.target, kHome.eye - kHome.target);
}

TEST(OrbitCamera, TheWheelGoesToTheTargetAndBack) {
    OrbitCamera orbit(kHome, kTank);
    orbit.zoom(3);
    EXPECT_LT(distance(orbit.camera()), distance(kHome));
    expect_near(orbit.camera().target, kHome.target);
    orbit.zoom(-3);
    expect_near(orbit.camera().eye, kHome.eye);
    orbit.zoom(1000);
    EXPECT_GT(distance(orbit.camera()), 0);
    orbit.zoom(-1000);
    EXPECT_LT(distance(orbit.camera()), 1000);
}

TEST(OrbitCamera, StopsShortOfStraightDownAndAtTheFloor) {
    OrbitCamera orbit(kHome, kTank);
    orbit.orbit({0, 10});
    const CameraAxes axes = camera_axes(orbit.camera(), 1);
    EXPECT_GT(glm::dot(axes.back, vec3(0, 1, 0)), 0.99f);
    EXPECT_GT(glm::length(vec2(axes.back.x, axes.back.z)), 1e-3f);  // there still is an up
    for (int turn = 0; turn < 20; ++turn) {
        orbit.orbit({0.1f, -1});
        orbit.zoom(-5);
        orbit.pan({0, -1});
        EXPECT_GE(orbit.camera().eye.y, kTank.tank.min.y - kRounding * distance(orbit.camera()));
        EXPECT_GE(orbit.camera().target.y, kTank.tank.min.y);
    }
}

TEST(OrbitCamera, ACameraThatStartsBelowTheFloorStaysThere) {
    Camera below = kHome;
    below.eye.y = -2;
    OrbitCamera orbit(below, kTank);
    orbit.orbit({0.1f, 0});
    EXPECT_NEAR(orbit.camera().eye.y, -2, kRounding);
}

TEST(OrbitCamera, MovesInThePlaneIn2D) {
    Surroundings flat = kTank;
    flat.flat = true;
    const Camera home{.eye = {1, 1, 5}, .target = {1, 1, 0}, .fov_degrees = 40, .given = true};
    OrbitCamera orbit(home, flat);
    orbit.orbit({0.2f, 0.1f});
    const Camera c = orbit.camera();
    expect_near(c.eye - c.target, home.eye - home.target);
    EXPECT_LT(c.target.x, home.target.x);
    EXPECT_GT(c.target.y, home.target.y);
    EXPECT_EQ(c.target.z, 0);
}

}  // namespace
}  // namespace undine
