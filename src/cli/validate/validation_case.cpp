#include "cli/validate/validation_case.h"

#include <algorithm>

#include "app/machine.h"
#include "app/simulation.h"
#include "error.h"
#include "measure/statistics.h"
#include "platform/interrupt.h"
#include "platform/stopwatch.h"
#include "solver/fluid_params.h"
#include "solver/solver.h"

namespace undine {

std::span<const ValidationCase> validation_cases() {
    static const ValidationCase cases[] = {
        {"dam", "A column that collapses",
         "A column of water twice as high as wide is let go on a dry floor: how far its front has run, and how high it "
         "still "
         "stands at the wall. The experiment is Martin and Moyce's [MM52], tables 2 and 6. When the gate let go is "
         "known "
         "within T = 0.2 there, so its clock is shifted by what fits the front best, the same for both curves. The "
         "runs "
         "are six particles deep; the front is where 99 % of the lowest two layers of particles are behind it.",
         validate_dam_break},
        {"rest", "Water at rest",
         "A metre of water that stands still: the pressure that probes read on the axis of the tank, the mean of half "
         "a "
         "second, against the weight of the water above.",
         validate_rest},
        {"wave", "A standing wave",
         "In a plane tank of 1 m half a metre of water begins at rest with the surface of the first mode, 5 cm high, "
         "and "
         "swings: the first Fourier mode of the water's height. Linear theory gives its period, ω² = g k tanh(k H) "
         "with "
         "k = π / L, and without friction it goes on.",
         validate_standing_wave},
    };
    return cases;
}

void ValidationRunner::run(const std::string& scene_text, const std::vector<std::string>& overrides, double until,
                           double every, ValidationCurve& curve, const Sample& sample) const {
    const Stopwatch watch;
    const Simulation sim = fill_scene(read_scene(scene_text, "validation.toml", overrides), "");
    Machine machine;
    Solver solver(sim.scene, sim.initial, sim.boundary, make_backend(backend_, threads_, machine, kUndrawnSteps),
                  {.start = sim.start});
    const double mass = solver.params().particle_mass, dt = sim.scene.parameters.dt;
    const auto steps = std::max<uint64_t>(1, static_cast<uint64_t>(every / dt + 0.5));
    sample(sim.scene, solver.state(), 0, mass);
    while (solver.time().seconds < until - 0.5 * dt) {
        for (uint64_t k = 0; k < steps; ++k) solver.step();
        sample(sim.scene, solver.state(), solver.time().seconds, mass);
        throw_if_interrupted("before its page was written");
    }
    const Statistics s = measure_statistics(solver.state(), solver.measure(), solver.params());
    if (s.nan_count + s.outside_count + s.dropped_neighbors > 0)
        throw Error(Exit::failed, "a run of '" + curve.name + "' went wrong: " + std::to_string(s.nan_count) +
                                      " particles are not finite, " + std::to_string(s.outside_count) +
                                      " outside the tank, and " + std::to_string(s.dropped_neighbors) +
                                      " neighbours found no room");
    machine.require_no_validation_messages();
    curve.particles = solver.population().living;
    curve.seconds = watch.ms() / 1000;
}

double value_at(std::span<const glm::dvec2> curve, double x) {
    const auto after = std::lower_bound(curve.begin() + 1, curve.end() - 1, x,
                                        [](const glm::dvec2& point, double at) { return point.x < at; });
    const glm::dvec2 a = after[-1], b = after[0];
    return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
}

}  // namespace undine
