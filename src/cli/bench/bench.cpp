// undine bench: how long steps take and where the time goes, on several backends at once.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/machine.h"
#include "app/progress.h"
#include "app/simulation.h"
#include "backends/cpu/cpu_backend.h"
#include "backends/cpu/host_copy.h"
#include "backends/cuda/cuda_backend.h"
#include "backends/vulkan/device_copy.h"
#include "cli/bench/bench_against.h"
#include "cli/bench/bench_drawing.h"
#include "cli/bench/bench_options.h"
#include "cli/bench/bench_trace.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/output_files.h"
#include "cli/simulation_options.h"
#include "cli/trace_options.h"
#include "platform/interrupt.h"
#include "scene/parameter_table.h"
#include "scene/resolution.h"
#include "text/quantity_text.h"
#include "undine/error.h"

namespace undine {
namespace {

// The machines of one command: one for each backend that is named, all on one Vulkan instance.
class Machines {
  public:
    explicit Machines(bool draws) : draws_(draws) {}

    Machine& of(const std::string& backend) {
        auto [at, fresh] = machines_.try_emplace(backend);
        if (fresh) at->second.draws = draws_, at->second.instance = instance_;
        return at->second;
    }
    std::unique_ptr<Backend> make(const BenchColumn& c) {
        Machine& machine = of(c.backend);
        VulkanOptions options;
        if (c.workgroup > 0) options.workgroup_size = c.workgroup;
        std::unique_ptr<Backend> backend = make_backend(c.backend, c.threads, machine, options);
        instance_ = machine.instance ? machine.instance : instance_;
        return backend;
    }
    void require_no_validation_messages() const {
        if (instance_) instance_->require_no_validation_messages();
    }

  private:
    bool draws_;
    std::shared_ptr<Instance> instance_;
    std::map<std::string, Machine> machines_;
};

// Opens the column's device, fills in what it is and times its copies.
void describe_column(BenchColumn& c, Machines& machines) {
    const std::unique_ptr<Backend> backend = machines.make(c);  // throws, before any work, if the device cannot do it
    c.device = backend->name();
    c.facts = device_facts(c.backend, *backend, machines.of(c.backend));
    if (c.threads > 0) {
        c.copy = time_host_copies(c.threads);
        return;
    }
    if (is_cuda(c.backend)) {
        const CudaDevice device = find_cuda_device(c.backend);
        c.device = describe(device);
        c.copy = time_cuda_copies(device);
        return;
    }
    Machine& machine = machines.of(c.backend);
    c.device = describe(machine.context->info());
    c.copy = time_device_copies(*machine.context, *machine.commands);
}

// The scene with its overrides and neighbour search, at about `wanted` particles (0: as many as it has).
Simulation make_simulation(const SceneArgument& argument, const std::string& neighbors, uint64_t wanted) {
    Scene scene = load_scene(argument.scene, scene_directories());
    for (const std::string& text : argument.overrides) {
        const size_t equals = text.find('=');
        set_parameter(scene.parameters, text.substr(0, equals), text.substr(equals + 1), argument.scene + ":" + text);
    }
    if (!neighbors.empty()) set_parameter(scene.parameters, "neighbors", neighbors, "--neighbors");
    validate(scene);
    Simulation sim = fill_scene(std::move(scene), "");
    if (sim.initial.size() == 0)
        throw Error(Exit::bad_input, printable(argument.scene, 200) +
                                         ": begins with no particles; expected a scene with "
                                         "[[fluid]] or an initial state");
    if (wanted == 0 || wanted == sim.initial.size()) return sim;
    return fill_scene(with_particles(sim.scene, sim.initial.size(), wanted), "");
}

struct Case {
    SceneArgument scene;
    uint64_t particles;     // 0: the scene's own
    std::string neighbors;  // empty: the scene's own
};

std::vector<Case> make_cases(const BenchOptions& o) {
    std::vector<uint64_t> counts;
    for (const std::string& text : o.particles) counts.push_back(read_count(text));
    if (counts.empty()) counts.push_back(0);
    const std::vector<std::string> searches = o.neighbors.empty() ? std::vector<std::string>{""} : o.neighbors;
    std::vector<Case> cases;
    for (const std::string& scene : o.scenes)
        for (uint64_t count : counts)
            for (const std::string& neighbors : searches)
                cases.push_back({read_scene_argument(scene), count, neighbors});
    return cases;
}

void measure_case(const Case& c, BenchReport& report, Machines& machines, const std::function<void()>& tick) {
    const Simulation sim = make_simulation(c.scene, c.neighbors, c.particles);
    report.provenance.scenes.push_back({sim.scene.name, c.scene.overrides, parameter_values(sim.scene.parameters)});
    std::vector<MakeBackend> makers;
    for (const BenchColumn& column : report.columns) makers.push_back([&] { return machines.make(column); });
    BenchGroup group{sim.scene.name,
                     c.scene.overrides,
                     sim.scene.parameters.neighbors == NeighborSearch::list ? "list" : "grid",
                     {}};
    BenchSettings settings = report.settings;
    settings.what = group.title() + ", " + counted(sim.initial.size(), "particle") + ", " + group.neighbors + ": case";
    settings.number = report.groups.size() + 1;
    group.measured = measure_group(sim.scene, sim.initial, sim.boundary, makers, settings, tick);
    report.groups.push_back(std::move(group));
}

// Draws each scene and size once on each Vulkan device.
std::vector<DrawnCase> draw_cases(const std::vector<Case>& cases, const BenchReport& report, Machines& machines,
                                  PictureSize size) {
    std::vector<DrawnCase> drawn;
    Progress progress("drawn case", cases.size() * report.columns.size());
    for (size_t g = 0; g < cases.size(); ++g)
        for (size_t c = 0; c < report.columns.size(); ++c) {
            progress.update(g * report.columns.size() + c);
            const BenchColumn& column = report.columns[c];
            const BenchGroup& group = report.groups[g];
            auto is_this = [&](const DrawnCase& other) {
                return other.scene == group.title() && other.particles == group.measured.particles &&
                       other.backend == column.backend;
            };
            if (column.workgroup == 0 || std::ranges::any_of(drawn, is_this)) continue;
            if (!group.measured.backends[c].out_of_memory.empty()) continue;  // reported already
            const Simulation sim = make_simulation(cases[g].scene, cases[g].neighbors, cases[g].particles);
            drawn.push_back(
                {group.title(), column.backend, group.measured.particles,
                 measure_drawing(
                     sim, [&] { return machines.make(column); }, machines.of(column.backend), report.settings, size)});
        }
    return drawn;
}

// Called after the report is written: cases that did not fit must not cost the others their results.
void require_all_fitted(const BenchReport& report) {
    size_t missing = 0, all = 0;
    std::string first;
    for (const BenchGroup& group : report.groups)
        for (const BackendMeasurement& m : group.measured.backends) {
            ++all;
            if (m.out_of_memory.empty()) continue;
            if (missing++ == 0) first = m.out_of_memory;
        }
    if (missing > 0)
        throw Error(Exit::out_of_memory, std::to_string(missing) + " of " + std::to_string(all) +
                                             " cases ran out of memory; the first: " + first);
}

// Refuses requests that cannot be met, before any work. Returns the report to compare with, or null.
nlohmann::json check(const BenchOptions& o) {
    require_distinct({{"--json", o.json},
                      {"--csv", o.csv},
                      {"--markdown", o.markdown},
                      {"--trace", o.trace.trace},
                      {"--pass-csv", o.trace.pass_csv}});
    for (const std::string& file : {o.json, o.csv, o.markdown}) require_json_writable(file);
    require_trace_writable(o.trace);
    if (o.draw && std::ranges::all_of(o.backends, [](const std::string& b) { return is_cpu(b) || is_cuda(b); }))
        throw Error(Exit::usage, "--draw is for --backend vulkan, which was not given");
    if (o.against.empty()) return nullptr;
    nlohmann::json before = read_bench_report(o.against);
    // With other step counts the water is in another state.
    if (before.at("warmup_steps") != o.settings.warmup || before.at("steps") != o.settings.steps)
        throw Error(Exit::bad_input, o.against + ": was measured with --warmup " + before.at("warmup_steps").dump() +
                                         " --steps " + before.at("steps").dump() + "; expected the same here");
    return before;
}

void measure(const std::vector<Case>& cases, BenchReport& report, Machines& machines) {
    Progress progress("repetition", cases.size() * 2 * report.settings.repetitions * report.columns.size());
    uint64_t done = 0;
    for (const Case& c : cases) {
        try {
            measure_case(c, report, machines, [&] {
                progress.update(++done);
                throw_if_interrupted("before a case was measured whole; nothing was written");
            });
        } catch (const Error&) {
            if (!interrupted() || report.groups.empty()) throw;
        }
        if (!interrupted()) continue;
        report.interrupted = report.groups.size() < cases.size();
        report.provenance.scenes.resize(report.groups.size());
        return;
    }
}

void write_reports(const BenchOptions& o, const BenchReport& report, const std::vector<DrawnCase>& drawn,
                   const nlohmann::json& before) {
    nlohmann::ordered_json json = bench_json(report);
    if (o.draw) json["drawing"] = drawing_json(drawn, o.picture);
    std::vector<ComparedCase> compared;
    if (!o.against.empty()) {
        compared = compare_reports(before, json);
        json["against"] = against_json(compared, o.against);
    }
    const bool passes = o.passes || report.groups.size() == 1;
    write_json(o.json, json);
    write_text(o.csv, bench_csv(report));
    if (!o.markdown.empty()) write_text(o.markdown, bench_markdown(report, passes));
    if (std::ranges::any_of(std::array{o.json, o.csv, o.markdown}, is_standard_output)) return;
    std::fputs(bench_tables(report, passes).c_str(), stdout);
    std::fputs(drawing_tables(drawn, o.picture).c_str(), stdout);
    if (!o.against.empty()) std::fputs(against_tables(compared, o.against).c_str(), stdout);
}

void bench(const BenchOptions& o) {
    const InterruptGuard guard;
    const nlohmann::json before = check(o);
    BenchReport report;
    report.settings = o.settings;
    Trace trace;  // outlives the machines
    if (o.trace.wanted()) report.settings.trace = &trace;
    report.columns = make_columns(o);
    const std::vector<Case> cases = make_cases(o);
    for (const Case& c : cases) make_simulation(c.scene, c.neighbors, c.particles);  // throws before any work
    Machines machines(o.draw);
    for (BenchColumn& column : report.columns) describe_column(column, machines);
    std::vector<DeviceFacts> devices;
    for (const BenchColumn& column : report.columns) devices.push_back(column.facts);
    report.provenance = make_provenance(std::move(devices), {});
    measure(cases, report, machines);
    const std::vector<DrawnCase> drawn =
        o.draw && !interrupted() ? draw_cases(cases, report, machines, o.picture) : std::vector<DrawnCase>{};
    machines.require_no_validation_messages();
    write_trace_files(o.trace, trace, bench_span_arguments(report, trace));
    write_reports(o, report, drawn, before);
    throw_if_interrupted("after " + std::to_string(report.groups.size()) + " of " + counted(cases.size(), "case") +
                         "; what was measured whole is reported");
    require_all_fitted(report);
}

void add_what(CLI::App& command, BenchOptions& o) {
    command.add_option("scenes", o.scenes, "scenes by name or path, with overrides of each: cube_drop:dt=0.008")
        ->type_name("SCENE[:KEY=VALUE]...")
        ->capture_default_str();
    command
        .add_option("--particles", o.particles,
                    "each scene at other resolutions, as 8k,32k,1M: spacing, radius and dt scale; shape and h/d stay")
        ->type_name("N,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--neighbors", o.neighbors, "neighbour searches to compare: list, grid")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"list", "grid"}).description(""));
    command.add_option("--backend", o.backends, std::string(kBackendHelp) + "; repeated, they take turns")
        ->type_name("BACKEND")
        ->take_all()
        ->allow_extra_args(false)
        ->capture_default_str();
    command.add_option("--threads", o.threads, "threads of the CPU backend to compare; 0: all cores")
        ->type_name("N,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(number_between(0, 1024));
    command.add_option("--workgroup", o.workgroups, "invocations a workgroup of Vulkan backends to compare")
        ->type_name("N,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(number_between(1, 1024));
}

void add_how(CLI::App& command, BenchOptions& o) {
    const auto add_count = [&](const char* name, uint32_t& value, uint32_t least, const char* help) {
        command.add_option(name, value, help)
            ->check(number_between(least, 1'000'000u))
            ->type_name("N")
            ->capture_default_str();
    };
    add_count("--warmup", o.settings.warmup, 0, "steps before anything is measured");
    command
        .add_option(
            "--warm-seconds", o.settings.warm_seconds,
            "then keep stepping for at least this long, and discard the state: GPUs raise their clocks under load")
        ->check(number_between(0.0, 3600.0))
        ->type_name("S")
        ->capture_default_str();
    add_count("--steps", o.settings.steps, 1, "steps per repetition");
    add_count("--repetitions", o.settings.repetitions, 1, "repetitions, all from the same state");
    command.add_flag("--passes", o.passes, "print a table of the passes for every case, even if there are several");
    auto* draw =
        command.add_flag("--draw", o.draw,
                         "also draw each scene on each Vulkan device, as particles and as water, from its "
                         "camera and from a quarter of the distance: time of each render pass, and CPU time of "
                         "the process");
    command
        .add_option_function<std::string>(
            "--size", [&o](const std::string& text) { o.picture = read_size(text); }, "size of the pictures in pixels")
        ->needs(draw)
        ->type_name("WxH")
        ->default_str("1280x720");
    command.add_option("--json", o.json, "write everything as JSON; - is standard output")->type_name("FILE");
    command.add_option("--csv", o.csv, "write a line per case and pass as CSV; - is standard output")
        ->type_name("FILE");
    command
        .add_option("--markdown", o.markdown,
                    "write the tables as Markdown, to be pasted into an issue or a README; - is standard output")
        ->type_name("FILE.md");
    add_trace_options(command, o.trace);
    command.add_option("--against", o.against, "compare with a report that --json wrote before")->type_name("OLD.json");
}

}  // namespace

void add_bench_command(CLI::App& app) {
    auto* command = app.add_subcommand("bench", "Measure steps and passes on several backends at once, and compare.");
    auto o = std::make_shared<BenchOptions>();
    add_what(*command, *o);
    add_how(*command, *o);
    command->footer(
        "bytes: the least that a pass must move, each element read once and written once. Their GB/s are compared "
        "with the device's own copies, measured in the same run. accessed: every access as the pass is written.\n"
        "flop: +, -, *, /, sqrt, min, max and floor, one each, counted by executing the passes. Steps are timed "
        "twice: without timing their passes, and with. Cases that run out of memory are left out; the exit "
        "code is then 6, after the report.");
    command->callback([o] { bench(*o); });
}

}  // namespace undine
