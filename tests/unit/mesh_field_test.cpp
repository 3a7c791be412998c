// The field of a mesh, as passes read it: against the mesh itself, and against a box whose density is known.
#include "solver/mesh_field.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <random>

#include "scene/scene.h"
#include "solver/fluid_params.h"
#include "solver/leaf_view.h"
#include "solver/solids.h"
#include "solver/wall_table.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;

// What passes see of the bodies of a scene.
struct Seen {
    explicit Seen(const Scene& scene)
        : array(solid_array(scene, states_at(scene.solids, 0))),
          table(make_wall_table(scene.parameters, make_fluid_params(scene, 1, 0).particle_mass, scene.solids)),
          field(mesh_fields(scene.solids, RadialKernel(scene.parameters))) {
        view.params = make_fluid_params(scene, 1, 0);
        view.solid = array.data();
        view.wall_table = table.data();
        view.mesh_field = field.data();
    }
    std::vector<vec4> array, table;
    std::vector<uvec2> field;
    LeafView<> view{};
};

Solid with_mesh(TriangleMesh mesh, glm::vec3 center, glm::vec3 rotation = {0, 0, 0}) {
    Solid solid{.center = center, .rotation = rotation};
    solid.mesh = solid_mesh(mesh);
    return solid;
}

// Also fails if the figures change and the number of the version in field_key() does not.
TEST(MeshField, KeptByAnEarlierRunIsTheOneThatIsMade) {
    Parameters p;
    const RadialKernel kernel(p);
    const TriangleMesh surface = spiky_ball(0.1, 12);
    const std::vector<uvec2> made = make_mesh_field(*solid_mesh(surface), kernel);
    EXPECT_EQ(*mesh_field(solid_mesh(surface), kernel), made);
    EXPECT_EQ(*mesh_field(solid_mesh(surface), kernel), made) << "from the file, for another mesh object";
    EXPECT_NE(*mesh_field(solid_mesh(surface, 1.1), kernel), made);
}

TEST(MeshField, DistanceAndNormalAreThoseOfTheMesh) {
    Scene scene;
    scene.parameters.tank_max = {4, 4, 4};
    scene.solids = {with_mesh(spiky_ball(0, 24), {2, 2, 2}, {20, 30, 40})};
    Seen seen(scene);
    const SolidState at = state_at(scene.solids[0], 0);
    const double h = scene.parameters.support_radius;
    std::mt19937 random(5);
    std::normal_distribution<double> way(0, 1);
    std::uniform_real_distribution<double> depth(-h, h);
    for (int k = 0; k < 2000; ++k) {
        const dvec3 direction = glm::normalize(dvec3{way(random), way(random), way(random)});
        const vec3 x(dvec3(2) + (1 + depth(random)) * direction);
        const auto p = seen.view.solid_point(seen.view.solid_at(0), x);
        // Trilinear interpolation rounds the edges of facets, 7.5° apart, by up to half a cell's diagonal times the
        // tangent of half their angle: √3/2 · h/4 · 0.0655 = 0.0142 h; of 60,000 places the worst has 0.0135 h.
        EXPECT_NEAR(p.distance, signed_distance(scene.solids[0], at, x, 3), 0.0142 * h);
        EXPECT_GT(glm::dot(dvec3(seen.view.to_world(seen.view.solid_at(0), p.normal)), direction), 0.98);
    }
    EXPECT_GT(seen.view.solid_point(seen.view.solid_at(0), vec3(0.2f)).distance, h) << "beyond its grid";
}

// ∫W and ∫∇W over the inside of a body, by summation over points h/40 apart.
vec4 summed(const Solid& solid, const RadialKernel& kernel, const dvec3& x) {
    constexpr int kSteps = 40;
    const SolidState at = state_at(solid, 0);
    const double edge = kernel.h / kSteps, volume = edge * edge * edge;
    dvec3 gradient(0);
    double weight = 0;
    for (int i = -kSteps; i < kSteps; ++i)
        for (int j = -kSteps; j < kSteps; ++j)
            for (int k = -kSteps; k < kSteps; ++k) {
                const dvec3 to = edge * (dvec3(i, j, k) + 0.5);
                const double r = glm::length(to);
                if (r >= kernel.h || signed_distance(solid, at, x + to, 3) > 0) continue;
                weight += kernel.weight(r) * volume;
                gradient += kernel.slope(r) * volume / r * to;
            }
    return vec4(gradient, weight);
}

// A box as a mesh displaces what the box does, at faces, edges and corners.
TEST(MeshField, DisplacesWhatIsInside) {
    for (const KernelType kernel : {KernelType::poly6_spiky, KernelType::cubic_spline}) {
        Scene scene;
        scene.parameters.tank_max = {2, 2, 2};
        scene.parameters.kernel = kernel;
        const glm::vec3 half(0.25f, 0.3f, 0.15f), center(1.013f, 0.987f, 1.001f), turn(10, 35, 70);
        const Solid box{.center = center, .rotation = turn, .half_size = half};
        scene.solids = {with_mesh(box_mesh(half), center, turn)};
        Seen seen(scene);
        const RadialKernel radial(scene.parameters);
        const double weight = solid_weight(scene.parameters, seen.view.params.particle_mass);
        const double steepest = seen.table[PBF_WALL_SAMPLES / 2].y;  // |∫∇W| at a face
        const SolidState at = state_at(box, 0);
        std::mt19937 random(9);
        std::uniform_real_distribution<double> part(-0.4, 0.4);
        int compared = 0;
        while (compared < 60) {
            const vec3 x(at.center + dvec3{part(random), part(random), part(random)});
            const double s = signed_distance(box, at, x, 3);
            if (s < 0 || s > 0.8 * radial.h) continue;  // particles are outside
            ++compared;
            const vec4 expected = static_cast<float>(weight) * summed(box, radial, x);
            const auto term = seen.view.body_density(0, x);
            // As between nodes a quarter of h apart: largest near the edges of the box, 0.0221 and 0.101 at the worst
            // of 1,500 places.
            EXPECT_NEAR(term.fraction, expected.w, 0.025) << "of rest density";
            EXPECT_LT(glm::length(term.gradient - vec3(expected)), 0.11 * steepest) << s / radial.h << " h from it";
        }
    }
}

TEST(MeshField, SolidsOfTheSameMeshShareIt) {
    Solid one = with_mesh(box_mesh({0.1, 0.1, 0.1}), {0, 0, 0}),
          other = with_mesh(box_mesh({0.2, 0.1, 0.1}), {1, 0, 0});
    const std::vector<Solid> solids = {one, {.radius = 1}, other, one};
    const FieldPlaces places = field_places(solids, 0.1);
    EXPECT_EQ(places.first[0], places.first[3]);
    EXPECT_EQ(places.first[2], field_grid(*one.mesh, 0.1).count());
    EXPECT_EQ(places.nodes, places.first[2] + field_grid(*other.mesh, 0.1).count());
}

}  // namespace
}  // namespace undine::testing
