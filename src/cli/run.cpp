// undine run: simulate without drawing, and report what the fluid did.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/machine.h"
#include "app/manifest.h"
#include "app/progress.h"
#include "app/provenance.h"
#include "app/simulation.h"
#include "cli/checkpoint_options.h"
#include "cli/commands.h"
#include "cli/dump_options.h"
#include "cli/number_option.h"
#include "cli/output_errors.h"
#include "cli/output_files.h"
#include "cli/population_report.h"
#include "cli/probe_options.h"
#include "cli/simulation_options.h"
#include "cli/solid_poses.h"
#include "cli/trace_options.h"
#include "io/ply.h"
#include "measure/statistics.h"
#include "platform/destination.h"
#include "platform/interrupt.h"
#include "platform/staged_file.h"
#include "platform/stopwatch.h"
#include "scene/scene.h"
#include "solver/fluid_params.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

struct RunOptions {
    SimulationOptions simulation;
    uint64_t steps = 0;
    std::string output, json;
    bool ascii = false;
    TraceOptions trace;
    CheckpointOptions checkpoint;
    DumpOptions dump;
    ProbeOptions probes;
    std::string from;
};

struct Timing {
    uint64_t steps = 0;        // of the whole run; fewer than asked for if it was interrupted
    double first_step_ms = 0;  // includes what a driver compiles on first use
    double ms_per_step = 0;    // of the others
};

Timing simulate(Solver& solver, uint64_t steps, TraceRecording& trace, Checkpoints& checkpoints,
                ProbeRecording& probes) {
    const uint64_t resumed = checkpoints.resumed_steps();
    Timing timing{.steps = resumed};
    Progress progress("step", steps, resumed);
    double total_ms = 0;
    if (resumed == 0) probes.sample(solver, 0);
    for (uint64_t done = resumed, chunk = 1; done < steps && !interrupted();) {
        const Stopwatch watch;
        const uint64_t end = std::min({steps, done + chunk, checkpoints.next_due(done), probes.next_due(done)});
        for (uint64_t k = done; k < end; ++k) {
            {
                const HostGroup group(trace.get(), "step", solver.time().steps + 1);
                const HostSpan span(trace.get(), "record");
                solver.step();
            }
            trace.count();
        }
        solver.finish();
        trace.measure();
        const double ms = watch.ms();
        if (done == resumed) timing.first_step_ms = ms;
        else total_ms += ms;
        // Waiting for the device a few times a second keeps the bar alive and costs nothing measurable.
        const double per_step = ms / double(end - done);
        chunk = done == resumed ? 1 : std::clamp<uint64_t>(static_cast<uint64_t>(200 / (per_step + 1e-9)), 1, 1000);
        timing.steps = done = end;
        progress.update(done);
        probes.sample(solver, done);
        if (!checkpoints.due(done)) continue;
        probes.write_table();  // a run that is resumed there goes on with this table
        checkpoints.save(solver, done);
    }
    checkpoints.save_end(solver, timing.steps);
    const uint64_t timed = timing.steps - resumed;
    timing.ms_per_step = timed > 1 ? total_ms / double(timed - 1) : timing.first_step_ms;
    return timing;
}

// Whether the last of these steps left a pressure.
bool left_pressure(const Simulation& sim, const Timing& timing) {
    return timing.steps > 0 && has_pressure(sim.scene.parameters);
}

ordered_json report_json(const Simulation& sim, Solver& solver, uint32_t iterations, const Statistics& s,
                         std::optional<double> lost, const Timing& timing, const Checkpoints& checkpoints) {
    const Parameters& p = sim.scene.parameters;
    const double lattice_mass_factor =
        solver.params().particle_mass / (p.rest_density * std::pow(double{p.particle_spacing}, p.dimensions));
    ordered_json pressure, lost_or_null;
    if (left_pressure(sim, timing)) pressure = {{"mean", s.pressure_mean}, {"max", s.pressure_max}};
    if (lost) lost_or_null = *lost;
    return {{"scene", sim.scene.name},
            {"backend", solver.backend().name()},
            {"particles", solver.population().living},
            {"population", population_json(solver)},
            {"diffuse", diffuse_json(solver)},
            {"boundary_particles", solver.extents().boundary},
            {"steps", timing.steps},
            {"resumed_after", checkpoints.resumed_steps()},
            {"interrupted", interrupted()},
            {"simulated_s", double(timing.steps) * p.dt},
            {"time_s", solver.time().seconds},
            {"iterations", iterations},
            {"density_error",
             {{"mean", s.density_error_mean}, {"max", s.density_error_max}, {"deficit_mean", s.density_deficit_mean}}},
            {"pressure_Pa", pressure},
            {"kinetic_energy_J", s.kinetic_energy},
            {"kinetic_energy_per_mass_m2_s2", s.kinetic_energy_per_mass},
            {"potential_energy_J", s.potential_energy},
            {"energy_lost_J", lost_or_null},
            {"center_of_mass_m", {s.center_of_mass.x, s.center_of_mass.y, s.center_of_mass.z}},
            {"largest_speed_m_s", s.largest_speed},
            {"clamped_speeds", s.clamped_speeds},
            {"clamped_solid_speeds", solver.clamped_solid_speeds()},
            {"solids", solids_json(sim.scene.solids, solver)},
            {"neighbors", {{"mean", s.neighbors_mean}, {"max", s.neighbors_max}, {"dropped", s.dropped_neighbors}}},
            {"not_finite", s.nan_count},
            {"outside", s.outside_count},
            {"ms_per_step", timing.ms_per_step},
            {"first_step_ms", timing.first_step_ms},
            {"bytes_per_particle", double(memory_needed(solver.extents())) / solver.extents().particles},
            {"particle_mass_kg", solver.params().particle_mass},
            {"mass_over_rest_density_volume", lattice_mass_factor}};
}

void print_report(const Simulation& sim, Solver& solver, uint32_t iterations, const Statistics& s,
                  std::optional<double> lost, const Timing& t) {
    const Population population = solver.population();
    const double n = std::max(1u, population.living), room = solver.extents().particles;
    std::printf("%s: %s, %s of %g ms on %s\n", sim.scene.title.c_str(), counted(population.living, "particle").c_str(),
                counted(t.steps, "step").c_str(), sim.scene.parameters.dt * 1e3, solver.backend().name().c_str());
    if (sim.start.steps > 0) {
        const StateTime end = solver.time();
        std::printf("  scene time        %.3f s after %s, the first %s of them before this run\n", end.seconds,
                    counted(end.steps, "step").c_str(), grouped_text(sim.start.steps).c_str());
    }
    if (const std::string text = population_text(solver); !text.empty())
        std::printf("  came and went     %s\n", text.c_str());
    if (const std::string text = diffuse_text(solver); !text.empty())
        std::printf("  spray and foam    %s\n", text.c_str());
    std::printf("  density error     %.3f %% mean, %.2f %% max (deficit %.3f %% mean)\n", s.density_error_mean * 100,
                s.density_error_max * 100, -s.density_deficit_mean * 100);
    if (const char* unit = sim.scene.parameters.dimensions == 2 ? "N/m" : "Pa"; left_pressure(sim, t))
        std::printf("  pressure          %.4g %s mean, %.4g %s max\n", s.pressure_mean, unit, s.pressure_max, unit);
    if (iterations > 0) std::printf("  iterations        %u\n", iterations);  // 0: of no step of this run
    std::printf("  kinetic energy    %.4g J, %.4g m²/s² per mass\n", s.kinetic_energy, s.kinetic_energy_per_mass);
    std::printf("  potential energy  %.4g J above the tank's lower corner\n", s.potential_energy);
    if (lost)
        std::printf("  energy lost       %.4g J, %.4g m²/s² per mass\n", *lost,
                    *lost / (n * solver.params().particle_mass));
    else std::printf("  energy lost       unknown: emitters, sinks, moving solids or surface tension give and take\n");
    std::printf("  centre of mass    %.4f %.4f %.4f m\n", s.center_of_mass.x, s.center_of_mass.y, s.center_of_mass.z);
    std::printf("  largest speed     %.3f m/s, clamped %llu times\n", s.largest_speed,
                static_cast<unsigned long long>(s.clamped_speeds));
    if (const uint64_t clamped = solver.clamped_solid_speeds(); clamped > 0)
        std::printf("  floating solids   slowed %s times to %.3g m/s, the most that water can give way to: lower dt\n",
                    grouped_text(clamped).c_str(), greatest_speed_of_solids(sim.scene.parameters));
    std::printf("  neighbours        %.1f mean, %u max, %llu dropped\n", s.neighbors_mean, s.neighbors_max,
                static_cast<unsigned long long>(s.dropped_neighbors));
    std::printf("  not finite        %llu, outside %llu\n", static_cast<unsigned long long>(s.nan_count),
                static_cast<unsigned long long>(s.outside_count));
    if (t.first_step_ms > 0)
        std::printf("  time              %.2f ms a step (%.0f ns a particle), first step %.1f ms\n", t.ms_per_step,
                    t.ms_per_step * 1e6 / n, t.first_step_ms);
    std::printf("  memory            %.0f bytes a particle\n", double(memory_needed(solver.extents())) / room);
}

void require_ply_writable(const std::string& output) {
    require_writable(output);
    if (!output.ends_with(".ply") && !find_destination(output).in_place)
        throw Error(Exit::bad_input, output + ": has an ending in which no state can be written; expected .ply");
}

void run(RunOptions o) {
    const InterruptGuard guard;
    const Reproduction reproduction(o.from);
    reproduction.prepare(o.simulation, {o.output});
    require_threads_used(o.simulation.threads, {o.simulation.backend});
    require_distinct({{"--output", o.output},
                      {"--json", o.json},
                      {"--trace", o.trace.trace},
                      {"--pass-csv", o.trace.pass_csv},
                      {"--probes", o.probes.table},
                      {"--probe-page", o.probes.page}});
    if (!o.output.empty()) require_ply_writable(o.output);
    require_json_writable(o.json);
    require_trace_writable(o.trace);
    const Simulation sim = load_simulation(o.simulation);
    const OutputManifest manifest = o.output.empty() ? OutputManifest{} : make_manifest(sim, o.simulation, {});
    Checkpoints checkpoints(o.checkpoint, sim, "run");
    if (checkpoints.resumed_steps() > o.steps)
        throw Error(Exit::bad_input, o.checkpoint.resume + ": continues after step " +
                                         std::to_string(checkpoints.resumed_steps()) +
                                         "; expected --steps to be at least that, as it counts the whole run");
    ProbeRecording probes(o.probes, sim.scene, sim.scene.probes, checkpoints.resumed_steps());
    Trace timeline;
    const Dumps dumps = read_dumps(o.dump, false);
    require_steps(dumps, sim.start.steps + checkpoints.resumed_steps() + 1, sim.start.steps + o.steps);
    Machine machine;
    Solver solver(sim.scene, sim.initial, sim.boundary,
                  with_dumps(make_backend(o.simulation.backend, o.simulation.threads, machine, kUndrawnSteps), dumps),
                  {.start = sim.start});

    TraceRecording trace(o.trace, timeline, solver, machine, false);
    checkpoints.resume(solver);
    const Energy before = energy_of(sim.initial, solver.params());
    const Timing timing = simulate(solver, o.steps, trace, checkpoints, probes);
    OutputErrors errors;
    errors.keep([&] { trace.write(); });
    errors.keep([&] { probes.write_table(); });
    const uint32_t iterations = solver.iterations_used();
    const ParticleState state = solver.state();
    const Statistics statistics = measure_statistics(state, solver.measure(), solver.params());
    std::optional<double> lost;
    if (solver.is_closed())
        lost = before.kinetic + before.potential - statistics.kinetic_energy - statistics.potential_energy;

    machine.require_no_validation_messages();
    const Provenance provenance =
        make_provenance(devices_of(o.simulation.backend, solver.backend(), machine), {scene_facts(sim, o.simulation)});
    if (!o.output.empty())
        errors.keep([&] {
            write_particles(o.output, state, o.ascii ? PlyFormat::ascii : PlyFormat::binary, solver.time(),
                            {.pressure = has_pressure(sim.scene.parameters)}, solid_comments(sim.scene.solids, solver));
            write_manifests(manifest, provenance, {o.output}, {o.output});
        });
    errors.keep(
        [&] { probes.write_page(sim.scene.title, sim.scene.parameters.dimensions == 2, provenance_text(provenance)); });
    errors.keep([&] {
        write_json(o.json, whole_report("run", provenance,
                                        report_json(sim, solver, iterations, statistics, lost, timing, checkpoints)));
    });
    if (!is_standard_output(o.json)) print_report(sim, solver, iterations, statistics, lost, timing);
    say_turned_away(solver);
    errors.rethrow();
    if (!o.output.empty() && !interrupted()) reproduction.compare({o.output}, provenance);
    if (statistics.dropped_neighbors > 0)
        std::fprintf(
            stderr,
            "undine: %llu neighbour pairs did not fit into the list; raise neighbor_capacity (now %u, the fullest "
            "particle has %u)\n",
            static_cast<unsigned long long>(statistics.dropped_neighbors), solver.extents().list_capacity,
            statistics.neighbors_max);
    throw_if_interrupted("after " + std::to_string(timing.steps) + " of " + std::to_string(o.steps) + " steps" +
                         (o.output.empty() ? "" : "; " + o.output + " holds the state so far") +
                         checkpoints.how_to_resume());
}

}  // namespace

void add_run_command(CLI::App& app) {
    auto* command = app.add_subcommand("run", "Simulate a scene without drawing and report what the fluid did.");
    auto o = std::make_shared<RunOptions>();
    add_simulation_options(*command, o->simulation);
    command->add_option("--steps", o->steps, "steps of dt to simulate")
        ->required()
        ->check(number_between(uint64_t{0}, uint64_t{1} << 40))
        ->type_name("N");
    command->add_option("--output", o->output, "write the final state as a PLY file; --initial continues from it")
        ->type_name("FILE.ply");
    command->add_flag("--ascii", o->ascii, "write that file as text; both forms keep every bit");
    add_checkpoint_options(*command, o->checkpoint, "steps");
    add_from_option(*command, o->from);
    add_trace_options(*command, o->trace);
    add_dump_options(*command, o->dump, false);
    add_probe_options(*command, o->probes, "steps");
    command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command->callback([o] { run(*o); });
}

}  // namespace undine
