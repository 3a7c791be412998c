// undine compare: the same scene on several backends, in lockstep pass by pass, or each on its own.
#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/progress.h"
#include "app/simulation.h"
#include "cli/commands.h"
#include "cli/compare/compare_html.h"
#include "cli/compare/compare_options.h"
#include "cli/number_option.h"
#include "cli/output_files.h"
#include "measure/lockstep.h"
#include "platform/interrupt.h"
#include "platform/staged_file.h"
#include "undine/error.h"

namespace undine {
namespace {

using Backends = std::vector<std::unique_ptr<Backend>>;

const BenchSettings kTimes{.warmup = 3, .steps = 10, .repetitions = 3};

Comparands comparands(const CompareOptions& o, const Simulation& sim, const Contestants& all,
                      const Backends& backends) {
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

// Until all steps are compared, or the user interrupts it: page.what then has as many steps as were.
void compare_in_lockstep(const CompareOptions& o, const Simulation& sim, Backends backends, ComparePage& page) {
    std::unique_ptr<Backend> reference = std::move(backends.front());
    backends.erase(backends.begin());
    auto together = std::make_unique<LockstepBackend>(std::move(reference), std::move(backends));
    LockstepBackend& lockstep = *together;
    Solver solver(sim.scene, sim.initial, sim.boundary, std::move(together),
                  {.derived = field_set({Field::ellipsoid}), .start = sim.start});
    Progress progress("step", o.last_step());
    for (uint64_t step = 1; step <= o.last_step(); ++step) {
        lockstep.begin_step(step, o.counts(step));
        solver.step();
        if (o.counts(step)) {
            solver.derive(field_set({Field::ellipsoid}));
            solver.sum_health();
        }
        if (step % 16 == 0) solver.finish();  // keeps the progress bar accurate
        progress.update(step);
        if (!interrupted() || step == o.last_step()) continue;
        if (step <= o.start_step()) throw_if_interrupted("before a step was compared; nothing was written");
        page.interrupted = true;
        page.what.steps = step - o.start_step();
        break;
    }
    page.lockstep = lockstep.report();
}

// Runs every backend on its own, into page.flow. With a painter, adds pictures a quarter of the way in, when little has
// parted, and at the end. Returns the first backend's final state.
ParticleState compare_freely(const CompareOptions& o, const Simulation& sim, Backends backends, FlowPainter* painter,
                             ComparePage& page) {
    std::vector<std::unique_ptr<Solver>> solvers;
    std::vector<Solver*> borrowed;
    const uint64_t steps = page.flow_what.steps, alone = o.start_step();
    Progress progress("step", alone + steps);
    ParticleState start = sim.initial;
    for (auto& backend : backends) {
        SolverOptions options{.derived = painter ? painter->needed() : FieldSet{}, .start = sim.start};
        if (!solvers.empty()) options.start = solvers[0]->time();
        solvers.push_back(std::make_unique<Solver>(sim.scene, start, sim.boundary, std::move(backend), options));
        borrowed.push_back(solvers.back().get());
        if (solvers.size() > 1) continue;
        for (uint64_t step = 1; step <= alone; ++step) {
            solvers[0]->step();
            if (step % 16 == 0) solvers[0]->finish();
            progress.update(step);
            throw_if_interrupted("before a step was compared; nothing was written");
        }
        start = solvers[0]->state();
    }
    page.flow = run_freely(borrowed, steps, [&](uint64_t done) {
        const bool early = page.pictures.empty() && done >= steps / 4;
        if (painter && (early || done == steps)) page.pictures.push_back(painter->draw(borrowed, done));
        progress.update(alone + done);
        return !interrupted();
    });
    page.interrupted |= page.flow->steps < steps;
    page.flow_what.steps = page.flow->steps;
    if (page.interrupted && page.flow->runs[0].samples.empty()) page.flow.reset();
    if (!page.flow && !page.lockstep) throw_if_interrupted("before anything could be compared; nothing was written");
    return solvers[0]->state();
}

// Measures what the HTML page has beyond the report: free runs, pictures and times.
void measure_for_page(const CompareOptions& o, const Simulation& sim, Contestants& all, Backends backends,
                      ComparePage& page) {
    if (backends.empty()) backends = make_backends(all, o.simulation.threads);
    FlowPainter painter(all, sim);
    if (!painter.available()) page.no_pictures = painter.why();
    const ParticleState end =
        compare_freely(o, sim, std::move(backends), painter.available() ? &painter : nullptr, page);
    if (page.interrupted) return;
    std::vector<MakeBackend> makers;
    for (Contestant& c : all) makers.push_back([&] { return c.make(o.simulation.threads); });
    page.times_settings = kTimes;
    page.times = measure_group(sim.scene, end, sim.boundary, makers, kTimes);
}

void compare(CompareOptions o) {
    require_reports_writable(o);
    choose_backends(o, false);
    if (o.backends.size() < 2)
        throw Error(Exit::usage,
                    "compare needs two backends or more, for instance --backend cpu --backend vulkan; the "
                    "others are compared with the first; without --backend it takes all that this machine has");
    require_threads_used(o.simulation.threads, o.backends);
    const Simulation sim = load_simulation(o.simulation);
    Contestants all = contestants(o);
    Backends backends = make_backends(all, o.simulation.threads);
    const Comparands what = comparands(o, sim, all, backends);
    ComparePage page{.what = what,
                     .provenance = make_provenance(devices_of(what), {scene_facts(sim, o.simulation)}),
                     .title = sim.scene.title};
    page.flow_what = page.what;
    page.flow_what.every = 1;
    if (!o.free_run) {
        page.flow_what.steps = o.free_steps;
        compare_in_lockstep(o, sim, std::exchange(backends, {}), page);
    }
    if (page.interrupted) backends.clear();
    else if (!o.html.empty()) measure_for_page(o, sim, all, std::move(backends), page);
    else if (o.free_run) compare_freely(o, sim, std::move(backends), nullptr, page);
    all.back().machine.require_no_validation_messages();  // of the instance that all share
    write_reports(o, page);
    throw_if_interrupted("during the comparison; what was compared until then is reported");
}

}  // namespace

void add_compare_command(CLI::App& app) {
    auto* command = app.add_subcommand(
        "compare",
        "Compare backends: every pass in lockstep, or whole runs; or with a recording from another machine.");
    auto o = std::make_shared<CompareOptions>();
    o->simulation.scene = "cube_drop";
    command
        ->add_option(
            "--backend", o->backends,
            "cpu[:SET], vulkan[:INDEX|NAME|UUID], or cuda[:fast][:INDEX|NAME|UUID]; twice or more: the others are "
            "compared with the first; with --record one; with --replay those that are compared with the recording; "
            "default: the CPU and every device that can run")
        ->type_name("BACKEND")
        ->take_all()
        ->allow_extra_args(false);
    add_scene_options(*command, o->simulation);
    command->add_option("--steps", o->steps, "steps of dt to compare, or to record; default 20, with --record 3")
        ->check(number_between(uint64_t{1}, uint64_t{1} << 40))
        ->type_name("N");
    command
        ->add_option("--start", o->start,
                     "steps that the first backend takes alone beforehand; default 0, with --record 25")
        ->check(number_between(uint64_t{0}, uint64_t{1} << 40))
        ->type_name("N");
    command->add_option("--every", o->every, "compare, or record, one step in every N")
        ->check(number_between(uint64_t{1}, uint64_t{1} << 20))
        ->type_name("N")
        ->capture_default_str();
    auto* free_run =
        command->add_flag("--free-run", o->free_run,
                          "let every backend go its own way: how trajectories part, and whether the flows agree");
    auto* json =
        command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command
        ->add_option("--html", o->html,
                     "write a self-contained page: what --json has, plots, times of each pass, "
                     "pictures of every "
                     "backend's water and their differences")
        ->type_name("FILE.html");
    auto* markdown = command->add_option("--markdown", o->markdown,
                                         "write the verdict and the tables as Markdown; - is standard output");
    markdown->type_name("FILE.md");
    auto* free_steps = command->add_option("--free-steps", o->free_steps,
                                           "steps that every backend takes on its own for the page of a lockstep run");
    free_steps->check(number_between(uint64_t{1}, uint64_t{1} << 40))->type_name("N")->capture_default_str();
    free_steps->needs(command->get_option("--html"))->excludes(free_run);
    auto* recorded =
        command->add_option("--record", o->record,
                            "write what one backend's passes were given and made of it into this folder, small "
                            "enough to send: three steps of cube_drop are 4.5 MB");
    recorded->type_name("DIR")->excludes(free_run)->excludes(json)->excludes(markdown)->excludes(
        command->get_option("--html"));
    auto* replayed =
        command->add_option("--replay", o->replay, "compare backends with what --record wrote, here or elsewhere");
    replayed->type_name("DIR")->excludes(free_run)->excludes(recorded);
    for (const char* option :
         {"scene", "--set", "--initial", "--boundary", "--steps", "--start", "--every", "--free-steps"})
        replayed->excludes(command->get_option(option));  // the recording has its own
    free_run->excludes(command->get_option("--every"));
    command->footer(
        "In lockstep, the default, each pass of each backend starts from the first one's values; with --replay, "
        "from the recorded ones. Exit code 1: a difference beyond tolerance; the first pass beyond it is named on the "
        "first line; 3: a recording that is damaged, or of a build with other arrays, passes or parameters.");
    command->callback([o] {
        const InterruptGuard guard;
        if (!o->record.empty()) record(*o);
        else if (!o->replay.empty()) replay(*o);
        else compare(*o);
    });
}

}  // namespace undine
