// Water that is no longer water: all particles in one cell, as an explosion or numbers that are not finite leave them.
// A step must end nevertheless, after work in proportion to their number, for a GPU that does not is reset.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "scene/sampling.h"
#include "scene/scene.h"
#include "sim/sizes.glsl"
#include "solver/fluid_params.h"
#include "solver/solver.h"
#include "test_backends.h"

namespace undine {
namespace {

constexpr uint32_t kParticles = 20'000;

class Crowd : public testing::BackendTest {
  protected:
    // Particles at that place, one step later.
    std::unique_ptr<Solver> step_at(glm::vec3 place, NeighborSearch neighbors) const {
        Scene scene;
        scene.source = "test";
        scene.parameters.neighbors = neighbors;
        scene.parameters.max_iterations = 2;
        ParticleState state;
        state.resize(kParticles);
        std::ranges::fill(state.position, place);
        std::iota(state.id.begin(), state.id.end(), 0u);
        auto solver = std::make_unique<Solver>(scene, state, BoundaryState(), make_backend());
        solver->step();
        solver->finish();
        EXPECT_TRUE(solver->backend().guards_intact());
        return solver;
    }
};
UNDINE_ON_EVERY_BACKEND(Crowd);

template <class T>
std::vector<T> download(Solver& solver, Field field) {
    std::vector<T> array(kParticles);
    solver.backend().download(field, array.data(), array.size() * sizeof(T));
    return array;
}

TEST_P(Crowd, MeetsNoMoreThanItCanAndTalliesTheRest) {
    const auto solver = step_at({0.512f, 0.513f, 0.514f}, NeighborSearch::list);
    const auto counts = download<glm::uvec2>(*solver, Field::neighbor_count);
    const auto tally = download<glm::uvec2>(*solver, Field::tally);
    const uint32_t capacity = solver->params().list_capacity;
    for (uint32_t i = 0; i < kParticles; ++i) {
        ASSERT_GE(counts[i].x, PBF_MOST_IN_RUN - 1) << "all of a run but itself, which may be among them";
        ASSERT_LE(counts[i].x, PBF_MOST_IN_RUN);
        ASSERT_EQ(tally[i].x, kParticles - PBF_MOST_IN_RUN + counts[i].x - capacity);
    }
}

TEST_P(Crowd, OfWhatIsNotFinite) {
    for (const NeighborSearch neighbors : {NeighborSearch::list, NeighborSearch::grid}) {
        const auto solver = step_at(glm::vec3(std::numeric_limits<float>::quiet_NaN()), neighbors);
        size_t not_finite = 0;
        for (const glm::vec4& x : download<glm::vec4>(*solver, Field::position)) not_finite += !std::isfinite(x.x);
        EXPECT_EQ(not_finite, kParticles) << "it is seen, not hidden";
    }
}

TEST_P(Crowd, WithoutAListItEndsToo) { step_at({0.512f, 0.513f, 0.514f}, NeighborSearch::grid); }

}  // namespace
}  // namespace undine
