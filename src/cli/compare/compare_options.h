// What `undine compare` was asked for, and the backends that it works on.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/machine.h"
#include "cli/simulation_options.h"

namespace undine {

struct CompareOptions {
    SimulationOptions simulation;
    std::vector<std::string> backends;
    std::optional<uint64_t> steps, start;  // empty: the default, which depends on --record
    uint64_t every = 1, free_steps = 200;
    bool free_run = false;
    std::string record, replay;  // folders
    std::string json, html, markdown;

    uint64_t start_step() const;
    uint64_t step_count() const;
    // The number of the last step that is compared or recorded, 1 being the first.
    uint64_t last_step() const { return start_step() + (step_count() - 1) * every + 1; }
    // Whether this step, 1 being the first, is compared or recorded.
    bool counts(uint64_t step) const { return step > start_step() && (step - start_step() - 1) % every == 0; }
};

// A backend and a machine of its own, so that a device named twice is opened twice.
struct Contestant {
    std::string option;  // the specification, numbered if it is named twice: "cpu#2"
    std::string specification;
    Machine machine;

    // Uses CUDA kernels that round as the CPU does, unless the fast ones are asked for: these contract a·b + c, and
    // such differences are not errors.
    std::unique_ptr<Backend> make(int threads) {
        return make_backend(specification, threads, machine, {}, CudaBuild::exact);
    }
};
using Contestants = std::deque<Contestant>;  // its elements never move

// If no backend is named, takes the CPU and every device of this machine that can run, and lists them on standard
// error. Throws Error(no_device) if there is only the CPU and that is not enough (`the_cpu_is_enough`).
void choose_backends(CompareOptions& options, bool the_cpu_is_enough);

// The contestants that the options name; no device is open until make().
Contestants contestants(const CompareOptions& options);

// Makes the backends of all contestants, on one Vulkan instance.
std::vector<std::unique_ptr<Backend>> make_backends(Contestants& contestants, int threads);

// Checks, before the work starts, that the reports can be written. Throws Error.
void require_reports_writable(const CompareOptions& options);

// How far an interrupted comparison got, for throw_if_interrupted().
inline std::string at_step(uint64_t step, uint64_t last) {
    return "after " + std::to_string(step) + " of " + std::to_string(last) + " steps; nothing was written";
}

struct ComparePage;
// Writes the reports that the options name, and the text to standard output. Throws Error: failed, with the verdict, if
// that is beyond tolerance; bad_input if a file cannot be written.
void write_reports(const CompareOptions& options, const ComparePage& page);

// `compare --record` and `compare --replay`. Throw Error.
void record(const CompareOptions& options);
void replay(CompareOptions options);

}  // namespace undine
