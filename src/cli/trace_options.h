// --trace and --pass-csv: the timeline of a command as files.
#pragma once
#include <optional>
#include <string>

#include "app/timeline.h"

namespace CLI {
class App;
}

namespace undine {

void add_trace_options(CLI::App& command, TraceOptions& options);

// Throws Error(bad_input) if a file cannot be written: before the work starts.
void require_trace_writable(const TraceOptions& options);

// What a command adds to its timeline. Does nothing if no file is wanted.
class TraceRecording {
  public:
    // From here on what the solver runs, and what the machine's commands do besides, is recorded. trace: outlives the
    // machine. draws: frames are recorded in the machine's queue, so that measure() does not wait.
    TraceRecording(const TraceOptions& options, Trace& trace, Solver& solver, Machine& machine, bool draws);

    // nullptr if no file is wanted.
    Trace* get() { return watch_ ? &trace_ : nullptr; }

    // After a step or a frame: the counters that are known without a measurement.
    void count();

    // After the steps of a frame, which have been recorded or executed: measures the fluid, now and then. If the solver
    // runs in the queue that draws, collect() gets the measurement once the slot's frame has been executed.
    void measure(uint32_t slot = 0);
    void collect(uint32_t slot);

    // Waits for the solver, and writes the files. Throws Error(bad_input).
    void write();

  private:
    void count_measured();

    const TraceOptions& options_;
    Trace& trace_;
    Solver& solver_;
    std::optional<FluidWatch> watch_;  // empty: no file is wanted
    double counted_ = -1;              // s of the scene: when the last counted measurement was made
};

}  // namespace undine
