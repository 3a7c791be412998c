// undine compare: the same scene on several backends, in lockstep pass by pass, or each by itself.
#include <memory>

#include "cli/commands.h"
#include "cli/compare_options.h"
#include "cli/device_facts.h"
#include "cli/json_report.h"
#include "cli/progress.h"
#include "error.h"
#include "measure/lockstep.h"

namespace undine {
namespace {

using Backends = std::vector<std::unique_ptr<Backend>>;

Comparands comparands(const CompareOptions& o, const Simulation& sim, const Contestants& all, const Backends& backends) {
    Comparands what{.scene = sim.scene.name,
                    .particles = static_cast<uint32_t>(sim.initial.size()),
                    .dt = sim.scene.parameters.dt,
                    .start_step = o.start_step(),
                    .steps = o.step_count(),
                    .every = o.every};
    for (size_t k = 0; k < backends.size(); ++k)
        what.backends.push_back(
            {all[k].option, backends[k]->name(), device_facts(all[k].specification, *backends[k], all[k].machine)});
    return what;
}

LockstepReport compare_in_lockstep(const CompareOptions& o, const Simulation& sim, Backends backends) {
    std::unique_ptr<Backend> reference = std::move(backends.front());
    backends.erase(backends.begin());
    auto together = std::make_unique<LockstepBackend>(std::move(reference), std::move(backends));
    LockstepBackend& lockstep = *together;
    Solver solver(sim.scene, sim.initial, sim.boundary, std::move(together), field_set({Field::ellipsoid}));
    Progress progress("step", o.last_step());
    for (uint64_t step = 1; step <= o.last_step(); ++step) {
        lockstep.begin_step(step, o.counts(step));
        solver.step();
        if (o.counts(step)) solver.derive(field_set({Field::ellipsoid}));
        if (step % 16 == 0) solver.finish();  // so that the bar tells the truth
        progress.update(step);
    }
    return lockstep.report();
}

FreeRunReport compare_freely(const CompareOptions& o, const Simulation& sim, Backends backends) {
    std::vector<std::unique_ptr<Solver>> solvers;
    std::vector<Solver*> borrowed;
    Progress progress("step", o.start_step() + o.step_count());
    ParticleState start = sim.initial;
    for (auto& backend : backends) {
        solvers.push_back(std::make_unique<Solver>(sim.scene, start, sim.boundary, std::move(backend)));
        borrowed.push_back(solvers.back().get());
        if (solvers.size() > 1) continue;
        for (uint64_t step = 1; step <= o.start_step(); ++step) {
            solvers[0]->step();
            if (step % 16 == 0) solvers[0]->finish();
            progress.update(step);
        }
        start = solvers[0]->state();
    }
    return run_freely(borrowed, o.step_count(), [&](uint64_t done) { progress.update(o.start_step() + done); });
}

void compare(const CompareOptions& o) {
    if (o.backends.size() < 2)
        throw Error(Exit::usage,
                    "compare needs two backends or more, for instance --backend cpu --backend vulkan; the "
                    "others are compared with the first");
    require_json_writable(o.json);
    const Simulation sim = load_simulation(o.simulation);
    Contestants all = contestants(o);
    Backends backends = make_backends(all, o.simulation.threads);
    const Comparands what = comparands(o, sim, all, backends);

    bool within = false;
    std::string verdict, text;
    nlohmann::ordered_json json;
    if (o.free_run) {
        const FreeRunReport report = compare_freely(o, sim, std::move(backends));
        within = !first_disagreement(report);
        verdict = free_run_verdict(report, what), text = free_run_text(report, what),
        json = free_run_json(report, what);
    } else {
        const LockstepReport report = compare_in_lockstep(o, sim, std::move(backends));
        within = !first_beyond(report);
        verdict = lockstep_verdict(report, what), text = lockstep_text(report, what),
        json = lockstep_json(report, what);
    }
    all.back().machine.require_no_validation_messages();  // of the instance that all share
    write_json(o.json, json);
    if (o.json != "-") print_report(text, within);
    if (!within) throw Error(Exit::failed, verdict);
}

}  // namespace

void add_compare_command(CLI::App& app) {
    auto* command = app.add_subcommand(
        "compare", "Compare backends: every pass in lockstep, or whole runs; or another machine's with a recording.");
    auto o = std::make_shared<CompareOptions>();
    o->simulation.scene = "cube_drop";
    command
        ->add_option(
            "--backend", o->backends,
            "cpu, vulkan, or vulkan:INDEX|NAME|UUID; twice or more: the others are compared with the first; with --record "
            "one; with --replay those that are compared with the recording")
        ->type_name("BACKEND")
        ->take_all()
        ->allow_extra_args(false);
    add_scene_options(*command, o->simulation);
    command->add_option("--steps", o->steps, "steps of dt to compare, or to record; default 20, with --record 3")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40).description(""))
        ->type_name("N");
    command->add_option("--start", o->start, "steps that the first backend takes alone before; default 0, with --record 25")
        ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 40).description(""))
        ->type_name("N");
    command->add_option("--every", o->every, "compare, or record, one step of every N")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 20).description(""))
        ->type_name("N")
        ->capture_default_str();
    auto* free_run = command->add_flag("--free-run", o->free_run,
                                       "let every backend go its own way: how trajectories part, and whether the flows agree");
    auto* json =
        command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    auto* recorded = command->add_option("--record", o->record,
                                       "write what one backend's passes were given and made of it into this folder, small "
                                       "enough to send: three steps of cube_drop are 4.5 MB");
    recorded->type_name("DIR")->excludes(free_run)->excludes(json);
    auto* replayed = command->add_option("--replay", o->replay, "hold backends against what --record wrote, here or elsewhere");
    replayed->type_name("DIR")->excludes(free_run)->excludes(recorded);
    for (const char* option : {"scene", "--set", "--initial", "--boundary", "--steps", "--start", "--every"})
        replayed->excludes(command->get_option(option));  // the recording has its own
    free_run->excludes(command->get_option("--every"));
    command->footer(
        "In lockstep, the default, each pass of each backend starts from the first one's values; with --replay, from the\n"
        "recorded ones. Exit code 1: a difference beyond tolerance; the first pass beyond it is named on the first line.\n"
        "3: a recording that is damaged, or of a build with other arrays, passes or parameters.");
    command->callback([o] {
        if (!o->record.empty()) record(*o);
        else if (!o->replay.empty()) replay(*o);
        else compare(*o);
    });
}

}  // namespace undine
