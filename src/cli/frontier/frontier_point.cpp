#include "cli/frontier/frontier_point.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/machine.h"
#include "app/simulation.h"
#include "measure/statistics.h"
#include "platform/interrupt.h"
#include "platform/stopwatch.h"
#include "solver/fluid_params.h"
#include "solver/solver.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// What went wrong, if anything did.
std::string failure_of(const Statistics& s) {
    const auto say = [](uint64_t count, const char* what) { return counted(count, "particle") + " " + what; };
    if (s.nan_count > 0) return say(s.nan_count, "not finite");
    if (s.outside_count > 0) return say(s.outside_count, "outside the tank");
    if (s.dropped_neighbors > 0) return counted(s.dropped_neighbors, "neighbour") + " found no room";
    return "";
}

// What measure() changes is put back.
Statistics measured(Solver& solver) {
    const SavedState before = solver.save();
    const ParticleState state = solver.state();
    const Statistics s = measure_statistics(state, solver.measure(), solver.params());
    solver.restore(before);
    return s;
}

}  // namespace

std::span<const FrontierMeasure> frontier_measures() {
    using Point = const FrontierPoint&;
    static const FrontierMeasure measures[] = {
        {"mean", "Mean compression", "compression, %", [](Point p) -> std::optional<double> { return 100 * p.mean; }},
        {"worst", "Worst compression", "compression, %",
         [](Point p) -> std::optional<double> { return 100 * p.worst; }},
        {"energy", "Energy lost", "J/kg",
         [](Point p) {
             return p.energy_lost && *p.energy_lost > 0 ? p.energy_lost : std::nullopt;  // gaining it is no virtue
         }},
    };
    return measures;
}

std::vector<FrontierSetting> frontier_settings(const Parameters& scene) {
    std::vector<FrontierSetting> settings{{"as it is", {}}};
    const bool is_pbf = scene.method == MethodType::pbf, from_start = scene.gradients == GradientPlace::start;
    const auto add_steps = [&](const std::string& way, const std::vector<std::string>& how, bool is_own) {
        for (const double factor : {2.0, 1.0, 0.5})
            for (const uint32_t iterations : {1u, 2u, 4u, 8u}) {
                if (is_own && factor == 1 && iterations == scene.max_iterations) continue;  // as it is
                FrontierSetting s{way, how};
                s.overrides.push_back("dt=" + number_text(static_cast<float>(factor) * scene.dt));
                s.overrides.push_back("max_iterations=" + std::to_string(iterations));
                settings.push_back(std::move(s));
            }
    };
    // `style = "consistent"` would also undo what a scene of that style sets itself.
    std::vector<std::string> consistent{"method=pbf"};
    if (!from_start) consistent.emplace_back("style=consistent");
    add_steps("consistent", consistent, is_pbf && from_start);
    add_steps("classic", {"method=pbf", "style=classic"}, false);
    for (const double factor : {0.5, 1.0, 2.0}) {
        const auto c = static_cast<float>(factor) * scene.sound_speed;
        const float longest = 0.999f * scene.cfl_number * scene.support_radius / c;
        settings.push_back({"WCSPH", {"method=wcsph", "sound_speed=" + number_text(c), "dt=" + number_text(longest)}});
    }
    return settings;
}

FrontierPoint measure_frontier_point(SimulationOptions scene, FrontierSetting setting, double seconds, Machine& machine,
                                     uint64_t moments) {
    scene.overrides.insert(scene.overrides.end(), setting.overrides.begin(), setting.overrides.end());
    const Simulation sim = load_simulation(scene);
    const Parameters& p = sim.scene.parameters;
    FrontierPoint point{.setting = std::move(setting), .dt = p.dt};
    if (p.method == MethodType::pbf) point.iterations = p.max_iterations;
    Solver solver(sim.scene, sim.initial, sim.boundary,
                  make_backend(scene.backend, scene.threads, machine, kUndrawnSteps), {.start = sim.start});
    const Energy before = energy_of(sim.initial, solver.params());
    const auto steps = std::max<uint64_t>(2, static_cast<uint64_t>(std::llround(seconds / double{p.dt})));
    solver.step();  // the first includes what a driver compiles on first use
    solver.finish();
    double ms = 0;
    Statistics last;
    for (uint64_t moment = 1, done = 1; moment <= moments; ++moment) {
        const uint64_t end = std::max(done, steps * moment / moments);
        const Stopwatch watch;
        for (; done < end; ++done) solver.step();
        solver.finish();
        ms += watch.ms();
        last = measured(solver);
        point.failure = failure_of(last);
        if (!point.failure.empty()) return point;
        point.mean += last.density_error_mean / double(moments);
        point.worst = std::max(point.worst, last.density_error_max);
        throw_if_interrupted("before all settings were measured");
    }
    point.cost = ms / (double(steps - 1) * double{p.dt});
    point.height = last.center_of_mass.y;
    if (solver.is_closed())
        point.energy_lost = (before.kinetic + before.potential - last.kinetic_energy - last.potential_energy) /
                            (double(solver.population().living) * solver.params().particle_mass);
    return point;
}

std::vector<size_t> frontier_of(std::span<const FrontierPoint> points, const FrontierMeasure& measure) {
    std::vector<size_t> order;
    for (size_t k = 0; k < points.size(); ++k)
        if (points[k].failure.empty() && measure.of(points[k])) order.push_back(k);
    std::ranges::stable_sort(order, [&](size_t a, size_t b) {
        return std::pair(points[a].cost, *measure.of(points[a])) < std::pair(points[b].cost, *measure.of(points[b]));
    });
    std::vector<size_t> frontier;
    for (const size_t k : order)
        if (frontier.empty() || *measure.of(points[k]) < *measure.of(points[frontier.back()])) frontier.push_back(k);
    return frontier;
}

}  // namespace undine
