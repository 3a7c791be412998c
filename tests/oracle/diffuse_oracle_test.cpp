// Spray, foam and bubbles of every backend against the double-precision reference: 50 steps of two blocks of water that
// crash into each other, whose state the reference takes from the backend; what it makes of it is its own.
#include <gtest/gtest.h>

#include <map>

#include "oracle/oracle_comparison.h"
#include "oracle/reference_diffuse.h"
#include "physics/crash.h"
#include "solver/diffuse.h"
#include "solver/field_transfer.h"
#include "solver/solver.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

reference::DiffuseParameters diffuse_parameters(const Parameters& p) {
    return {.trapped_air_rate = p.trapped_air_rate,
            .trapped_air_min = p.trapped_air_min,
            .trapped_air_max = p.trapped_air_max,
            .crest_rate = p.crest_rate,
            .crest_min = p.crest_min,
            .crest_max = p.crest_max,
            .energy_min = p.splash_energy_min,
            .energy_max = p.splash_energy_max,
            .life_min = p.foam_lifetime_min,
            .life_max = p.foam_lifetime_max,
            .spray_drag = p.spray_drag,
            .bubble_buoyancy = p.bubble_buoyancy,
            .bubble_drag = p.bubble_drag};
}

// As the step has left it, in the backend's order.
reference::Water water_of(Solver& solver) {
    reference::Water water;
    const auto vector = [](const vec4& v) { return reference::Vec3{v.x, v.y, v.z}; };
    for (const vec4& x : download<vec4>(solver.backend(), Field::position, solver.extents())) {
        water.position.push_back(vector(x));
        water.density.push_back(x.w);
    }
    for (const vec4& v : download<vec4>(solver.backend(), Field::velocity, solver.extents()))
        water.velocity.push_back(vector(v));
    water.id = download<uint32_t>(solver.backend(), Field::id, solver.extents());
    return water;
}

class DiffuseOracle : public BackendTest {};
UNDINE_ON_BACKENDS(DiffuseOracle, exact_backend_names());

TEST_P(DiffuseOracle, FiftyStepsAgreeWithTheReference) {
    for (const uint32_t dimensions : {3u, 2u}) {
        SCOPED_TRACE(dimensions);
        Scene scene = crash(dimensions);
        scene.parameters.neighbors = NeighborSearch::grid;  // a list lacks pairs that come within h during a step
        Solver solver(scene, towards_each_other(scene), {}, make_backend());
        const reference::Parameters parameters = reference_parameters(scene);
        const reference::DiffuseParameters diffuse = diffuse_parameters(scene.parameters);
        reference::Diffuse expected;
        for (int step = 0; step < 50; ++step) {
            solver.step();
            step_diffuse(parameters, diffuse, water_of(solver), expected);
        }
        const DiffuseState actual = solver.diffuse();
        const DiffusePopulation counts = solver.diffuse_population();
        const std::string in_space = std::to_string(dimensions) + "D";
        RecordProperty("created_" + in_space, std::to_string(counts.created));
        EXPECT_EQ(counts.created, expected.created);
        EXPECT_EQ(counts.turned_away, 0u);
        EXPECT_EQ(counts.steps, 50u);
        EXPECT_EQ(counts.living, actual.size());
        EXPECT_EQ(actual.size(), expected.living.size());
        EXPECT_GT(actual.size(), dimensions == 3 ? 1500u : 200u);
        EXPECT_LT(actual.size(), counts.created);  // some have died

        std::map<uint32_t, const reference::DiffuseParticle*> by_id;
        for (const reference::DiffuseParticle& own : expected.living) by_id[own.id] = &own;
        size_t kinds[3]{}, far = 0;
        double squares = 0;
        for (size_t k = 0; k < actual.size(); ++k) {
            const auto found = by_id.find(actual.id[k]);
            ASSERT_NE(found, by_id.end()) << actual.id[k];
            const reference::DiffuseParticle& own = *found->second;
            const glm::vec3 x = actual.position[k];
            const double apart =
                length(reference::Vec3{x.x, x.y, x.z} - own.position) / scene.parameters.particle_spacing;
            far += apart > tolerance::kDiffuseFar;
            squares += apart * apart;
            EXPECT_NEAR(actual.life[k], own.life, 1e-3) << actual.id[k];
            ++kinds[static_cast<size_t>(actual.kind[k])];
        }
        const double rms = std::sqrt(squares / double(actual.size()));
        RecordProperty("living_" + in_space, std::to_string(actual.size()));
        RecordProperty("apart_" + in_space, std::to_string(1e6 * rms) + "e-6 d RMS, far: " + std::to_string(far));
        EXPECT_LE(far, actual.size() / 200) << "RMS " << rms;
        for (const DiffuseKind kind : {DiffuseKind::spray, DiffuseKind::foam, DiffuseKind::bubble})
            EXPECT_TRUE(kinds[static_cast<size_t>(kind)] > 10 || (dimensions == 2 && kind == DiffuseKind::spray));
    }
}

}  // namespace
}  // namespace undine::testing
