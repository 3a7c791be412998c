// Solids: where they are, how far away, and that the passes' portable arithmetic agrees with plain doubles.
#include "scene/solid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "scene/scene.h"
#include "solver/fluid_params.h"
#include "solver/leaf_view.h"
#include "solver/solids.h"
#include "solver/wall_table.h"

namespace undine::testing {
namespace {

using glm::dvec3;

using View = LeafView<>;

double difference(const SolidState& a, const SolidState& b, const dvec3& local, double dt, const dvec3& velocity) {
    const dvec3 from = a.center + a.rotation * local, to = b.center + b.rotation * local;
    return glm::length((to - from) / dt - velocity);
}

// A point of the body moves as velocity and angular velocity say, at any time.
TEST(Solid, ItsVelocityIsThatOfItsPlace) {
    const Solid moving[] = {
        {.center = {1, 2, 3},
         .rotation = {10, 20, 30},
         .amplitude = {0.3f, -0.1f, 0.2f},
         .period = 0.8f,
         .phase = 0.3f},
        {.center = {1, 0, 0}, .rotation = {0, 0, 90}, .spin = {30, 200, -70}},
        {.keys = {{0.1f, {0, 0, 0}, {0, 0, 0}}, {0.5f, {1, 0, 0}, {0, 170, 0}}, {0.9f, {1, 2, 0}, {90, 0, 0}}}}};
    const dvec3 local(0.2, -0.1, 0.4);
    for (const Solid& solid : moving)
        for (const double time : {0.0, 0.2, 0.45, 0.7, 2.3}) {
            const double dt = 1e-6;
            const SolidState at = state_at(solid, time), before = state_at(solid, time - dt / 2),
                             after = state_at(solid, time + dt / 2);
            const dvec3 velocity = at.velocity + glm::cross(at.angular_velocity, at.rotation * local);
            EXPECT_LT(difference(before, after, local, dt, velocity), 1e-5) << time;
            const SolidState back = moved_back(after, dt);
            EXPECT_LT(difference(before, back, local, 1, dvec3(0)), 1e-3 * dt * glm::length(velocity) + 1e-12);
            EXPECT_LE(glm::length(at.velocity), greatest_speed(solid, 3) * (1 + 1e-12));
        }
    EXPECT_EQ(state_at(moving[2], 0).center, dvec3(0)) << "at rest before the first key";
    EXPECT_EQ(state_at(moving[2], 5).center, dvec3(1, 2, 0)) << "and after the last one";
    EXPECT_NEAR(greatest_speed({.amplitude = {0.5f, 0, 0}, .period = 2}, 3), 0.5 * M_PI, 1e-6);
}

TEST(Solid, DistancesByHand) {
    const Solid box{.center = {1, 0, 0}, .rotation = {0, 0, 90}, .half_size = {0.3f, 0.1f, 0.2f}};
    const SolidState at = state_at(box, 0);
    EXPECT_NEAR(signed_distance(box, at, {1.6, 0, 0}, 3), 0.5, 1e-6) << "turned: its y is along -x";
    EXPECT_NEAR(signed_distance(box, at, {1, 0.4, 0}, 3), 0.1, 1e-6);
    EXPECT_NEAR(signed_distance(box, at, {1.05, 0, 0}, 3), -0.05, 1e-6);
    EXPECT_NEAR(signed_distance(box, at, {1.4, 0.7, 0}, 3), 0.5, 1e-6) << "from its edge";
    EXPECT_NEAR(signed_distance(box, at, {1.4, 0.7, 5}, 2), 0.5, 1e-6) << "z is not read in 2D";
    const Solid capsule{.half_size = {0, 0.5f, 0}, .radius = 0.1f};
    EXPECT_NEAR(signed_distance(capsule, state_at(capsule, 0), {0.3, 0.2, 0}, 3), 0.2, 1e-6);
    EXPECT_NEAR(signed_distance(capsule, state_at(capsule, 0), {0, -0.8, 0}, 3), 0.2, 1e-6);
    EXPECT_NEAR(reach_of(capsule, 3), 0.6, 1e-6);
}

TEST(Solid, ThePassesFindTheSameDistancesAndTheirGradient) {
    Scene scene;
    scene.solids = {{.center = {0.3f, 0.2f, 0.1f}, .rotation = {30, -50, 70}, .half_size = {0.2f, 0.1f, 0.05f}},
                    {.center = {0.5f, 0.5f, 0.5f}, .radius = 0.2f},
                    {.center = {0.9f, 0.3f, 0.4f}, .half_size = {0, 0.2f, 0}, .radius = 0.1f, .spin = {90, 10, 0}}};
    const double time = 0.3;
    std::vector<vec4> array = solid_array(scene, states_at(scene.solids, time));
    View view{};
    view.params = make_fluid_params(scene, 1, 0);
    view.solid = array.data();
    ASSERT_EQ(view.params.solid_count, 3u);
    std::mt19937 random(7);
    auto uniform = [&] { return static_cast<float>(random() >> 8) / float(1 << 24); };
    for (uint32_t k = 0; k < 3; ++k) {
        const Solid& solid = scene.solids[k];
        const SolidState at = state_at(solid, time);
        for (int n = 0; n < 2000; ++n) {
            const vec3 x{uniform(), uniform(), uniform()};
            const auto point = view.solid_point(view.solid_at(k), x);
            const double expected = signed_distance(solid, at, x, 3);
            ASSERT_NEAR(point.distance, expected, 1e-6);
            EXPECT_LE(std::abs(glm::length(point.normal) - 1), 1e-6);
            const dvec3 normal(view.to_world(view.solid_at(k), point.normal));
            const double further = signed_distance(solid, at, dvec3(x) + 1e-4 * normal, 3);
            EXPECT_NEAR(further - expected, 1e-4, 2e-6) << "the normal is the distance's gradient";
            EXPECT_LE(view.gap_to_sphere(view.solid_at(k), x), expected + 1e-4);
        }
    }
    for (const float x : {1e-20f, 1e-6f, 0.3f, 1.0f, 7.0f, 3e5f})
        EXPECT_NEAR(view.portable_inverse_sqrt(x) * std::sqrt(x), 1, 3e-7) << x;
}

// A ball of a size beyond measure is a half space, and smaller ones displace less in front of them.
TEST(Solid, ABallsTableTendsToTheHalfSpaces) {
    Parameters p;
    const std::vector<vec4> table =
        make_wall_table(p, 0.125f, {{.radius = 1e4f}, {.radius = 0.2f}, {.radius = 0.1f}, {.half_size = {1, 1, 1}}});
    ASSERT_EQ(table.size(), 5u * PBF_WALL_SAMPLES);
    for (uint32_t k = 0; k < PBF_WALL_SAMPLES; k += 16) {
        const vec4 flat = table[k], huge = table[k + PBF_WALL_SAMPLES], ball = table[k + 2 * PBF_WALL_SAMPLES],
                   small = table[k + 3 * PBF_WALL_SAMPLES];
        EXPECT_NEAR(huge.x, flat.x, 1e-4f) << k;
        EXPECT_NEAR(huge.y, flat.y, 1e-4f * table[PBF_WALL_SAMPLES / 2].y);
        EXPECT_NEAR(huge.z, flat.z, 1e-4f * table[0].z);
        EXPECT_LE(ball.x, flat.x + 1e-5f);
        EXPECT_LE(small.x, ball.x + 1e-5f);
    }
    EXPECT_LT(table[PBF_WALL_SAMPLES * 3 + PBF_WALL_SAMPLES / 2].x, 0.85f * table[PBF_WALL_SAMPLES / 2].x);
    EXPECT_EQ(table[4 * PBF_WALL_SAMPLES], vec4(0)) << "a box reads the half space's";
}

}  // namespace
}  // namespace undine::testing
