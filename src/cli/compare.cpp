// undine compare: the same scene on several backends, in lockstep pass by pass, or each by itself.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>

#include "cli/backend_option.h"
#include "cli/commands.h"
#include "cli/compare_report.h"
#include "cli/json_report.h"
#include "cli/progress.h"
#include "cli/simulation_options.h"
#include "cli/terminal_colour.h"
#include "error.h"
#include "measure/lockstep.h"

namespace undine {
namespace {

struct CompareOptions {
    SimulationOptions simulation;
    std::vector<std::string> backends;
    uint64_t steps = 20, start = 0;
    bool free_run = false;
    std::string json;
};

using Backends = std::vector<std::unique_ptr<Backend>>;

// One machine a backend, so that a device named twice is two devices; all of one instance.
Backends open_backends(const CompareOptions& o, std::deque<Machine>& machines) {
    Backends backends;
    std::shared_ptr<Instance> instance;
    for (const std::string& option : o.backends) {
        machines.emplace_back().instance = instance;
        // Kernels that round as the CPU does, unless the fast ones are asked for: what they join is no mistake.
        backends.push_back(make_backend(option, o.simulation.threads, machines.back(), {}, CudaBuild::exact));
        instance = machines.back().instance;
    }
    return backends;
}

Comparands comparands(const CompareOptions& o, const Simulation& sim, const Backends& backends) {
    Comparands what{
        sim.scene.name, static_cast<uint32_t>(sim.initial.size()), sim.scene.parameters.dt, o.start, o.steps, {}};
    for (size_t k = 0; k < backends.size(); ++k) {
        const auto before = std::count(o.backends.begin(), o.backends.begin() + std::ptrdiff_t(k), o.backends[k]);
        what.backends.push_back(
            {o.backends[k] + (before > 0 ? "#" + std::to_string(before + 1) : ""), backends[k]->name()});
    }
    return what;
}

LockstepReport compare_in_lockstep(const CompareOptions& o, const Simulation& sim, Backends backends) {
    std::unique_ptr<Backend> reference = std::move(backends.front());
    backends.erase(backends.begin());
    auto together = std::make_unique<LockstepBackend>(std::move(reference), std::move(backends));
    LockstepBackend& lockstep = *together;
    Solver solver(sim.scene, sim.initial, sim.boundary, std::move(together), field_set({Field::ellipsoid}));
    Progress progress("step", o.start + o.steps);
    for (uint64_t step = 1; step <= o.start + o.steps; ++step) {
        lockstep.begin_step(step, step > o.start);
        solver.step();
        solver.derive(field_set({Field::ellipsoid}));
        if (step % 16 == 0) solver.finish();  // so that the bar tells the truth
        progress.update(step);
    }
    return lockstep.report();
}

FreeRunReport compare_freely(const CompareOptions& o, const Simulation& sim, Backends backends) {
    std::vector<std::unique_ptr<Solver>> solvers;
    std::vector<Solver*> borrowed;
    Progress progress("step", o.start + o.steps);
    ParticleState start = sim.initial;
    for (auto& backend : backends) {
        solvers.push_back(std::make_unique<Solver>(sim.scene, start, sim.boundary, std::move(backend)));
        borrowed.push_back(solvers.back().get());
        if (solvers.size() > 1) continue;
        for (uint64_t step = 1; step <= o.start; ++step) {
            solvers[0]->step();
            if (step % 16 == 0) solvers[0]->finish();
            progress.update(step);
        }
        start = solvers[0]->state();
    }
    return run_freely(borrowed, o.steps, [&](uint64_t done) { progress.update(o.start + done); });
}

// The verdict stands on the first line, in colour where that is wanted.
void print_report(std::string text, bool within) {
    if (wants_colour()) {
        const size_t end = text.find('\n');
        text = painted(text.substr(0, end), within ? Colour::green : Colour::red) + text.substr(end);
        const std::string beyond = "BEYOND", red = painted(beyond, Colour::red);
        for (size_t at = 0; (at = text.find(beyond, at)) != std::string::npos; at += red.size())
            text.replace(at, beyond.size(), red);
    }
    std::fputs(text.c_str(), stdout);
}

void compare(const CompareOptions& o) {
    if (o.backends.size() < 2)
        throw Error(Exit::usage,
                    "compare needs two backends or more, for instance --backend cpu --backend vulkan; the "
                    "others are compared with the first");
    require_json_writable(o.json);
    const Simulation sim = load_simulation(o.simulation);
    std::deque<Machine> machines;
    Backends backends = open_backends(o, machines);
    const Comparands what = comparands(o, sim, backends);

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
    machines.back().require_no_validation_messages();  // of the instance that all share
    write_json(o.json, json);
    if (o.json != "-") print_report(text, within);
    if (!within) throw Error(Exit::failed, verdict);
}

}  // namespace

void add_compare_command(CLI::App& app) {
    auto* command = app.add_subcommand("compare", "Compare backends: every pass in lockstep, or whole runs.");
    auto o = std::make_shared<CompareOptions>();
    command
        ->add_option(
            "--backend", o->backends,
            "cpu, vulkan[:INDEX|NAME|UUID], or cuda[:fast][:INDEX|NAME|UUID]; twice or more: the others are compared "
            "with the first")
        ->type_name("BACKEND")
        ->take_all()
        ->allow_extra_args(false);
    add_scene_options(*command, o->simulation);
    command->add_option("--steps", o->steps, "steps of dt to compare")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40).description(""))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--start", o->start, "steps that the first backend takes alone before")
        ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 40).description(""))
        ->type_name("N")
        ->capture_default_str();
    command->add_flag("--free-run", o->free_run,
                      "let every backend go its own way: how trajectories part, and whether the flows agree");
    command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command->footer(
        "In lockstep, the default, each pass of each backend starts from the first one's values. Exit code 1: a\n"
        "difference beyond tolerance; the first pass beyond it is named on the first line.");
    command->callback([o] { compare(*o); });
}

}  // namespace undine
