// Free runs: every backend runs on its own from the same start. The system is chaotic: a difference in the last place
// grows until particles are far from their counterparts, even on an equally correct backend. So distances between
// particles are reported but never judged; what must agree are figures of the flow as a whole, averaged over the run.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/statistics.h"
#include "solver/solver.h"

namespace undine {

struct FlowSample {
    uint64_t step = 0;
    Statistics statistics;
    double front = 0;  // m: 99th percentile of x; beyond it are single drops
};

// A figure that must agree.
struct FlowFigure {
    enum class Scale { absolute, relative, support_radius };
    const char *name, *unit;
    double (*value)(const FlowSample&);
    double tolerance;
    Scale scale;       // what the tolerance is relative to
    double floor = 0;  // Scale::relative: least reference value; below it the figure is mere rounding
};
std::span<const FlowFigure> flow_figures();

// Distances between the particles of a run and those of the first run with the same ids, in m.
struct ParticleDistance {
    uint64_t step = 0;
    double rms = 0, largest = 0;
};
ParticleDistance distance_between(const ParticleState& a, const ParticleState& b);

struct FreeRun {
    std::string name;
    std::vector<FlowSample> samples;          // 20, evenly spaced; the last is the end
    std::vector<ParticleDistance> distances;  // up to 200; none for the first run, from which they are measured
};

struct FreeRunReport {
    double dt = 0, support_radius = 0;  // s, m
    uint64_t steps = 0;
    std::vector<FreeRun> runs;
};

// Steps the solvers side by side; they must start from the same state. go_on: called with the steps done, now and then;
// if it returns false, the report has only these.
FreeRunReport run_freely(std::span<Solver* const> solvers, uint64_t steps,
                         const std::function<bool(uint64_t)>& go_on = {});

// One figure's mean over a run beside that over the first run.
struct FigureComparison {
    const FlowFigure* figure;
    double first = 0, own = 0;
    double limit = 0;  // of |first − own|, in the figure's unit
    bool agrees() const;
};
std::vector<FigureComparison> compare_figures(const FreeRunReport& report, size_t run);

// The first figure of the first run that does not agree; empty: the flows agree.
struct Disagreement {
    size_t run = 0;
    FigureComparison figure;
};
std::optional<Disagreement> first_disagreement(const FreeRunReport& report);

// When the RMS distance first passed `distance`, in s; empty: never.
std::optional<double> time_of_parting(const FreeRunReport& report, size_t run, double distance);

// Exponential growth of the RMS distance, fitted where it is above rounding and below saturation.
struct Growth {
    double e_folding_time = 0;  // s
    double from = 0, to = 0;    // s
    double correlation = 0;     // of ln(distance) with time
};
// Empty if there are too few samples or the growth is not exponential.
std::optional<Growth> fit_growth(const FreeRunReport& report, size_t run);

}  // namespace undine
