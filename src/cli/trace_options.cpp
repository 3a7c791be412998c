#include "cli/trace_options.h"

#include <CLI/CLI.hpp>

#include "platform/staged_file.h"

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

TraceRecording::TraceRecording(const TraceOptions& options, Trace& trace, Solver& solver, Machine& machine, bool draws)
    : options_(options), trace_(trace), solver_(solver) {
    if (!options_.wanted()) return;
    record_timeline(trace_, solver, machine);
    watch_.emplace(draws ? machine.context.get() : nullptr, solver, solver.time());
}

void TraceRecording::count() {
    if (watch_) count_particles(trace_, solver_);
}

void TraceRecording::measure(uint32_t slot) {
    if (!watch_) return;
    watch_->record(solver_.time(), slot, false);
    count_measured();
}

void TraceRecording::collect(uint32_t slot) {
    if (!watch_) return;
    watch_->collect(slot);
    count_measured();
}

void TraceRecording::count_measured() {
    const std::optional<FluidHealth>& health = watch_->health();
    if (!health || health->time.seconds == counted_) return;
    counted_ = health->time.seconds;
    count_health(trace_, *health);
}

void TraceRecording::write() {
    if (!watch_) return;
    solver_.finish();
    solver_.backend().take_pass_times();
    write_trace_files(options_, trace_);
}

}  // namespace undine
