// Spray, foam and bubbles: how each of them moves, and that none is lost or made twice.
#include "solver/diffuse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "physics/crash.h"
#include "physics/simulation.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// A cube of water at rest in a box that it half fills, with room for some diffuse particles; it creates none.
Scene calm_water() {
    Parameters p;
    p.tank_max = {0.5f, 1, 0.5f};
    p.diffuse_capacity = 200;
    p.spray_drag = 1;
    return scene_with(p, {{0, 0, 0}, {0.5f, 0.5f, 0.5f}});
}

struct Placed {
    vec3 position{};
    vec3 velocity{};
    float life = 1;
    float wetness = 0;
};

// As if water had created it.
void place(Solver& solver, uint32_t slot, const Placed& p) {
    Backend& b = solver.backend();
    const vec4 position(p.position, p.life), velocity(p.velocity, p.wetness);
    const uvec2 id(slot, 0);
    b.upload(Field::diffuse_position, &position, sizeof position, slot * sizeof position);
    b.upload(Field::diffuse_velocity, &velocity, sizeof velocity, slot * sizeof velocity);
    b.upload(Field::diffuse_id, &id, sizeof id, slot * sizeof id);
}

DiffuseState diffuse_of(Simulation& s) { return s.solver.diffuse(); }
DiffusePopulation counts_of(Simulation& s) { return s.solver.diffuse_population(); }

class Diffuse : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Diffuse);

// Two hundred at once: the air around each is in motion, of all together it is not.
TEST_P(Diffuse, SprayFliesAgainstTheDragOfGustyAir) {
    Simulation s(calm_water(), make_backend());
    constexpr int kSpray = 200, kSteps = 30;
    const glm::dvec3 start(1, 0, 0.5);
    for (uint32_t slot = 0; slot < kSpray; ++slot)
        place(s.solver, slot, {.position = {0.1f, 0.9f, 0.2f}, .velocity = start});
    s.run(kSteps);
    const DiffuseState end = diffuse_of(s);
    ASSERT_EQ(end.size(), size_t{kSpray});
    const double dt = s.scene.parameters.dt, slower = std::exp(-dt);
    glm::dvec3 x(0.1, 0.9, 0.2), v = start, air(0);  // air: how far a gust of 1 m/s per m/s would bring it
    for (int k = 0; k < kSteps; ++k) {
        v.y -= kGravity * dt;
        air = slower * air + (1 - slower) * glm::length(v);
        v *= slower;
        x += dt * v;
    }
    glm::dvec3 mean_x(0), mean_v(0), spread(0);
    for (size_t k = 0; k < end.size(); ++k) {
        mean_x += glm::dvec3(end.position[k]) / double{kSpray};
        mean_v += glm::dvec3(end.velocity[k]) / double{kSpray};
        const glm::dvec3 off = glm::dvec3(end.velocity[k]) - v;
        spread += off * off / double{kSpray};
        EXPECT_NEAR(end.life[k], 1 - 0.25 * kSteps * dt, 1e-5);  // it ages a quarter as fast as foam
        EXPECT_EQ(end.kind[k], DiffuseKind::spray);
    }
    const double gust = 0.4 * air.x;  // the fastest along each axis
    EXPECT_LE(glm::length(mean_x - x), 0.1 * gust * kSteps * dt);
    EXPECT_LE(glm::length(mean_v - v), 0.15 * gust);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(std::sqrt(spread[axis] * 3) / gust, 1, 0.15) << axis;
    EXPECT_EQ(counts_of(s).living, uint32_t{kSpray});
}

TEST_P(Diffuse, BubblesRiseAndBecomeFoamThatStaysAndDies) {
    Simulation s(calm_water(), make_backend());
    place(s.solver, 3, {.position = {0.25f, 0.1f, 0.25f}, .life = 1, .wetness = 1});
    s.run(20);
    const Parameters& p = s.scene.parameters;
    const double kept = std::exp(-p.bubble_drag * p.dt);
    const double speed = p.dt * p.bubble_buoyancy * kGravity * (1 - std::pow(kept, 20)) / (1 - kept);
    DiffuseState now = diffuse_of(s);
    ASSERT_EQ(now.size(), 1u);
    EXPECT_EQ(now.kind[0], DiffuseKind::bubble);
    EXPECT_NEAR(now.velocity[0].y, speed, 0.05 * speed);  // of the water's own trembling
    s.run(180);
    now = diffuse_of(s);
    ASSERT_EQ(now.size(), 1u);
    EXPECT_EQ(now.kind[0], DiffuseKind::foam);
    EXPECT_NEAR(now.position[0].y, 0.5, 0.06);
    EXPECT_LT(std::abs(now.velocity[0].y), 0.3);  // the surface's own trembling
    const float life = now.life[0];
    s.run(10);
    EXPECT_NEAR(diffuse_of(s).life[0], life - 10 * p.dt, 1e-5);
    s.run(
        static_cast<int>(2 * life / p.dt));  // where the water is denser it counts as a bubble, which ages more slowly
    EXPECT_EQ(diffuse_of(s).size(), 0u);
    EXPECT_EQ(counts_of(s).living, 0u);
}

TEST_P(Diffuse, WallsHoldItSinksTakeItAndTheOutsideDoes) {
    Scene scene = calm_water();
    scene.parameters.particle_capacity = 2000;
    scene.sinks = {{.min = {0, 0.7f, 0}, .max = {0.1f, 1, 0.5f}}};
    Simulation s(scene, make_backend());
    place(s.solver, 0, {.position = {0.4f, 0.8f, 0.2f}, .velocity = {5, 0, 0}});
    place(s.solver, 1, {.position = {0.15f, 0.9f, 0.2f}, .velocity = {-5, 0, 0}});
    s.run(12);
    const DiffuseState end = diffuse_of(s);
    ASSERT_EQ(end.size(), 1u);
    EXPECT_EQ(end.id[0], 0u);
    EXPECT_NEAR(end.position[0].x, 0.475, 1e-4);  // half a spacing from the wall, as water
    EXPECT_NEAR(end.velocity[0].x, 0, 1e-3);

    Scene open = calm_water();
    open.parameters.walls = WallModel::none;
    Simulation unbounded(open, make_backend());
    place(unbounded.solver, 0, {.position = {0.4f, 0.9f, 0.2f}, .velocity = {20, 0, 0}});
    unbounded.run(20);
    EXPECT_EQ(diffuse_of(unbounded).size(), 0u);
}

TEST_P(Diffuse, CalmWaterCreatesNone) {
    Simulation s(calm_water(), make_backend());
    s.run(30);
    EXPECT_EQ(counts_of(s).created, 0u);
    EXPECT_EQ(counts_of(s).turned_away, 0u);
    EXPECT_TRUE(s.solver.backend().guards_intact());
}

TEST_P(Diffuse, TwoRunsAreTheSameBitsAndAFullHouseCountsWhomItTurnsAway) {
    const auto bits = [](const DiffuseState& s) {
        std::vector<uint32_t> words = s.id;
        words.insert(words.end(), s.born.begin(), s.born.end());
        for (size_t k = 0; k < s.size(); ++k)
            for (const float f : {s.position[k].x, s.position[k].y, s.position[k].z, s.velocity[k].x, s.velocity[k].y,
                                  s.velocity[k].z, s.life[k], s.wetness[k]})
                words.push_back(std::bit_cast<uint32_t>(f));
        return words;
    };
    Scene scene = crash(3);
    Simulation first(scene, towards_each_other(scene), make_backend());
    Simulation second(scene, towards_each_other(scene), make_backend());
    first.run(40);
    for (int k = 0; k < 40; ++k) {
        second.run(1);
        if (k % 7 == 3) diffuse_of(second);
    }
    const DiffuseState whole = diffuse_of(first);
    const DiffusePopulation counts = counts_of(first);
    EXPECT_EQ(bits(whole), bits(diffuse_of(second)));
    EXPECT_EQ(counts, counts_of(second));
    EXPECT_GT(whole.size(), 1000u);
    EXPECT_EQ(counts.turned_away, 0u);
    EXPECT_EQ(std::set<uint32_t>(whole.id.begin(), whole.id.end()).size(), whole.size());
    EXPECT_LT(whole.id.back(), counts.created);

    // What was saved goes on as what was not.
    Simulation third(scene, towards_each_other(scene), make_backend());
    third.run(25);
    Simulation resumed(scene, towards_each_other(scene), make_backend());
    resumed.solver.restore(third.solver.save());
    resumed.run(15);
    EXPECT_EQ(bits(diffuse_of(resumed)), bits(whole));
    EXPECT_EQ(counts_of(resumed), counts);

    scene.parameters.diffuse_capacity = 333;  // no multiple of a block
    Simulation full(scene, towards_each_other(scene), make_backend());
    full.run(40);
    const DiffuseState some = diffuse_of(full);
    const DiffusePopulation now = counts_of(full);
    EXPECT_EQ(some.size(), now.living);
    EXPECT_LE(now.living, 333u);
    EXPECT_GT(now.living, 300u);
    EXPECT_EQ(now.created + now.turned_away, counts.created);  // the water does not feel them
    EXPECT_TRUE(full.solver.backend().guards_intact());

    full.solver.restart(towards_each_other(scene));
    EXPECT_EQ(diffuse_of(full).size(), 0u);
    EXPECT_EQ(counts_of(full), DiffusePopulation{});
}

}  // namespace
}  // namespace undine::testing
