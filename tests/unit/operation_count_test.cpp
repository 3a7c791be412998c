// Counting does not change what passes compute, and counts what a person counts.
#include "measure/operation_count.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "backends/cpu/cpu_backend.h"
#include "backends/cpu/run_pass.h"
#include "io/scene_boundary.h"
#include "measure/counted_passes.h"
#include "scene/parameter_table.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/fluid_arrays.h"
#include "solver/solver.h"

namespace undine::testing {
namespace {

using Settings = std::initializer_list<std::pair<const char*, const char*>>;

Scene small_box(const Settings& settings) {
    Scene scene = parse_scene(R"(
        style = "classic"
        tank_max = [1, 1, 1]
        [[fluid]]
        min = [0, 0, 0]
        max = [0.5, 0.5, 0.5]
        velocity = [1.5, -0.5, 0.2]
    )",
                              "small_box");
    for (auto [key, text] : settings) set_parameter(scene.parameters, key, text, "small_box");
    return scene;
}

using Arrays = std::array<std::vector<std::byte>, kFieldCount>;

// One pass on its own copy of what a backend holds.
struct Copy {
    Arrays memory;
    std::array<void*, kFieldCount> arrays;

    Copy(const FluidArrays& view, const Extents& extents) {
        size_t f = 0;
#define FIELD(type, name, ...) arrays[f++] = view.name;
#include "sim/fields.def"
#undef FIELD
        for (f = 0; f < kFieldCount; ++f) {
            const auto* first = static_cast<const std::byte*>(arrays[f]);
            memory[f].assign(first, first + element_count(Field(f), extents) * kFields[f].stride);
            arrays[f] = memory[f].data();
        }
    }

    void run_shared_body(Pass pass, Variant variant, const FluidParams& params) {
        FluidArrays view{};
        size_t f = 0;
#define FIELD(type, name, ...) view.name = static_cast<type*>(arrays[f++]);
#include "sim/fields.def"
#undef FIELD
        view.params = params;
        run_pass(pass, variant, view, params.particle_count, 1, std::nullopt);
    }

    PassCount count(Pass pass, Variant variant, const FluidParams& params) {
        std::vector<uint32_t> all(params.particle_count);
        for (uint32_t i = 0; i < params.particle_count; ++i) all[i] = i;
        return run_counted({pass, variant.kernel, variant.neighbors, arrays, &params}, all);
    }
};

// Runs two steps and hands every pass of the second to `check(pass, variant, view, extents)`.
template <class Check>
void observe_step(const Scene& scene, Check check) {
    const ParticleState fluid = sample_fluid(scene);
    bool on = false;
    Extents extents;
    Solver solver(scene, fluid, make_boundary(scene),
                  make_cpu_backend(1, [&](Pass pass, Variant variant, const FluidArrays& view) {
                      if (on) check(pass, variant, view, extents);
                  }));
    extents = solver.extents();
    solver.set_pull({.target = {0.5f, 0.5f, 0.5f}, .velocity = {1, 0, 0}, .radius = 0.2f, .stiffness = 100});
    solver.step();
    on = true;
    solver.step();
}

void expect_the_same_bits(const Variant& expected, const Settings& settings) {
    size_t passes = 0;
    observe_step(small_box(settings), [&](Pass pass, Variant variant, const FluidArrays& view, const Extents& extents) {
        SCOPED_TRACE(info(pass).name);
        ASSERT_EQ(variant, expected);
        Copy counted(view, extents), shared(view, extents);
        const PassCount count = counted.count(pass, variant, view.params);
        shared.run_shared_body(pass, variant, view.params);
        for (size_t f = 0; f < kFieldCount; ++f) {
            EXPECT_EQ(counted.memory[f], shared.memory[f]) << kFields[f].name;
            EXPECT_TRUE(count.accesses[f] == 0 || info(pass).bound().contains(Field(f)))
                << "passes.def does not name " << kFields[f].name;
        }
        ++passes;
    });
    EXPECT_GT(passes, 10u);
}

TEST(OperationCount, CountedBodiesComputeTheSameBits) {
    expect_the_same_bits({PBF_KERNEL_POLY6_SPIKY, PBF_NEIGHBORS_LIST},
                         {{"vorticity", "A"}, {"vorticity_epsilon", "0.3"}});
    expect_the_same_bits({PBF_KERNEL_POLY6_SPIKY, PBF_NEIGHBORS_GRID}, {{"neighbors", "grid"}, {"grid", "hashed"}});
    expect_the_same_bits({PBF_KERNEL_CUBIC_SPLINE, PBF_NEIGHBORS_LIST},
                         {{"kernel", "cubic_spline"}, {"walls", "particles"}, {"constraint", "bilateral"}});
    expect_the_same_bits({PBF_KERNEL_CUBIC_SPLINE, PBF_NEIGHBORS_GRID},
                         {{"kernel", "cubic_spline"}, {"neighbors", "grid"}, {"vorticity", "B"}});
    expect_the_same_bits({PBF_KERNEL_POLY6_SPIKY, PBF_NEIGHBORS_LIST},
                         {{"surface_tension", "50"}, {"adhesion", "50"}, {"free_surface_drag", "20"}});
}

TEST(OperationCount, AgreesWithCountingByHand) {
    std::map<Pass, uint64_t> flop;
    uint64_t particles = 0;
    observe_step(small_box({{"max_speed", "0"}}),
                 [&](Pass pass, Variant variant, const FluidArrays& view, const Extents& extents) {
                     flop[pass] = Copy(view, extents).count(pass, variant, view.params).flop;
                     particles = extents.particles;
                 });
    // v = (x − previous)·inv_dt
    EXPECT_EQ(flop.at(Pass::update_velocity), particles * (3 + 3));
    EXPECT_EQ(flop.at(Pass::reorder), 0u);
    // v + dt·a: 6; |v|²: 3 × and 2 +; max_speed²: ×; x + dt·v: 6; of a cell three times − × floor min max.
    const uint64_t without_walls = 6 + 6 + 6 + 3 * 5;
    // The depth in the open box: six − and five min; the range's margin: ×. Of those that are near a wall, n·x − o −
    // clearance for each of six; − d·n for each that the particle was behind.
    const uint64_t at_walls = flop.at(Pass::predict) - particles * (without_walls + 6 + 5 + 1);
    EXPECT_LT(at_walls, particles * (6 * 7 + 3 * 6));  // a corner has three, and not all are near
    EXPECT_GT(at_walls, 0u);                           // it lies on the floor
    EXPECT_EQ(at_walls % 6, 0u);
    // T − x: 3; 1 − r² / R²: 3 × 2 + and × −. Within R: w; s; 1 / (1 + w s (2 + s)): 5; and 5 of each component,
    // with w s √k: 2.
    const uint64_t within = flop.at(Pass::pull) - particles * (3 + 7);
    EXPECT_EQ(within % (2 + 5 + 5 * 3 + 2), 0u);
    EXPECT_GT(within, 0u);
    EXPECT_LT(within, particles * 24);
}

const PassWork& find(const StepWork& work, const std::string& name) {
    for (const PassWork& w : work.passes)
        if (w.name == name) return w;
    throw std::out_of_range(name);
}

TEST(OperationCount, CompulsoryTrafficIsEachElementOnce) {
    Scene scene = small_box({});
    const ParticleState fluid = sample_fluid(scene);
    const double n = double(fluid.size());
    const StepWork work = count_step(scene, fluid, {});
    // predicted, previous and density in, position and velocity_star out; sorted_id in, id out.
    EXPECT_EQ(find(work, "update_velocity").compulsory_bytes, n * (4 * 16 + 4 + 2 * 4));
    EXPECT_EQ(find(work, "update_velocity").accessed_bytes, n * (4 * 16 + 4 + 2 * 4));
    // Gathered once, however often neighbours read it: position, velocity_star, the list and the entry beyond its
    // end, its counts; velocity out.
    const PassWork& xsph = find(work, "apply_xsph");
    EXPECT_NEAR(xsph.compulsory_bytes, n * (3 * 16 + 8 + 4 * (work.neighbors_mean + 1)),
                1.0);  // a rounding of the mean
    EXPECT_GT(*xsph.accessed_bytes, xsph.compulsory_bytes);
    EXPECT_GT(work.neighbors_mean, 10);
    EXPECT_GT(find(work, "sort").compulsory_bytes, 3 * 4 * n);
    EXPECT_FALSE(find(work, "sort").flop.has_value());
    EXPECT_GT(find(work, "sort/scatter").compulsory_bytes, 2 * 4 * n);
}

// A pass that is not over particles is counted over what it is over: a solid has two vectors, and two in each group of
// particles and lane of it.
TEST(OperationCount, OfReactionsThereIsOneASolid) {
    Scene scene = small_box({});
    scene.solids = {{.center = {0.75f, 0.75f, 0.75f}, .radius = 0.1f, .density = 500}};
    const ParticleState fluid = sample_fluid(scene);
    const StepWork work = count_step(scene, fluid, {});
    const double groups = std::ceil(double(fluid.size()) / PBF_REACTION_GROUP);
    const double vectors = 2 * 16;
    EXPECT_EQ(find(work, "finish_reactions").compulsory_bytes, vectors * (1 + groups) + 16);  // and its mass
    EXPECT_EQ(find(work, "join_reactions").compulsory_bytes, vectors * groups * (1 + PBF_REACTION_LANES));
    EXPECT_GE(find(work, "sum_reactions").compulsory_bytes, vectors * groups * PBF_REACTION_LANES);
}

TEST(OperationCount, ManyParticlesAreCountedFromSome) {
    Scene scene = small_box({{"particle_spacing", "0.0175"}, {"support_radius", "0.035"}, {"max_iterations", "1"}});
    const ParticleState fluid = sample_fluid(scene);
    ASSERT_GT(fluid.size(), 20'000u);
    const StepWork work = count_step(scene, fluid, {});
    EXPECT_NEAR(*find(work, "update_velocity").flop, 6.0 * double(fluid.size()), 1e-3);  // rounding of the scale
    // The list's entries in use, and one, estimated from every other particle or so: within a hundredth of all.
    EXPECT_NEAR(find(work, "apply_xsph").compulsory_bytes / double(fluid.size()) - 3 * 16 - 8,
                4 * (work.neighbors_mean + 1), 1.2);
}

}  // namespace
}  // namespace undine::testing
