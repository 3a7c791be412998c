#include "app/timeline.h"

#include "report/trace_file.h"

namespace undine {

void record_timeline(Trace& trace, Solver& solver, Machine& machine) {
    solver.backend().set_trace(trace);
    solver.backend().time_passes(true);
    if (!machine.commands || solver.backend().in_vulkan_queue()) return;
    machine.commands->set_trace(trace);
    machine.commands->set_timing(true);
}

void count_particles(Trace& trace, Solver& solver) {
    trace.add_counter("particles", solver.latest_population().living);
    trace.add_counter("arrays, MiB", double(memory_needed(solver.extents())) / (1 << 20));
}

void count_health(Trace& trace, const FluidHealth& health) {
    trace.add_counter("density error, %", 100 * health.density_error);
    trace.add_counter("iterations", health.iterations);
    trace.add_counter("kinetic energy, J", health.energy.kinetic);
    trace.add_counter("potential energy, J", health.energy.potential);
}

void write_trace_files(const TraceOptions& options, const Trace& trace, const SpanArguments& arguments) {
    if (!options.trace.empty()) write_trace(options.trace, trace, INT64_MIN, arguments);
    if (!options.pass_csv.empty()) write_pass_csv(options.pass_csv, trace);
}

}  // namespace undine
