#include "cli/trace_options.h"

#include "platform/staged_file.h"
#include "report/trace_file.h"

namespace undine {

void add_trace_options(CLI::App& command, TraceOptions& options) {
    command
        .add_option("--trace", options.trace,
                    "write a timeline of submissions, waits and every pass, in frames, steps and iterations; "
                    "ui.perfetto.dev and chrome://tracing open it")
        ->type_name("FILE.json");
    command
        .add_option("--pass-csv", options.pass_csv, "write how long each pass took in each frame, or step, as a table")
        ->type_name("FILE.csv");
}

void require_trace_writable(const TraceOptions& options) {
    for (const std::string& file : {options.trace, options.pass_csv})
        if (!file.empty()) require_writable(file);
}

void TraceRecording::begin(Solver& solver, Machine& machine) {
    if (!options_.wanted()) return;
    solver.backend().set_trace(trace_);
    solver.backend().time_passes(true);
    if (!machine.commands || solver.backend().in_vulkan_queue()) return;
    machine.commands->set_trace(trace_);
    machine.commands->set_timing(true);
}

void TraceRecording::count(Solver& solver) {
    if (!options_.wanted()) return;
    trace_.add_counter("particles", solver.latest_population().living);
    trace_.add_counter("arrays, MiB", double(memory_needed(solver.extents())) / (1 << 20));
}

void TraceRecording::write(Solver& solver) {
    if (!options_.wanted()) return;
    solver.finish();
    solver.backend().take_pass_times();
    if (!options_.trace.empty()) write_trace(options_.trace, trace_, "undine " UNDINE_VERSION);
    if (!options_.pass_csv.empty()) write_pass_csv(options_.pass_csv, trace_);
}

}  // namespace undine
