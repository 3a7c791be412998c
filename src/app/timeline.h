// The timeline of a command: what a solver, and the machine that draws it, add to it, and the files it becomes.
#pragma once
#include <string>

#include "app/fluid_watch.h"
#include "app/machine.h"
#include "platform/trace.h"
#include "report/trace_file.h"
#include "solver/solver.h"

namespace undine {

// From here on passes are timed, and what the solver and the machine's queue do is added to the trace, which must
// outlive both.
void record_timeline(Trace& trace, Solver& solver, Machine& machine);

// The counters "particles" and "arrays, MiB", as they are now; does not wait.
void count_particles(Trace& trace, Solver& solver);

// The counters "density error, %" and "iterations", as they were measured.
void count_health(Trace& trace, const FluidHealth& health);

struct TraceOptions {
    std::string trace, pass_csv;  // files; empty: none
    bool wanted() const { return !trace.empty() || !pass_csv.empty(); }
};

// Writes what is wanted of a finished timeline; arguments: of its spans. Throws Error(bad_input).
void write_trace_files(const TraceOptions& options, const Trace& trace, const SpanArguments& arguments = {});

}  // namespace undine
