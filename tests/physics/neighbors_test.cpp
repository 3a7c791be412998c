// The neighbour lists against all pairs: dense and hashed grids, outside the tank, below the origin, and too small.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "oracle/oracle_comparison.h"
#include "physics/simulation.h"
#include "scene/sampling.h"
#include "solver/boundary.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using Sets = std::map<uint32_t, std::set<uint32_t>>;  // id → ids of its neighbours

// The test that every backend makes, in the same floats.
bool within(glm::vec3 a, glm::vec3 b, float h) {
    const glm::vec3 d = a - b;
    return d.x * d.x + d.y * d.y + d.z * d.z < h * h;
}

Sets all_pairs(const ParticleState& state, float h) {
    Sets sets;
    for (size_t i = 0; i < state.size(); ++i) {
        sets[state.id[i]];
        for (size_t j = 0; j < state.size(); ++j)
            if (j != i && within(state.position[i], state.position[j], h)) sets[state.id[i]].insert(state.id[j]);
    }
    return sets;
}

// The lists of the last measurement, in ids. Lists are slot-major: the k-th neighbours of all particles together.
Sets listed(Solver& solver) {
    const auto ids = download<uint32_t>(solver, Field::sorted_id);
    const auto slots = download<uint32_t>(solver, Field::neighbors);
    const auto counts = download<uvec2>(solver, Field::neighbor_count);
    Sets sets;
    for (size_t i = 0; i < ids.size(); ++i) {
        const uint32_t kept = std::min(counts[i].x, solver.params().list_capacity);
        std::set<uint32_t>& set = sets[ids[i]];
        for (uint32_t k = 0; k < kept; ++k) set.insert(ids[slots[k * ids.size() + i]]);
        EXPECT_EQ(set.size(), kept) << "a neighbour twice in the list of particle " << ids[i];
    }
    return sets;
}

struct Domain {
    const char* name;
    GridType grid;
    glm::vec3 tank_min, tank_max;
};

// The block lies around the origin, 0.6 m wide.
const Domain kDomains[] = {
    {"dense", GridType::dense, {-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}},
    {"dense, half of it below the tank", GridType::dense, {0, 0, 0}, {0.5f, 0.5f, 0.5f}},
    {"dense, all of it outside", GridType::dense, {5, -7, 1}, {5.3f, -6.8f, 1.25f}},
    {"dense, one cell", GridType::dense, {0, 0, 0}, {0.05f, 0.05f, 0.05f}},
    {"hashed", GridType::hashed, {-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}},
    {"hashed, around a far origin", GridType::hashed, {70, -300, 11}, {71, -299, 12}},
};

class Neighbors : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Neighbors);

TEST_P(Neighbors, AreThePairsCloserThanTheSupport) {
    for (uint32_t dimensions : {2u, 3u})
        for (const Domain& domain : kDomains) {
            SCOPED_TRACE(domain.name);
            SCOPED_TRACE(dimensions);
            Parameters p = only_pressure();
            p.dimensions = dimensions;
            Scene scene = scene_with(p);
            const ParticleState block = jittered_block(scene, 700);
            scene.parameters.grid = domain.grid;
            scene.parameters.tank_min = domain.tank_min;
            scene.parameters.tank_max = domain.tank_max;
            Simulation simulation(scene, block, make_backend());
            simulation.solver.measure();
            EXPECT_EQ(listed(simulation.solver), all_pairs(block, p.support_radius));
        }
}

// A cubic lattice with h = 2d has six neighbours at r = h, but for rounding: the sets must still be those of the
// floats.
TEST_P(Neighbors, AtTheSupportItselfAreDecidedByTheFloats) {
    Parameters p = only_pressure();
    const Scene scene = scene_with(p, {{0, 0, 0}, {0.5f, 0.5f, 0.5f}});
    Simulation simulation(scene, make_backend());
    simulation.solver.measure();
    EXPECT_EQ(listed(simulation.solver), all_pairs(sample_fluid(scene), p.support_radius));
}

TEST_P(Neighbors, BeyondTheCapacityAreCountedExactly) {
    Parameters p = only_pressure();
    p.walls = WallModel::particles;
    p.neighbor_capacity = 20;
    Scene scene = scene_with(p);
    ParticleState block = jittered_block(scene, 700);
    const float clearance = 0.5f * p.particle_spacing;  // nearer to the walls they would be pushed out first
    for (glm::vec3& x : block.position)
        x = glm::clamp(x, scene.parameters.tank_min + clearance, scene.parameters.tank_max - clearance);
    const BoundaryState walls = sample_tank_walls(scene.parameters);
    std::map<uint32_t, uvec2> expected;
    uint64_t dropped = 0;
    for (const auto& [id, set] : all_pairs(block, p.support_radius)) expected[id].x = static_cast<uint32_t>(set.size());
    for (size_t i = 0; i < block.size(); ++i) {
        uvec2& counts = expected[block.id[i]];
        for (const glm::vec3& b : walls.position) counts.y += within(block.position[i], b, p.support_radius);
        if (counts.x + counts.y > 20) dropped += counts.x + counts.y - 20;
    }
    Simulation simulation(scene, block, make_backend());
    const Solver::Measurement measured = simulation.solver.measure();
    const auto ids = download<uint32_t>(simulation.solver, Field::sorted_id);
    for (size_t i = 0; i < ids.size(); ++i)
        EXPECT_EQ(measured.neighbor_count[i], expected[ids[i]]) << "particle " << ids[i];
    EXPECT_GT(dropped, 1000u);
    EXPECT_EQ(measured.dropped_neighbors, dropped);
    EXPECT_EQ(simulation.solver.measure().dropped_neighbors, 2 * dropped) << "the tally runs from the start";
    EXPECT_TRUE(simulation.solver.backend().guards_intact());
}

// Pairs are the same while none comes within h; in one iteration none can.
TEST_P(Neighbors, TraversalAndListGiveTheSameStep) {
    for (GridType grid : {GridType::dense, GridType::hashed}) {
        Parameters p = only_pressure();
        p.walls = WallModel::particles;
        p.grid = grid;
        p.max_iterations = 1;
        Scene scene = scene_with(p);
        const ParticleState start = jittered_block(scene, 1234);
        Simulation list(scene, start, make_backend());
        scene.parameters.neighbors = NeighborSearch::grid;
        Simulation traversal(scene, start, make_backend());
        list.run(1);
        traversal.run(1);
        const reference::Particles expected = [&] {
            const ParticleState state = list.solver.state();
            reference::Particles particles = reference_particles(state);
            particles.density.assign(state.density.begin(), state.density.end());
            particles.lambda.assign(state.lambda.begin(), state.lambda.end());
            return particles;
        }();
        const StateDifference d = compare(start, traversal.solver.state(), expected);
        EXPECT_LE(d.displacement.relative_worst(), tolerance::kReordered);
        EXPECT_LE(d.density.relative_worst(), tolerance::kReordered);
        EXPECT_LE(d.lambda.relative_worst(), tolerance::kReordered);
        const Solver::Measurement a = list.solver.measure(), b = traversal.solver.measure();
        uint64_t pairs = 0, pairs_traversed = 0;
        for (const uvec2& n : a.neighbor_count) pairs += n.x + n.y;
        for (const uvec2& n : b.neighbor_count) pairs_traversed += n.x + n.y;
        EXPECT_NEAR(static_cast<double>(pairs_traversed), static_cast<double>(pairs), 2) << "a pair at rounding from h";
    }
}

}  // namespace
}  // namespace undine::testing
