// --trace and --pass-csv: the timeline of a command as files.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "app/machine.h"
#include "platform/trace.h"
#include "solver/solver.h"

namespace undine {

struct TraceOptions {
    std::string trace, pass_csv;  // files; empty: none
    bool wanted() const { return !trace.empty() || !pass_csv.empty(); }
};

void add_trace_options(CLI::App& command, TraceOptions& options);

// Throws Error(bad_input) if a file cannot be written: before the work starts.
void require_trace_writable(const TraceOptions& options);

// The timeline of a solver and of what draws it. Must be made before both and outlive them.
class TraceRecording {
  public:
    explicit TraceRecording(const TraceOptions& options) : options_(options) {}

    // From here on what `solver` runs, and what `machine`'s commands do besides, is recorded. Does nothing if no file
    // is wanted.
    void begin(Solver& solver, Machine& machine);

    // nullptr if no file is wanted.
    Trace* get() { return options_.wanted() ? &trace_ : nullptr; }

    // After a step or a frame: the counters of the timeline.
    void count(Solver& solver);

    // Waits for the solver, and writes the files. Throws Error(bad_input).
    void write(Solver& solver);

  private:
    const TraceOptions& options_;
    Trace trace_;
};

}  // namespace undine
