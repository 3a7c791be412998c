// Every pass of passes.def, on every device, against the CPU: same input, compared output, everything else untouched.
#include "measure/lockstep.h"

#include <gtest/gtest.h>

#include <set>

#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/boundary.h"
#include "solver/solver.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// 1,234-odd particles, a count that no workgroup size divides, splashing into a corner.
Scene small_dam(std::initializer_list<std::pair<const char*, const char*>> settings) {
    Scene scene = parse_scene(R"(
        dt = 0.004
        tank_max = [1.3, 1, 0.55]
        [[fluid]]
        min = [0, 0, 0]
        max = [0.55, 0.55, 0.5]
        velocity = [1.5, -0.5, 0.2]
        [[fluid]]
        min = [0.9, 0.3, 0.1]
        max = [1.1, 0.45, 0.3]
    )", "small_dam");
    for (auto [key, text] : settings) set_parameter(scene.parameters, key, text, "small_dam");
    if (scene.parameters.dimensions == 2)
        for (FluidBox& box : scene.fluids) box.velocity.z = 0;
    return scene;
}

// A lattice has pairs at exactly r = h and no vorticity gradient: shake it, the same way every time.
ParticleState shaken(ParticleState state, const Parameters& p) {
    uint32_t seed = 12345;
    auto next = [&] {
        seed = seed * 1664525u + 1013904223u;
        return float(seed >> 8) / float(1u << 24) - 0.5f;
    };
    for (auto& x : state.position)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis) x[axis] += 0.2f * p.particle_spacing * next();
    for (auto& v : state.velocity)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis) v[axis] += next();
    return state;
}

struct Case {
    const char* name;
    std::initializer_list<std::pair<const char*, const char*>> settings;
};

const Case kCases[] = {
    {"list", {}},
    {"bilateral_vorticity_A", {{"constraint", "bilateral"}, {"vorticity", "A"}, {"vorticity_epsilon", "0.3"}}},
    {"cubic_spline_vorticity_B", {{"kernel", "cubic_spline"}, {"vorticity", "B"}, {"vorticity_epsilon", "0.3"}}},
    {"grid", {{"neighbors", "grid"}, {"vorticity", "A"}}},
    {"grid_cubic_spline", {{"neighbors", "grid"}, {"kernel", "cubic_spline"}}},
    {"hashed", {{"grid", "hashed"}}},
    {"hashed_grid", {{"grid", "hashed"}, {"neighbors", "grid"}, {"walls", "particles"}}},
    {"boundary_particles", {{"walls", "particles"}}},
    {"clamp_walls_speed_limit", {{"walls", "clamp"}, {"max_speed", "0.05"}}},
    {"no_walls", {{"walls", "none"}}},
    {"two_dimensions", {{"dimensions", "2"}, {"vorticity", "A"}}},
    {"tolerance_exit", {{"density_tolerance", "0.03"}, {"max_iterations", "30"}, {"min_iterations", "2"}}},
    {"small_list", {{"neighbor_capacity", "16"}}},
};

class Parity : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Parity);

std::string describe(const ChannelDifference& d) {
    char text[256];
    std::snprintf(text, sizeof text, "%s %s: max %.3g, RMS %.3g, rounding %.3g, NMSE %.3g, %llu unequal, %llu not finite",
                  d.pass.c_str(), d.channel.c_str(), d.max_difference, d.rms, d.rounding, d.nmse,
                  static_cast<unsigned long long>(d.unequal_integers), static_cast<unsigned long long>(d.not_finite));
    return text;
}

TEST_P(Parity, EveryPassAgreesWithTheCpu) {
    std::set<std::string> compared;
    for (const Case& c : kCases) {
        SCOPED_TRACE(c.name);
        const Scene scene = small_dam(c.settings);
        auto pair = std::make_unique<LockstepBackend>(make_test_backend("cpu", 1), make_backend());
        LockstepBackend& lockstep = *pair;
        Solver solver(scene, shaken(sample_fluid(scene), scene.parameters), make_boundary(scene), std::move(pair));
        ASSERT_NE(solver.extents().particles % 128, 0u);
        for (int step = 0; step < 3; ++step) solver.step();
        EXPECT_TRUE(lockstep.guards_intact());
        EXPECT_TRUE(lockstep.trespasses().empty()) << lockstep.trespasses().front();
        for (const ChannelDifference& d : lockstep.differences()) {
            EXPECT_TRUE(d.within(tolerance::kParityMaxError, tolerance::kParityMaxNmse)) << describe(d);
            EXPECT_GT(d.compared, 0u) << describe(d);
            compared.insert(d.pass);
        }
    }
    for (const PassInfo& p : kPasses)
        if (p.shared_body && p.name != "order_in_cell")  // compared as part of sort_particles
{ EXPECT_TRUE(compared.contains(std::string(p.name))) << p.name; }
    EXPECT_TRUE(compared.contains("sort_particles"));
    EXPECT_TRUE(compared.contains("check_convergence"));
}

// A backend that gets one constant slightly wrong.
class Wrong : public Backend {
  public:
    Wrong(std::unique_ptr<Backend> right, float FluidParams::* constant, float factor)
        : right_(std::move(right)), constant_(constant), factor_(factor) {}
    std::string name() const override { return "wrong " + right_->name(); }
    void allocate(const Extents& e, Variant v) override { right_->allocate(e, v); }
    void upload(Field f, const void* d, uint64_t b, uint64_t o) override { right_->upload(f, d, b, o); }
    void download(Field f, void* d, uint64_t b, uint64_t o) override { right_->download(f, d, b, o); }
    void fill(Field f, uint32_t w) override { right_->fill(f, w); }
    void set_params(const FluidParams& p) override {
        FluidParams wrong = p;
        wrong.*constant_ *= factor_;
        right_->set_params(wrong);
    }
    void run(Pass p) override { right_->run(p); }
    void sort_particles() override { right_->sort_particles(); }
    void check_convergence() override { right_->check_convergence(); }
    void finish() override { right_->finish(); }
    bool guards_intact() override { return right_->guards_intact(); }
    void time_passes(bool on) override { right_->time_passes(on); }
    std::vector<PassTime> take_pass_times() override { return right_->take_pass_times(); }

  private:
    std::unique_ptr<Backend> right_;
    float FluidParams::* constant_;
    float factor_;
};

TEST_P(Parity, AWrongConstantIsFoundInThePassThatUsesIt) {
    struct Planted {
        float FluidParams::* constant;
        const char* first_pass;
    };
    for (const Planted& planted : {Planted{&FluidParams::dt, "predict"}, Planted{&FluidParams::support_radius_sq, "find_neighbors"},
                                   Planted{&FluidParams::relaxation, "compute_lambda"}, Planted{&FluidParams::scorr_k, "apply_delta_p"},
                                   Planted{&FluidParams::inv_dt, "update_velocity"}, Planted{&FluidParams::xsph_c, "apply_xsph"}}) {
        SCOPED_TRACE(planted.first_pass);
        const Scene scene = small_dam({});
        auto wrong = std::make_unique<Wrong>(make_backend(), planted.constant, 1.01f);
        auto pair = std::make_unique<LockstepBackend>(make_test_backend("cpu", 1), std::move(wrong));
        LockstepBackend& lockstep = *pair;
        Solver solver(scene, shaken(sample_fluid(scene), scene.parameters), {}, std::move(pair));
        solver.step();
        std::string first;
        for (const ChannelDifference& d : lockstep.differences())
            if (first.empty() && !d.within(tolerance::kParityMaxError, tolerance::kParityMaxNmse)) first = d.pass;
        EXPECT_EQ(first, planted.first_pass);
    }
}

}  // namespace
}  // namespace undine::testing
