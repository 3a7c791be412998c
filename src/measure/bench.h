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
    uint32_t warmup = 10;     // steps before anything is measured: pipelines, pages, caches
    double warm_seconds = 0;  // of further discarded steps, at least, in which GPUs raise their clocks
    uint32_t steps = 10;      // per repetition
    uint32_t repetitions = 5;
    Trace* trace = nullptr;  // if any: gets what every backend does, and outlives them
    // What is measured, as the group of the timeline that everything is in.
    std::string what = "case";
    uint64_t number = 1;
};

// Within a case, the group of the timeline that is of its k-th backend, from 1: backends may share a queue.
inline constexpr const char* kColumnGroup = "backend";

struct PassMeasurement {
    std::string name;        // as in PassTime; a group like "sort" comes before its parts
    double runs = 0;         // per step
    std::vector<double> ms;  // of all its runs in one step, on the device's clock; one value per repetition
};

struct BackendMeasurement {
    std::string name;                     // Backend::name()
    std::vector<double> step_ms;          // wall time of a step, one value per repetition
    std::vector<double> timed_step_ms;    // the same while passes were timed, with a wait after each step
    std::vector<PassMeasurement> passes;  // empty if the device has no clock
    uint32_t iterations = 0;              // of the last step
    std::string out_of_memory;            // why there are no figures; empty if there are
};

// One scene at one resolution with one neighbour search.
struct GroupMeasurement {
    uint32_t particles = 0;
    double bytes_per_particle = 0;             // of all arrays
    StepWork work;                             // of one step from the state that was measured
    std::vector<BackendMeasurement> backends;  // in the order of the request
};

using MakeBackend = std::function<std::unique_ptr<Backend>()>;

// All backends exist at the same time. Before each repetition they get the state of the first one after its warm-up. A
// backend that runs out of memory says so in its measurement, and the others continue; other Errors are thrown, among
// them Error(failed) for a state that is not finite. on_repetition: called after each repetition of each backend.
GroupMeasurement measure_group(
    const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
    const std::vector<MakeBackend>& backends, const BenchSettings& settings,
    const std::function<void()>& on_repetition = [] {});

// Adds the times per step of one repetition of `steps` steps, given as totals; a group gets the sum of its parts.
void add_repetition(std::vector<PassMeasurement>& passes, const std::vector<PassTime>& totals, uint32_t steps);

}  // namespace undine
