#include "measure/free_run.h"

#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>

#include "measure/parity_tolerance.h"
#include "solver/fluid_params.h"

namespace undine {
namespace {

using Scale = FlowFigure::Scale;

constexpr uint64_t kSamples = 20, kDistances = 200;

constexpr FlowFigure kFlowFigures[] = {
    {"centre of mass x", "m", [](const FlowSample& s) { return s.statistics.center_of_mass.x; }, kFlowCenter,
     Scale::support_radius},
    {"centre of mass y", "m", [](const FlowSample& s) { return s.statistics.center_of_mass.y; }, kFlowCenter,
     Scale::support_radius},
    {"centre of mass z", "m", [](const FlowSample& s) { return s.statistics.center_of_mass.z; }, kFlowCenter,
     Scale::support_radius},
    {"front", "m", [](const FlowSample& s) { return s.front; }, kFlowFront, Scale::support_radius},
    {"kinetic energy", "m²/s²", [](const FlowSample& s) { return s.statistics.kinetic_energy_per_mass; }, kFlowEnergy,
     Scale::relative, kLeastEnergy},
    {"mean compression", "1", [](const FlowSample& s) { return s.statistics.density_error_mean; }, kFlowCompression,
     Scale::relative, kLeastCompression},
    {"fullest particle", "1", [](const FlowSample& s) { return s.statistics.density_error_max; }, kFlowFullest,
     Scale::absolute},
    {"neighbours", "1", [](const FlowSample& s) { return s.statistics.neighbors_mean; }, kFlowNeighbors,
     Scale::relative},
    {"not finite", "1", [](const FlowSample& s) { return double(s.statistics.nan_count); }, 0, Scale::absolute},
    {"outside", "1", [](const FlowSample& s) { return double(s.statistics.outside_count); }, 0, Scale::absolute},
};

// Whether this step is the last of one of the run's `parts` equal parts.
bool completes_part(uint64_t step, uint64_t steps, uint64_t parts) {
    return step * parts / steps != (step - 1) * parts / steps;
}

double percentile_99_of_x(const ParticleState& state) {
    if (state.size() == 0) return 0;
    std::vector<float> x(state.size());
    std::ranges::transform(state.position, x.begin(), [](const glm::vec3& p) { return p.x; });
    const auto at = x.begin() + static_cast<std::ptrdiff_t>(x.size() * 99 / 100);
    std::ranges::nth_element(x, at);
    return *at;
}

FlowSample sample(Solver& solver, const ParticleState& state, uint64_t step) {
    return {step, measure_statistics(state, solver.measure(), solver.params()), percentile_99_of_x(state)};
}

double mean_of(const FlowFigure& figure, const std::vector<FlowSample>& samples) {
    double sum = 0;
    for (const FlowSample& s : samples) sum += figure.value(s);
    return sum / double(samples.size());
}

}  // namespace

std::span<const FlowFigure> flow_figures() { return kFlowFigures; }

ParticleDistance distance_between(const ParticleState& a, const ParticleState& b) {
    ParticleDistance d;
    double sum_sq = 0;
    size_t both = 0;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a.id[i] != b.id[j]) {  // a sink took it in one of the runs
            a.id[i] < b.id[j] ? ++i : ++j;
            continue;
        }
        const glm::dvec3 apart = glm::dvec3(a.position[i++]) - glm::dvec3(b.position[j++]);
        ++both;
        const double sq = glm::dot(apart, apart);
        sum_sq += sq;
        d.largest = std::max(d.largest, std::sqrt(sq));
    }
    d.rms = both > 0 ? std::sqrt(sum_sq / double(both)) : 0;
    return d;
}

FreeRunReport run_freely(std::span<Solver* const> solvers, uint64_t steps, const std::function<bool(uint64_t)>& go_on) {
    FreeRunReport report{solvers[0]->params().dt, solvers[0]->params().support_radius, steps, {}};
    for (Solver* solver : solvers) report.runs.push_back({.name = solver->backend().name()});
    for (uint64_t step = 1; step <= steps; ++step) {
        for (Solver* solver : solvers) solver->step();
        if (!completes_part(step, steps, kDistances)) continue;
        const bool measures = completes_part(step, steps, kSamples);
        const ParticleState first = solvers[0]->state();
        for (size_t k = 0; k < solvers.size(); ++k) {
            const ParticleState own = k > 0 ? solvers[k]->state() : first;
            if (measures) report.runs[k].samples.push_back(sample(*solvers[k], own, step));
            if (k == 0) continue;
            report.runs[k].distances.push_back(distance_between(first, own));
            report.runs[k].distances.back().step = step;
        }
        if (!go_on || go_on(step)) continue;
        report.steps = step;
        break;
    }
    return report;
}

bool FigureComparison::agrees() const { return std::abs(first - own) <= limit; }

std::vector<FigureComparison> compare_figures(const FreeRunReport& report, size_t run) {
    std::vector<FigureComparison> out;
    for (const FlowFigure& figure : kFlowFigures) {
        FigureComparison c{&figure, mean_of(figure, report.runs[0].samples), mean_of(figure, report.runs[run].samples)};
        c.limit = figure.tolerance;
        if (figure.scale == Scale::relative) c.limit *= std::max(std::abs(c.first), figure.floor);
        if (figure.scale == Scale::support_radius) c.limit *= report.support_radius;
        out.push_back(c);
    }
    return out;
}

std::optional<Disagreement> first_disagreement(const FreeRunReport& report) {
    for (size_t run = 1; run < report.runs.size(); ++run)
        for (const FigureComparison& c : compare_figures(report, run))
            if (!c.agrees()) return Disagreement{run, c};
    return {};
}

std::optional<double> time_of_parting(const FreeRunReport& report, size_t run, double distance) {
    for (const ParticleDistance& d : report.runs[run].distances)
        if (d.rms > distance) return double(d.step) * report.dt;
    return {};
}

// Least-squares fit of ln(RMS) over time, from 1e-4 h, below which rounding accumulates evenly step by step, to 1e-1 h,
// above which neighbours separate and the growth of the distances saturates.
std::optional<Growth> fit_growth(const FreeRunReport& report, size_t run) {
    std::vector<glm::dvec2> points;  // time, ln(RMS / h)
    for (const ParticleDistance& d : report.runs[run].distances) {
        if (d.rms > 1e-1 * report.support_radius) break;
        if (d.rms < 1e-4 * report.support_radius) points.clear();
        else points.emplace_back(double(d.step) * report.dt, std::log(d.rms / report.support_radius));
    }
    if (points.size() < 4) return {};
    glm::dvec2 mean{0};
    for (const glm::dvec2& p : points) mean += p / double(points.size());
    double tt = 0, tl = 0, ll = 0;
    for (const glm::dvec2& p : points) {
        const glm::dvec2 d = p - mean;
        tt += d.x * d.x, tl += d.x * d.y, ll += d.y * d.y;
    }
    const double correlation = ll > 0 ? tl / std::sqrt(tt * ll) : 0;
    if (correlation < 0.9) return {};  // explains less than four fifths of the variance: not exponential
    return Growth{tt / tl, points.front().x, points.back().x, correlation};
}

}  // namespace undine
