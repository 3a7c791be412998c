// Boundary particles as the passes get them: in the order of their cells, with ψ; refused where ψ would take minutes.
#include "solver/boundary.h"
#include "io/scene_boundary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/radial_kernel.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/fluid_params.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;

Scene pool() {
    Scene scene;
    scene.source = "pool.toml";
    scene.parameters.tank_max = {0.6f, 0.5f, 0.4f};
    scene.parameters.walls = WallModel::particles;
    return scene;
}

TEST(Boundary, PsiIsTheDensityOverTheSumOfTheKernel) {
    const Scene scene = pool();
    const BoundaryState walls = make_boundary(scene);
    const FluidParams params = make_fluid_params(scene, 1, static_cast<uint32_t>(walls.size()));
    const SortedBoundary sorted = sort_boundary(walls, params, make_variant(scene.parameters));
    ASSERT_EQ(sorted.position.size(), walls.size());
    const RadialKernel kernel(scene.parameters);
    for (size_t b = 0; b < sorted.position.size(); b += 37) {
        const glm::dvec3 here(sorted.position[b]);
        double sum = 0;
        for (const glm::vec3& x : walls.position) sum += kernel.weight(glm::length(glm::dvec3(x) - here));
        const double psi = scene.parameters.rest_density / sum;
        EXPECT_NEAR(sorted.position[b].w, psi, 1e-4 * psi) << b;
    }
}

TEST(Boundary, EachCellKeepsTheOrderOfTheFile) {
    const Scene scene = pool();
    BoundaryState walls = make_boundary(scene);
    for (size_t b = 0; b < walls.size(); ++b) walls.psi.push_back(static_cast<float>(b));
    const FluidParams params = make_fluid_params(scene, 1, static_cast<uint32_t>(walls.size()));
    const SortedBoundary sorted = sort_boundary(walls, params, make_variant(scene.parameters));
    ASSERT_EQ(sorted.cell_start.size(), params.cell_count + 1);
    EXPECT_EQ(sorted.cell_start.back(), walls.size());
    for (uint32_t cell = 0; cell < params.cell_count; ++cell)
        for (uint32_t b = sorted.cell_start[cell]; b + 1 < sorted.cell_start[cell + 1]; ++b)
            EXPECT_LT(sorted.position[b].w, sorted.position[b + 1].w);
    for (const vec4& b : sorted.position) EXPECT_EQ(vec3(b), walls.position[static_cast<size_t>(b.w)]);
}

TEST(Boundary, OfManyInOnePlaceIsRefusedUnlessItBringsItsPsi) {
    const Scene scene = pool();
    BoundaryState heap;
    heap.position.resize(100'000, {0.1f, 0.1f, 0.1f});
    const FluidParams params = make_fluid_params(scene, 1, static_cast<uint32_t>(heap.size()));
    const Variant variant = make_variant(scene.parameters);
    EXPECT_EQ(sentence_of([&] { sort_boundary(heap, params, variant); }),
              "the 100,000 boundary particles are too dense for support_radius: computing their psi would take "
              "10,000,000,000 distances, and at most 1,000,000,000 are allowed; raise boundary_spacing, or give the "
              "particles of a PLY file their psi");
    heap.psi.resize(heap.size(), 1);
    EXPECT_EQ(sort_boundary(heap, params, variant).position.size(), heap.size());
}

}  // namespace
}  // namespace undine
