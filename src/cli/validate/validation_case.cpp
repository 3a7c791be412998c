#include "cli/validate/validation_case.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/machine.h"
#include "app/progress.h"
#include "app/simulation.h"
#include "measure/statistics.h"
#include "platform/interrupt.h"
#include "platform/stopwatch.h"
#include "solver/fluid_params.h"
#include "solver/solver.h"
#include "undine/error.h"

namespace undine {

std::span<const ValidationCase> validation_cases() {
    static const ValidationCase cases[] = {
        {"dam", "A column that collapses",
         "A column of water twice as high as wide is let go on a dry floor: how far its front has run, and how high it "
         "still stands at the wall. The experiment is Martin and Moyce's [MM52], tables 2 and 6. When the gate let go "
         "is known within T = 0.2 there, so its clock is shifted by what fits the front best, the same for both "
         "curves. The runs are six particles deep; the front is where 99 % of the lowest two layers of particles are "
         "behind it. Without slip, particles of 2.5 cm hold back more water than a real boundary layer does, which is "
         "about a millimetre thick.",
         validate_dam_break},
        {"impact", "A dam that hits a wall",
         "Thirty centimetres of water are let go and hit the wall a metre away. The experiment is Lobovský's and "
         "others' [LBCMS14]: the front of one run, and the median of the pressure that many runs gave on the wall, 3 "
         "mm above the floor. It is computed in the plane; pressures are means of 10 ms. Their pressure rises before "
         "that one front arrives, so each pressure is shifted to begin where theirs does. A sensor of a few "
         "millimetres feels a blow that particles of a centimetre spread.",
         validate_impact},
        {"obstacle", "A dam that breaks onto a box",
         "SPHERIC's second test, MARIN's experiment [KFV05]: 55 cm of water in a tank of 3.22 m run against a box, on "
         "which pressures were measured, and the water's height before, behind and in the reservoir. Computed "
         "pressures are means of 10 ms; impulses are those of the first second. Air that is trapped, and the box's "
         "edges, are finer than these particles.",
         validate_obstacle},
        {"rest", "Water at rest",
         "A metre of water that stands still: the pressure that probes read on the axis of the tank, the mean of half "
         "a second, against the weight of the water above.",
         validate_rest},
        {"wave", "A standing wave",
         "In a plane tank of 1 m half a metre of water begins at rest with the surface of the first mode, 5 cm high, "
         "and swings: the first Fourier mode of the water's height, and the pressure on the left wall at half the "
         "depth, means of 10 ms. Linear theory gives the period, ω² = g k tanh(k H) with k = π / L, and the pressure, "
         "in which a surface a higher is felt as a cosh(k y) / cosh(k H); without friction it goes on. The pressure of "
         "finer water rings, some thirty times a second, about a mean that is 5 % too low: the default `xsph_rate` and "
         "`coarse_sweeps` are too little for so many particles in depth. At d = 1.25 cm `coarse_sweeps = 100` leaves a "
         "seventh of the ringing, and `xsph_rate = 27` a tenth, at the price of the wave's height.",
         validate_standing_wave},
        {"sloshing", "A tank that is shaken",
         "A tank of 1.73 m with 60 cm of water swings to and fro by 32 mm every 1.3 s: Faltinsen's and others' "
         "experiment [FRLT00], the surface 5 cm from a wall. It is computed in the plane and in the tank's frame, in "
         "which the shaking is an acceleration.",
         validate_sloshing},
        {"swirl", "A swirl that viscosity slows",
         "A square box full of water without weight begins with the swirl of Taylor and Green, u = sin k x cos k y, v "
         "= −cos k x sin k y with k = π / L, and slides along its walls: its energy falls as exp(−4 ν k² t). It is "
         "compared from ν k² t = 0.1 on, when the lattice that the particles begin on has gone, whose disorder costs "
         "energy, too. XSPH is off, so that ν is what `viscosity` asks for. The published method damps by itself, the "
         "more the larger the step.",
         validate_swirl},
        {"channel", "Between two plates",
         "A closed channel of 3 m by half a metre is full of water without weight, and its plates move along it: they "
         "take water along, and as much flows back between, so that it lags behind them with Poiseuille's profile, "
         "y (H − y) + b H, of which the mean is their speed, and b the `slip_length`. The velocities are those of the "
         "middle metre, averaged from 1.5 to 2.5 s, when the flow is steady; ν = 0.05 m²/s, the Reynolds number 5. The "
         "pressure that drives the water back rises along the channel by 12 ρ ν V/(H² (1 + 6 b/H)) a metre, by which "
         "it tells ν. Particles that are sheared for long order themselves in layers, one spacing thick, that slide "
         "past each other, and resist less than those of the swirl.",
         validate_channel},
        {"drops", "Drops",
         "Surface tension without weight. A drop that is a little too long swings with Rayleigh's ω² = 8σ/(ρ r³), in "
         "theory without friction; the lattice that it begins as makes the first quarter too fast. The pressure within "
         "one at rest is Laplace's 2σ/r; it is the virial of all forces between particles, which can be told where λ "
         "is the pressure, with `style = \"classic\"` and one iteration. On a plane with `adhesion` W a drop of 900 "
         "particles takes the angle of Young and Dupré, W = σ (1 + cos θ); beyond W = σ it is computed with classic, "
         "too, since the default does not come to rest there.",
         validate_drops},
        {"floating", "Cubes that float",
         "A cube of 30 cm in a tank of 70 cm, with a quarter, a half and three quarters of the water's density, floats "
         "as deep as Archimedes says: the mean of half a second.",
         validate_floating},
        {"collision", "What a collision keeps",
         "Two drops in the void fly at each other, one with an eighth of the other's water, and meet off-centre. "
         "Nothing outside acts on them, so momentum and angular momentum should stay; energy should only fall, at most "
         "to that of their common motion, but rises by 1 to 4 % in each drop before they meet. XSPH brings neighbours "
         "to one velocity, which also slows rotation; `viscosity` acts along the line between two particles, and keeps "
         "it.",
         validate_collision},
    };
    return cases;
}

void ValidationRunner::run(const ValidationRun& run, ValidationCurve& curve) const {
    const Stopwatch watch;
    Simulation sim = fill_scene(read_scene(run.scene, "validation.toml", run.overrides), "");
    if (run.prepare) run.prepare(sim.scene.parameters, sim.initial);
    Machine machine;
    Solver solver(sim.scene, sim.initial, sim.boundary, make_backend(backend_, threads_, machine, kUndrawnSteps),
                  {.start = sim.start});
    const double mass = solver.params().particle_mass, dt = sim.scene.parameters.dt;
    const auto steps = std::max<uint64_t>(1, static_cast<uint64_t>(run.every / dt + 0.5));
    const auto sample = [&] {
        run.sample({sim.scene, solver.state(), solver.solid_states(), solver.time().seconds, mass});
    };
    sample();
    Progress progress(curve.name, static_cast<uint64_t>(std::ceil(run.until / dt)));
    while (solver.time().seconds < run.until - 0.5 * dt) {
        for (uint64_t k = 0; k < steps; ++k) {
            if (run.drive) {
                run.drive(sim.scene.parameters, solver.time().seconds);
                if (!solver.adopt(sim.scene)) throw std::logic_error("what drives a case cannot change as it runs");
            }
            solver.step();
        }
        sample();
        progress.update(solver.time().steps);
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

void ValidationCurve::deviate(double deviation, double share) {
    weight += share;
    mean += (deviation - mean) * share / weight;
    largest = std::max(largest, deviation);
}

double value_at(std::span<const glm::dvec2> curve, double x) {
    const auto after = std::lower_bound(curve.begin() + 1, curve.end() - 1, x,
                                        [](const glm::dvec2& point, double at) { return point.x < at; });
    const glm::dvec2 a = after[-1], b = after[0];
    return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
}

std::vector<glm::dvec2> smoothed(std::span<const glm::dvec2> curve, double width) {
    std::vector<glm::dvec2> smooth;
    double sum = 0;
    size_t first = 0, end = 0;
    for (const glm::dvec2& point : curve) {
        for (; end < curve.size() && curve[end].x <= point.x + width / 2; ++end) sum += curve[end].y;
        for (; curve[first].x < point.x - width / 2; ++first) sum -= curve[first].y;
        smooth.emplace_back(point.x, sum / double(end - first));
    }
    return smooth;
}

std::vector<double> crossings(std::span<const glm::dvec2> curve) {
    std::vector<double> zeros;
    for (size_t k = 1; k < curve.size(); ++k) {
        const glm::dvec2 a = curve[k - 1], b = curve[k];
        if ((a.y > 0) != (b.y > 0)) zeros.push_back(a.x + (b.x - a.x) * a.y / (a.y - b.y));
    }
    return zeros;
}

}  // namespace undine
