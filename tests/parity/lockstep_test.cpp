// Every pass of passes.def, on every device, against the CPU: same input, compared output, everything else
// untouched.
#include "measure/lockstep.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/compare/compare_report.h"
#include "io/scene_boundary.h"
#include "parity/planted_error.h"
#include "parity/small_splash.h"
#include "solver/fluid_params.h"
#include "solver/solver.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

struct Case {
    const char* name;
    std::vector<Setting> settings;
    Pull pull{};
    bool come_and_go = false;
    bool solids = false;
    bool floating = false;  // the first of them
};

// Around a part of the splash, and quick enough for the damping to count.
const Pull kHand{.target = {0.5f, 0.4f, 0.3f}, .velocity = {0.5f, 1, -0.3f}, .radius = 0.3f, .stiffness = 900};

// Water that creates spray, foam and bubbles from the first step on, and none for long.
#define SPLASHES                                                                                                       \
    {"diffuse_capacity", "3000"}, {"splash_energy_min", "0"}, {"splash_energy_max", "0.01"}, {"trapped_air_min", "0"}, \
        {"trapped_air_max", "0.5"}, {"trapped_air_rate", "2e6"}, {"crest_min", "0"}, {"crest_rate", "2e6"},            \
        {"foam_lifetime_min", "0.001"}, {                                                                              \
        "foam_lifetime_max", "0.02"                                                                                    \
    }

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
    {"no_walls", {{"walls", "none"}, {"viscosity_density", "neighbor"}}},
    {"two_dimensions", {{"dimensions", "2"}, {"vorticity", "A"}, {"viscosity", "0.05"}}},
    {"viscosity", {{"viscosity", "0.05"}, {"xsph_rate", "12.5"}}},
    {"tolerance_exit", {{"density_tolerance", "0.03"}, {"max_iterations", "30"}, {"min_iterations", "2"}}},
    {"small_list", {{"neighbor_capacity", "16"}}},
    {"wcsph", {{"method", "wcsph"}, {"dt", "0.001"}, {"viscosity", "0.1"}}},
    {"wcsph_grid_particles",
     {{"method", "wcsph"},
      {"dt", "0.001"},
      {"neighbors", "grid"},
      {"walls", "particles"},
      {"kernel", "cubic_spline"},
      {"pressure_form", "mueller"},
      {"constraint", "bilateral"}}},
    {"wcsph_speed_limit", {{"method", "wcsph"}, {"dt", "0.001"}, {"max_speed", "0.01"}}},
    {"wcsph_two_dimensions", {{"method", "wcsph"}, {"dt", "0.001"}, {"dimensions", "2"}, {"constraint", "bilateral"}}},
    {"surface", {{"surface_tension", "50"}, {"adhesion", "50"}, {"free_surface_drag", "20"}}},
    {"surface_grid_particles",
     {{"surface_tension", "50"},
      {"adhesion", "50"},
      {"neighbors", "grid"},
      {"walls", "particles"},
      {"kernel", "cubic_spline"}}},
    {"surface_wcsph_two_dimensions",
     {{"method", "wcsph"},
      {"dt", "0.001"},
      {"dimensions", "2"},
      {"cohesion", "50"},
      {"adhesion", "50"},
      {"free_surface_drag", "20"}}},
    {"surface_solids", {{"adhesion", "50"}, {"surface_tension", "50"}}, {}, false, true},
    {"pull", {}, kHand},
    {"pull_in_two_dimensions", {{"dimensions", "2"}}, kHand},
    {"come_and_go", {}, {}, true},
    {"come_and_go_grid_tolerance",
     {{"neighbors", "grid"}, {"density_tolerance", "0.03"}, {"max_iterations", "30"}, {"min_iterations", "2"}},
     {},
     true},
    {"come_and_go_wcsph", {{"method", "wcsph"}, {"dt", "0.001"}}, {}, true},
    {"come_and_go_in_two_dimensions", {{"dimensions", "2"}}, {}, true},
    {"solids", {}, {}, false, true},
    {"solids_grid_spline",
     {{"neighbors", "grid"}, {"kernel", "cubic_spline"}, {"grid", "hashed"}, {"viscosity", "0.02"}},
     {},
     false,
     true},
    {"floating_tolerance",
     {{"density_tolerance", "0.03"}, {"max_iterations", "30"}, {"min_iterations", "2"}},
     {},
     false,
     true,
     true},
    {"friction", {{"friction", "0.4"}, {"restitution", "0.5"}}},
    {"friction_solids_two_dimensions",
     {{"friction", "0.4"}, {"restitution", "0.5"}, {"dimensions", "2"}, {"neighbors", "grid"}},
     {},
     false,
     true},
    {"friction_floating_spline",
     {{"friction", "0.4"}, {"restitution", "0.5"}, {"kernel", "cubic_spline"}},
     {},
     true,
     true,
     true},
    {"slip_floating", {{"slip_length", "0.01"}, {"viscosity", "0.02"}}, {}, false, true, true},
    {"slip_wcsph",
     {{"method", "wcsph"}, {"dt", "0.001"}, {"slip_length", "0"}, {"viscosity", "0.02"}, {"neighbors", "grid"}},
     {},
     false,
     true},
    {"friction_boundary_particles", {{"friction", "0.4"}, {"walls", "particles"}, {"neighbors", "grid"}}},
    {"floating_come_and_go", {{"neighbors", "grid"}}, {}, true, true, true},
    {"from_the_start", {{"gradients", "start"}, {"repulsion", "shift"}, {"error_rate", "1"}, {"viscosity", "0.02"}}},
    {"from_the_start_grid_two_dimensions_tolerance",
     {{"gradients", "start"},
      {"repulsion", "shift"},
      {"dimensions", "2"},
      {"neighbors", "grid"},
      {"density_tolerance", "0.03"},
      {"max_iterations", "30"}}},
    {"from_the_start_spline_boundary_particles",
     {{"gradients", "start"},
      {"repulsion", "none"},
      {"constraint", "bilateral"},
      {"kernel", "cubic_spline"},
      {"walls", "particles"},
      {"surface_tension", "50"}}},
    {"from_the_start_floating_friction_come_and_go",
     {{"gradients", "start"}, {"repulsion", "shift"}, {"friction", "0.4"}, {"error_rate", "1"}},
     {},
     true,
     true,
     true},
    {"coarse", {{"gradients", "start"}, {"repulsion", "shift"}, {"coarse_sweeps", "3"}, {"error_rate", "1"}}},
    {"coarse_two_dimensions_come_and_go",
     {{"gradients", "start"},
      {"repulsion", "none"},
      {"coarse_sweeps", "3"},
      {"dimensions", "2"},
      {"warm_start", "0.5"}},
     {},
     true},
    {"coarse_floating_friction",
     {{"gradients", "start"},
      {"repulsion", "shift"},
      {"coarse_sweeps", "3"},
      {"friction", "0.4"},
      {"warm_start", "0.5"}},
     {},
     false,
     true,
     true},
    {"shift_solids_grid", {{"repulsion", "shift"}, {"neighbors", "grid"}}, {}, false, true},
    {"diffuse", {SPLASHES}},
    {"diffuse_grid_two_dimensions", {SPLASHES, {"neighbors", "grid"}, {"dimensions", "2"}, {"surface_tension", "1"}}},
    {"diffuse_hashed_solids_come_and_go", {SPLASHES, {"grid", "hashed"}}, {}, true, true},
    {"diffuse_wcsph", {SPLASHES, {"method", "wcsph"}, {"dt", "0.001"}}},
    {"solids_in_two_dimensions", {{"dimensions", "2"}}, {}, false, true},
    {"solids_wcsph_come_and_go", {{"method", "wcsph"}, {"dt", "0.001"}}, {}, true, true},
};

class Parity : public BackendTest {};
UNDINE_ON_BACKENDS(Parity, exact_backend_names());

std::vector<std::unique_ptr<Backend>> candidates(std::unique_ptr<Backend> first, std::unique_ptr<Backend> second = {}) {
    std::vector<std::unique_ptr<Backend>> list;
    list.push_back(std::move(first));
    if (second) list.push_back(std::move(second));
    return list;
}

// The CPU and the candidates, for some steps.
LockstepReport run_lockstep(const Scene& scene, std::vector<std::unique_ptr<Backend>> others, uint64_t steps,
                            uint64_t alone = 0, const Pull& pull = {}) {
    auto together = std::make_unique<LockstepBackend>(make_test_backend("cpu"), std::move(others));
    LockstepBackend& lockstep = *together;
    Solver solver(scene, shaken_fluid(scene), make_boundary(scene), std::move(together),
                  {.derived = field_set({Field::ellipsoid})});
    EXPECT_NE(solver.extents().particles % 128, 0u);
    solver.set_pull(pull);
    for (uint64_t step = 1; step <= alone + steps; ++step) {
        lockstep.begin_step(step, step > alone);
        solver.step();
        solver.derive(field_set({Field::ellipsoid}));
        solver.sum_health();
    }
    return lockstep.report();
}

std::string describe(const ChannelDifference& d) {
    const ChannelComparison& w = d.worst;
    char text[256];
    std::snprintf(text, sizeof text,
                  "%s %s: max %.3g, RMS %.3g, rounding %.3g, NMSE %.3g, %llu unequal, %llu not finite", d.pass.c_str(),
                  d.channel.c_str(), w.max_difference, w.rms, w.rounding, w.nmse,
                  static_cast<unsigned long long>(d.unequal_integers), static_cast<unsigned long long>(d.not_finite));
    return text;
}

TEST_P(Parity, EveryPassAgreesWithTheCpu) {
    std::set<std::string> compared;
    for (const Case& c : kCases) {
        SCOPED_TRACE(c.name);
        Scene scene = small_splash(c.settings);
        if (c.come_and_go) scene = with_traffic(scene);
        if (c.solids) scene = with_solids(scene);
        if (c.floating) scene.solids[0].density = 400;
        const LockstepReport report = run_lockstep(scene, candidates(make_backend()), 3, 0, c.pull);
        const LockstepReport::Candidate& own = report.candidates.at(0);
        EXPECT_TRUE(own.guards_intact);
        EXPECT_TRUE(own.trespasses.empty()) << own.trespasses.front().pass << ": " << own.trespasses.front().field;
        EXPECT_FALSE(first_beyond(report));
        for (const ChannelDifference& d : own.differences) {
            EXPECT_TRUE(d.within()) << describe(d);
            EXPECT_EQ(d.pairs_differing, 0u) << describe(d);
            EXPECT_GT(d.compared, 0u) << describe(d);
        }
        compared.insert(report.passes.begin(), report.passes.end());
    }
    for (const PassInfo& p : kPasses)
        if (p.shared_body && p.name != "order_in_cell" && p.name != "count_living")  // parts of sort_particles
        {
            EXPECT_TRUE(compared.contains(std::string(p.name))) << p.name;
        }
    EXPECT_TRUE(compared.contains("sort_particles"));
    EXPECT_TRUE(compared.contains("check_convergence"));
}

// Every pass that computes with a constant; the others only move data or add it up.
std::vector<PlantedError> planted_errors() {
    const std::vector<Setting> whirls{{"vorticity", "A"}, {"vorticity_epsilon", "0.3"}};
    const std::vector<Setting> until_converged{{"density_tolerance", "0.03"}, {"max_iterations", "4"}};
    const std::vector<Setting> surface{{"surface_tension", "50"}, {"adhesion", "50"}, {"free_surface_drag", "20"}};
    const std::vector<Setting> rough{{"friction", "0.4"}, {"restitution", "0.5"}};
    const std::vector<Setting> sticky{{"slip_length", "0.01"}, {"viscosity", "0.02"}};
    const std::vector<Setting> start{
        {"gradients", "start"}, {"repulsion", "shift"}, {"error_rate", "0.1"}, {"density_tolerance", "0"}};
    std::vector<Setting> coarse = start;
    coarse.push_back({"coarse_sweeps", "3"});
    std::vector<Setting> warm = start;
    warm.push_back({"warm_start", "0.5"});
    const std::vector<Setting> splashes{SPLASHES};
    const std::vector<Setting> sound{{"method", "wcsph"}, {"dt", "0.001"}, {"constraint", "bilateral"}};
    const std::vector<Setting> slow{
        {"method", "wcsph"}, {"dt", "0.001"}, {"constraint", "bilateral"}, {"max_speed", "0.01"}};
    return {{"pull", &FluidParams::pull_rate, 1.01f, {}, kHand},
            {"predict", &FluidParams::dt},
            {"find_neighbors", &FluidParams::support_radius_sq},
            {"weigh_solids", &FluidParams::wall_table_scale, 1.01f, {}, {}, true},
            {"avoid_solids", &FluidParams::wall_clearance, 1.01f, {}, {}, true},
            // A hundredth more of it would be lost in the rounding of positions.
            {"apply_friction", &FluidParams::friction, 2, rough, {}, true},
            {"apply_restitution", &FluidParams::restitution, 1.01f, rough, {}, true},
            {"drag_at_solids", &FluidParams::drag_scale, 1.01f, sticky, {}, true},
            {"leave_solids", &FluidParams::wall_clearance, 1.01f, {}, {}, true},
            {"press_solids", &FluidParams::wall_table_scale, 1.01f, {}, {}, true, true},
            {"finish_reactions", &FluidParams::particle_mass, 1.01f, {}, {}, true, true},
            {"give_way", &FluidParams::inv_dt, 1.01f, {}, {}, true, true},
            {"stop_at_solids", &FluidParams::wall_clearance, 1.01f, sound, {}, true},
            {"compute_lambda", &FluidParams::relaxation},
            {"begin_multiplier", &FluidParams::error_per_step, 1.5f, start},
            {"begin_multiplier", &FluidParams::warm_start, 1.01f, warm},
            {"compute_multiplier", &FluidParams::relaxation, 1.01f, start},
            {"update_multiplier", &FluidParams::inv_rest_density, 1.01f, start},
            {"load_coarse", &FluidParams::mass_ratio, 1.01f, coarse},
            {"relax_red", &FluidParams::coarse_relaxation, 1.01f, coarse},
            {"relax_black", &FluidParams::coarse_relaxation, 1.01f, coarse},
            {"apply_coarse", &FluidParams::inv_rest_density, 0.9f, coarse},
            {"shift_positions", &FluidParams::wall_clearance, 1.01f, start},
            {"check_convergence", &FluidParams::inv_rest_density, 1.01f, until_converged},
            {"apply_delta_p", &FluidParams::scorr_k},
            {"update_velocity", &FluidParams::inv_dt},
            {"update_velocity", &FluidParams::multiplier_pressure, 1.01f, start},
            {"compute_vorticity", &FluidParams::particle_mass, 1.01f, whirls},
            {"confine_vorticity", &FluidParams::vorticity_epsilon, 1.01f, whirls},
            {"compute_surface_normal", &FluidParams::support_radius, 1.01f, surface},
            {"apply_surface_tension", &FluidParams::area_tension, 1.01f, surface},
            {"apply_adhesion", &FluidParams::solid_adhesion, 1.01f, surface},
            {"drag_free_surface", &FluidParams::free_surface_drag, 1.01f, surface},
            {"apply_xsph", &FluidParams::xsph_c},
            {"apply_xsph", &FluidParams::particle_mass, 1.01f, start},
            {"compute_density", &FluidParams::particle_mass, 1.01f, sound},
            {"accelerate", &FluidParams::stiffness, 1.01f, sound},
            {"limit_speed", &FluidParams::max_speed, 1.01f, slow},
            {"advect", &FluidParams::dt, 1.01f, sound},
            {"estimate_births", &FluidParams::trapped_air_norm, 1.01f, splashes},
            {"advect_diffuse", &FluidParams::dt, 1.01f, splashes},
            {"stop_diffuse_at_solids", &FluidParams::wall_clearance, 1.01f, splashes, {}, true},
            {"spawn_diffuse", &FluidParams::diffuse_radius, 2, splashes},
            {"sum_health", &FluidParams::rest_density, 0.99f},  // 1.01 would leave no error, and there may be none
            {"sum_health", &FluidParams::dt, 2},
            {"fit_ellipsoid", &FluidParams::support_radius}};
}

TEST_P(Parity, AWrongConstantIsFoundInThePassThatUsesIt) {
    const std::set<std::string_view> only_move{"locate",        "order_in_cell",  "reorder",       "reorder_velocity",
                                               "admit",         "emit",           "drain",         "count_living",
                                               "sum_reactions", "join_reactions", "finish_health", "count_births",
                                               "count_free",    "admit_diffuse"};
    std::set<std::string> planted;
    for (const PlantedError& error : planted_errors()) {
        SCOPED_TRACE(error.pass);
        // A healthy backend beside it: the verdict names the right one of the two.
        auto both = candidates(make_test_backend("cpu"), std::make_unique<WrongInOnePass>(make_backend(), error));
        Scene splash = small_splash(error.settings);
        if (error.solids) splash = with_solids(splash);
        if (error.floating) splash.solids[0].density = 400;
        const LockstepReport report = run_lockstep(splash, std::move(both), 2, 1, error.pull);
        const std::optional<Finding> first = first_beyond(report);
        ASSERT_TRUE(first && first->difference);
        EXPECT_EQ(first->candidate, 1u);
        EXPECT_EQ(first->difference->pass, error.pass);
        EXPECT_EQ(first->difference->first_beyond->moment.step, 2u);  // the first was not compared
        EXPECT_EQ(first->difference->first_beyond->moment.run, 1u);
        const Comparands what{.steps = 1, .backends = {{"cpu", ""}, {"healthy", ""}, {"wrong", ""}}};
        EXPECT_TRUE(lockstep_text(report, what).starts_with("beyond tolerance: " + error.pass + " on wrong, step 2"));
        for (const ChannelDifference& d : report.candidates[1].differences)
            EXPECT_TRUE(d.within() || d.pass == error.pass) << describe(d);  // the others start from equal values
        planted.insert(error.pass);
    }
    for (const PassInfo& p : kPasses)
        if (p.shared_body && !only_move.contains(p.name)) {
            EXPECT_TRUE(planted.contains(std::string(p.name))) << p.name;
        }
}

TEST(Lockstep, ListsThePassesThatDidNotRun) {
    const LockstepReport report = run_lockstep(small_splash(), candidates(make_test_backend("cpu")), 1);
    const std::vector<std::string> idle{
        "pull", "locate", "compute_vorticity", "confine_vorticity", "drag_free_surface", "check_convergence"};
    EXPECT_EQ(report.not_run, idle);
    const std::vector<std::string> order{"predict",        "sort_particles", "reorder",         "find_neighbors",
                                         "compute_lambda", "apply_delta_p",  "update_velocity", "apply_xsph",
                                         "fit_ellipsoid",  "sum_health",     "finish_health"};
    EXPECT_EQ(report.passes, order);
}

TEST(Lockstep, TheSameBackendTwiceHasNoDifference) {
    const LockstepReport report = run_lockstep(small_splash(), candidates(make_test_backend("cpu", 3)), 2);
    for (const ChannelDifference& d : report.candidates.at(0).differences) {
        EXPECT_EQ(d.worst.max_difference, 0) << describe(d);
        EXPECT_EQ(d.ulps.total(), d.ulps.count[0]) << describe(d);
        EXPECT_EQ(d.ulps.total(), d.integers ? 0 : d.compared) << describe(d);
    }
}

}  // namespace
}  // namespace undine::testing
