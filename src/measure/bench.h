// How long a scene's steps take on several backends, measured so that a noisy machine does not choose the winner:
// they take turns, and every repetition starts from the same state.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "measure/operation_count.h"
#include "solver/backend.h"

namespace undine {

struct BenchSettings {
    uint32_t warmup = 10;  // steps before anything is measured: pipelines, pages, caches
    double warm_seconds =
        0;                // steps behind the warm-up and without effect, for so long at least: GPUs raise their clocks
    uint32_t steps = 10;  // of a repetition
    uint32_t repetitions = 5;
};

struct PassMeasurement {
    std::string name;        // as in PassTime; a group like "sort" stands before its parts
    double runs = 0;         // of one step
    std::vector<double> ms;  // of all its runs in one step, on the device's clock; one value a repetition
};

struct BackendMeasurement {
    std::string name;                     // Backend::name()
    std::vector<double> step_ms;          // wall time of a step, one value a repetition
    std::vector<double> timed_step_ms;    // the same while passes were timed, and waited for after each step
    std::vector<PassMeasurement> passes;  // empty where the device has no clock
    uint32_t iterations = 0;              // of the last step
    std::string out_of_memory;            // the sentence why there are no figures; empty: there are
};

// One scene at one resolution with one neighbour search.
struct GroupMeasurement {
    uint32_t particles = 0;
    double bytes_per_particle = 0;             // of all arrays
    StepWork work;                             // of one step from the state that was measured
    std::vector<BackendMeasurement> backends;  // as asked for
};

using MakeBackend = std::function<std::unique_ptr<Backend>()>;

// All backends live at once. After the warm-up they get the first one's state, and again before each repetition. A
// backend that runs out of memory says so in its measurement, and the others go on; other Errors are thrown.
// on_repetition: called after each repetition of each backend.
GroupMeasurement measure_group(
    const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
    const std::vector<MakeBackend>& backends, const BenchSettings& settings,
    const std::function<void()>& on_repetition = [] {});

// Totals of one repetition of `steps` steps are added as its time a step, groups and all.
void add_repetition(std::vector<PassMeasurement>& passes, const std::vector<PassTime>& totals, uint32_t steps);

}  // namespace undine
