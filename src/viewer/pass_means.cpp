#include "viewer/pass_means.h"

#include <algorithm>

#include "solver/backend.h"

namespace undine {
namespace {

// Passes are known two frames late: over several frames, what is counted belongs together.
constexpr double kWindow = 0.5;  // s
constexpr int kFrames = 5;

// "sort/scatter" is part of "sort".
std::string group_of(const std::string& name) { return name.substr(0, name.find('/')); }

}  // namespace

void PassMeter::add(const std::vector<PassTime>& times, uint32_t steps, double simulated, double wall,
                    double waited) {
    for (const PassTime& t : times) {
        add_pass_time(window_, t.name, t.ms, t.runs);
        add_pass_time(totals_, t.name, t.ms, t.runs);
    }
    steps_ += steps;
    simulated_ += simulated;
    wall_ += wall;
    waited_ += waited;
    ++frames_;
    if (wall_ >= kWindow && frames_ >= kFrames) publish();
}

void PassMeter::publish() {
    PassMeans m;
    uint64_t steps = 0;
    for (const PassTime& t : window_) {
        const std::string group = group_of(t.name);
        const bool simulation = is_simulation(group);
        auto& rows = simulation ? m.simulation : m.drawing;
        const double ms = t.ms / frames_;
        if (t.name == info(Pass::predict).name) steps = t.runs;
        (simulation ? m.simulation_ms : m.drawing_ms) += ms;
        add_pass_time(rows, group, ms, t.runs);
    }
    m.step_ms = means_.step_ms;  // paused: what it was
    m.busy_step_ms = means_.busy_step_ms;
    // Passes of frames in flight overlap, so their times may exceed the wall's: they only say who had which share of it.
    const double passes_ms = m.simulation_ms + m.drawing_ms;
    const double share = passes_ms > 0 ? m.simulation_ms / passes_ms : 1;
    if (steps_ > 0) m.busy_step_ms = std::max(0.0, wall_ - waited_) * 1e3 * share / steps_;
    if (steps > 0) m.step_ms = m.simulation_ms * frames_ / double(steps);
    else if (m.simulation.empty()) m.step_ms = m.busy_step_ms;
    m.fps = frames_ / wall_;
    m.speed = simulated_ / wall_;
    means_ = m;
    ++version_;
    window_.clear();
    simulated_ = wall_ = waited_ = 0;
    frames_ = steps_ = 0;
}

}  // namespace undine
