#include "viewer/core/pass_means.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "scene/parameters.h"
#include "solver/backend.h"

namespace undine {
namespace {

// The times of passes are known two frames late: over several frames, they match the steps that are counted.
constexpr double kWindow = 0.5;  // s
constexpr int kFrames = 5;

bool draws(std::string_view group, const Parameters& p) {
    auto is = [&](Pass pass) { return group == info(pass).name; };
    if (!is_simulation(group)) return true;
    for (uint32_t pass = 0; pass < kPassCount; ++pass)
        if (kPassesBesideSteps.contains(Pass(pass)) && is(Pass(pass))) return true;
    // Computed only for a colouring.
    if (is(Pass::compute_vorticity)) return p.vorticity == VorticityMode::off || p.vorticity_epsilon == 0;
    return is(Pass::find_neighbors) && p.neighbors == NeighborSearch::grid;
}

double sum_ms(const std::vector<PassTime>& times) {
    double sum = 0;
    for (const PassTime& t : times) sum += t.ms;
    return sum;
}

}  // namespace

std::string fps_text(double fps) {
    char text[32];
    std::snprintf(text, sizeof text, fps < 9.5 ? "%.1f" : "%.0f", fps);
    return text;
}

std::string_view group_of(std::string_view pass) { return pass.substr(0, pass.find('/')); }

PassTimes split_passes(const std::vector<PassTime>& times, const Parameters& parameters) {
    PassTimes split;
    for (const PassTime& t : times) (draws(group_of(t.name), parameters) ? split.picture : split.step).push_back(t);
    return split;
}

void PassMeter::add(const PassTimes& times, const Frame& frame) {
    auto collect = [](const std::vector<PassTime>& from, std::vector<PassTime>& to) {
        for (const PassTime& t : from) add_pass_time(to, t.name, t.ms, t.runs);
    };
    collect(times.step, simulation_);
    collect(times.picture, drawing_);
    collect(times.step, totals_);
    collect(times.picture, totals_);
    for (const double ms : frame.step_ms) measured_ms_ += ms;
    measured_ += frame.step_ms.size();
    simulated_ += frame.simulated;
    wall_ += frame.wall;
    ++frames_;
    timed_frames_ += frame.timed;
    if (const uint32_t steps = std::exchange(steps_before_, frame.steps)) {  // frame.wall is the previous frame's
        steps_ += steps;
        ++stepping_frames_;
        stepping_wall_ += frame.wall;
        stepping_waited_ += frame.waited;
    }
    if (wall_ >= kWindow && frames_ >= kFrames) publish();
}

// Passes of frames in flight overlap, so their times may exceed wall time: they only tell how to divide it.
double PassMeter::step_by_wall(const PassMeans& m) const {
    const double drawing = m.drawing_ms * stepping_frames_ / frames_;
    const double share = m.simulation_ms > 0 ? m.simulation_ms / (m.simulation_ms + drawing) : 1;
    return std::max(0.0, stepping_wall_ - stepping_waited_) * 1e3 * share / steps_;
}

void PassMeter::publish() {
    PassMeans m;
    auto rows = [&](const std::vector<PassTime>& before, const std::vector<PassTime>& times,
                    std::vector<PassTime>& to) {
        if (timed_frames_ == 0) to = before;  // the latest that is known
        else {
            for (const PassTime& t : before) to.push_back({t.name});
            for (const PassTime& t : times)
                add_pass_time(to, std::string(group_of(t.name)), t.ms / timed_frames_, t.runs);
        }
        return sum_ms(to);
    };
    m.simulation_ms = rows(means_.simulation, simulation_, m.simulation);
    m.drawing_ms = rows(means_.drawing, drawing_, m.drawing);
    m.busy_step_ms = steps_ > 0 ? step_by_wall(m) : means_.busy_step_ms;
    const bool has_clock = std::ranges::any_of(totals_, [](const PassTime& t) { return is_simulation(t.name); });
    if (has_clock) m.step_ms = measured_ > 0 ? measured_ms_ / double(measured_) : means_.step_ms;
    if (m.step_ms <= 0) m.step_ms = m.busy_step_ms;
    m.fps = frames_ / wall_;
    m.speed = simulated_ / wall_;
    means_ = m;
    ++version_;
    clear();
}

void PassMeter::clear() {
    simulation_.clear();
    drawing_.clear();
    simulated_ = wall_ = stepping_wall_ = stepping_waited_ = measured_ms_ = 0;
    frames_ = timed_frames_ = stepping_frames_ = steps_ = 0;
    measured_ = 0;
}

void PassMeter::new_solver() {
    clear();
    steps_before_ = 0;
    means_.step_ms = means_.busy_step_ms = 0;
    means_.simulation.clear();
    means_.drawing.clear();
    ++version_;
}

}  // namespace undine
