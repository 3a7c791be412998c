// undine capture: simulate and draw, off screen, into pictures and videos.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "app/device_facts.h"
#include "app/drawn_simulation.h"
#include "app/frame_captures.h"
#include "app/json_report.h"
#include "app/machine.h"
#include "app/manifest.h"
#include "app/progress.h"
#include "app/provenance.h"
#include "cli/checkpoint_options.h"
#include "cli/commands.h"
#include "cli/dump_options.h"
#include "cli/number_option.h"
#include "cli/population_report.h"
#include "cli/render_options.h"
#include "cli/renderdoc_options.h"
#include "cli/simulation_options.h"
#include "cli/size_option.h"
#include "cli/trace_options.h"
#include "error.h"
#include "io/frame_writer.h"
#include "platform/interrupt.h"
#include "platform/staged_file.h"
#include "render/camera/camera_path.h"
#include "render/fluid_renderer.h"
#include "render/frame_readback.h"
#include "solver/solver.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::ordered_json;

constexpr uint32_t kInFlight = 3;  // frames being drawn, copied or written at the same time

struct CaptureOptions {
    SimulationOptions simulation;
    uint64_t frames = 0, start = 0, every = 1;
    std::string size = "1280x720", json, camera;
    double turntable = 0;  // s a turn; 0: the camera stands still
    bool split = false;
    RenderSettings render;
    RenderOptions drawing;
    std::vector<std::string> outputs;
    TraceOptions trace;
    CheckpointOptions checkpoint;
    DumpOptions dump;
    RenderDocOptions renderdoc;
    std::string from;
};

// Milliseconds; empty if no clock measured them.
struct Timing {
    uint64_t pictures = 0;           // of the whole capture; fewer than asked for if it was interrupted
    double total = 0;                // a picture, including the frames simulated for it
    std::optional<double> simulate;  // a simulated frame
    std::vector<PassTime> drawing;   // render passes, each the mean over the pictures
    bool in_place = false;           // pictures are drawn from the solver's own arrays
    std::optional<double> draw() const {
        if (drawing.empty()) return std::nullopt;
        double sum = 0;
        for (const PassTime& pass : drawing) sum += pass.ms;
        return sum;
    }
};

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The camera as a function of time: fixed where the scene has it, on a turntable, or along the keys of a file.
class CameraMotion {
  public:
    CameraMotion(const CaptureOptions& o, const Scene& scene, const Surroundings& surroundings)
        : home_(picture_camera(scene, surroundings, float(o.render.width) / float(o.render.height))),
          tank_(surroundings.tank),
          turntable_(o.turntable) {
        if (!o.camera.empty()) path_ = read_camera_path(o.camera);
        if (turntable_ > 0 && surroundings.flat)
            throw Error(Exit::usage, "--turntable: " + scene.name + " is two-dimensional; its camera cannot turn");
    }
    // start: the scene's time at the capture's first state, in s, not 0 if a previous run saved that state. captured: s
    // since then. A path follows the scene's time; a turntable begins at the scene's camera.
    Camera at(double start, double captured) const {
        if (path_) return path_->at(start + captured);
        return turntable_ > 0 ? turned(home_, tank_, captured, turntable_) : home_;
    }

  private:
    Camera home_;
    Box tank_;
    double turntable_;
    std::optional<CameraPath> path_;
};

// Draws the pictures and hands them to the writer in order, with at most kInFlight in flight.
class Capture {
  public:
    Capture(DrawnSimulation& drawn, const Simulation& sim, const CaptureOptions& options, TraceRecording& trace,
            Checkpoints& checkpoints, FrameCaptures& captures, ImageDumps& dumps, FrameWriter& writer)
        : trace_(trace),
          checkpoints_(checkpoints),
          captures_(captures),
          dumps_(dumps),
          writer_(writer),
          commands_(*drawn.machine.commands),
          solver_(drawn.solver),
          source_(*drawn.source),
          renderer_(*drawn.renderer),
          options_(options),
          scene_(sim.scene.name),
          substeps_(sim.scene.parameters.substeps),
          frame_seconds_(double{sim.scene.parameters.dt} * substeps_),
          start_seconds_(sim.start.seconds),
          camera_(options, sim.scene, drawn.surroundings),
          readback_(*drawn.machine.context, options.render.width, options.render.height, kInFlight),
          first_frame_(checkpoints.resumed_steps() / substeps_),
          progress_("frame", options.start + (options.frames - 1) * options.every + 1, first_frame_),
          frame_(first_frame_),
          delivered_(checkpoints.resumed_pictures()) {}

    ~Capture() {
        try {
            commands_.submit();
            source_.abandon();
            commands_.wait();  // submitted work uses our images, even if an error ends the capture
        } catch (const Error&) {
            // The error that ended the capture says more.
        }
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    Timing run() {
        const auto start = Clock::now();
        const uint64_t first = delivered_;
        uint64_t pictures = first;
        while (pictures < options_.frames && submit(pictures)) {
            ++pictures;
            if (pictures - delivered_ == kInFlight) deliver_until(pictures - kInFlight + 1);
        }
        deliver_until(pictures);
        if (interrupted() && checkpoints_.wanted()) save(pictures);
        progress_.clear();
        if (pictures == 0) throw_if_interrupted("before the first picture; nothing was written");
        writer_.finish();
        return timing(first, pictures, ms_since(start));
    }

  private:
    // Submits the last frame before a picture together with it: the steps, the picture and its copy to the host.
    // Returns false if the capture was interrupted first.
    bool submit(uint64_t picture) {
        const uint64_t frame = options_.start + picture * options_.every;
        if (interrupted()) return false;
        while (frame_ < frame) {
            // Another API's steps wait for pictures that read its arrays; that wait must not count as theirs.
            if (source_.in_place() && !source_.in_queue()) commands_.wait();
            const auto start = Clock::now();
            begin_frame(frame_ + 1);
            {
                const HostSpan span(trace_.get(), "steps");
                for (uint32_t s = 0; s < substeps_; ++s) solver_.step();
                if (!source_.in_queue()) solver_.finish();
            }
            trace_.count();
            host_ms_ += ms_since(start);
            if (++frame_ < frame) {
                end_frame();
                if (checkpoints_.due(frame_)) save(picture);
            }
            progress_.update(frame_);
            if (interrupted() && frame_ < frame) return false;
        }
        if (!in_frame_) begin_frame(frame);
        const auto slot = static_cast<uint32_t>(picture % kInFlight);
        const HostSpan span(trace_.get(), "picture");
        trace_.measure(slot);
        source_.prepare(commands_.get(), slot);
        if (options_.split) commands_.submit();
        dumps_.begin(solver_.time().steps);
        renderer_.record(commands_, camera_.at(start_seconds_, double(frame) * frame_seconds_), solver_.solid_states());
        readback_.record(commands_.get(), renderer_.picture(), slot);
        commands_.note_cost(renderer_.cost());
        end_frame();
        dumps_.end();
        submissions_[slot] = commands_.submissions();
        if (checkpoints_.due(frame_)) save(picture + 1);
        return true;
    }

    // After a picture, never before it: what it shows besides the state is what the last step left behind.
    void save(uint64_t pictures) {
        deliver_until(pictures);
        writer_.flush();
        checkpoints_.save(solver_, frame_ * substeps_, pictures);
    }

    void begin_frame(uint64_t number) {
        captures_.begin(commands_, number);
        in_frame_.emplace(solver_, source_, commands_, number);
    }

    void end_frame() {
        in_frame_.reset();
        commands_.submit();
        captures_.end(commands_, scene_);
    }

    // All pictures below that number.
    void deliver_until(uint64_t end) {
        for (; delivered_ < end; ++delivered_) {
            const auto slot = static_cast<uint32_t>(delivered_ % kInFlight);
            commands_.wait_for_submission(submissions_[slot]);
            trace_.collect(slot);
            writer_.add(readback_.pixels(slot));
            progress_.update(std::max(frame_, options_.start + delivered_ * options_.every + 1));
        }
    }

    // ms: that all of them took but the `first` ones, which an earlier capture made.
    Timing timing(uint64_t first, uint64_t pictures, double ms) {
        const double made = std::max(1.0, double(pictures - first));
        Timing t{pictures, ms / made, {}, {}, source_.in_place()};
        commands_.wait();
        double simulated = source_.in_queue() ? 0 : host_ms_;
        for (PassTime& pass : commands_.take_pass_times()) {
            if (is_simulation(pass.name)) simulated += pass.ms;
            else t.drawing.push_back({pass.name, pass.ms / made, pass.runs});
        }
        if (frame_ > first_frame_ && simulated > 0) t.simulate = simulated / double(frame_ - first_frame_);
        return t;
    }

    TraceRecording& trace_;
    Checkpoints& checkpoints_;
    FrameCaptures& captures_;
    ImageDumps& dumps_;
    FrameWriter& writer_;
    Commands& commands_;
    Solver& solver_;
    ParticleSource& source_;
    FluidRenderer& renderer_;
    const CaptureOptions& options_;
    const std::string scene_;
    uint32_t substeps_;
    double frame_seconds_, start_seconds_;
    CameraMotion camera_;
    FrameReadback readback_;
    uint64_t first_frame_;  // that is simulated here; before it, another capture did
    Progress progress_;
    uint64_t submissions_[kInFlight] = {};
    uint64_t frame_;      // frames simulated so far
    uint64_t delivered_;  // pictures that are written, or the writer's
    std::optional<FrameScope> in_frame_;
    double host_ms_ = 0;  // of steps that do not run in the queue
};

// The scene's time at a picture, in s.
double picture_time(const Simulation& sim, const CaptureOptions& o, uint64_t picture) {
    const Parameters& p = sim.scene.parameters;
    return sim.start.seconds + double(o.start + picture * o.every) * (double{p.dt} * p.substeps);
}

ordered_json report_json(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                         const Timing& t, const Checkpoints& checkpoints, const FrameCaptures& captures) {
    auto number = [](std::optional<double> v) { return v ? ordered_json(*v) : ordered_json(nullptr); };
    ordered_json passes = ordered_json::object();
    for (const PassTime& pass : t.drawing) passes[pass.name] = pass.ms;
    return {{"scene", sim.scene.name},
            {"backend", solver.backend().name()},
            {"drawn_on", machine.context->info().name},
            {"drawn_in_place", t.in_place},
            {"particles", solver.population().living},
            {"population", population_json(solver)},
            {"frames", t.pictures},
            {"resumed_after", checkpoints.resumed_pictures()},
            {"interrupted", interrupted()},
            {"start", o.start},
            {"every", o.every},
            {"time_s", {{"first", picture_time(sim, o, 0)}, {"last", picture_time(sim, o, t.pictures - 1)}}},
            {"steps_per_frame", sim.scene.parameters.substeps},
            {"width", o.render.width},
            {"height", o.render.height},
            {"supersample", o.render.supersample},
            {"outputs", o.outputs},
            {"renderdoc_captures", captures.written()},
            {"ms_per_frame", {{"total", t.total}, {"simulate", number(t.simulate)}, {"draw", number(t.draw())}}},
            {"ms_per_render_pass", passes}};
}

void print_report(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                  const Timing& t, const std::vector<std::string>& captured) {
    std::printf("%s: %s, %s of %ux%u, simulated on %s, drawn on %s\n", sim.scene.title.c_str(),
                counted(solver.population().living, "particle").c_str(), counted(t.pictures, "picture").c_str(),
                o.render.width, o.render.height, solver.backend().name().c_str(), machine.context->info().name.c_str());
    std::printf("  time              %.1f ms a picture", t.total);
    if (t.simulate) std::printf(", simulation %.1f ms a frame", *t.simulate);
    if (const auto draw = t.draw()) std::printf(", drawing %.1f ms", *draw);
    if (const std::string text = population_text(solver); !text.empty())
        std::printf("\n  came and went     %s", text.c_str());
    for (const auto* written : {&o.outputs, &captured})
        for (const std::string& output : *written)
            std::printf("\n  written           %s", printable(output, output.size()).c_str());
    std::printf("\n");
}

// The outputs that --output names; without it, a folder in out/, which the first picture creates.
std::vector<FrameOutput> frame_outputs(CaptureOptions& o, const std::string& scene) {
    std::error_code ignored;
    if (o.outputs.empty()) {
        o.outputs = {"out/" + scene + "/"};
        if (!std::filesystem::exists("out", ignored)) {
            require_folder_writable("out");
            return {{FrameOutput::Kind::series, o.outputs[0], PictureSeries::in_folder(o.outputs[0])}};
        }
    }
    std::vector<FrameOutput> outputs;
    for (const std::string& output : o.outputs) outputs.push_back(frame_output(output, o.frames));
    return outputs;
}

std::vector<std::string> files_of(const std::vector<FrameOutput>& outputs, uint64_t pictures) {
    std::vector<std::string> files;
    for (const FrameOutput& output : outputs) {
        if (!output.series) files.push_back(output.path.string());
        for (uint64_t k = 0; output.series && k < pictures; ++k) files.push_back(output.series->at(k).string());
    }
    return files;
}

void require_continuable(const std::vector<FrameOutput>& outputs, const CaptureOptions& o,
                         const Checkpoints& checkpoints) {
    if (!checkpoints.wanted() && !checkpoints.resumes()) return;
    for (const FrameOutput& output : outputs)
        if (output.kind == FrameOutput::Kind::film)
            throw Error(Exit::usage, output.path.string() +
                                         ": a film cannot be continued from a checkpoint; expected pictures, as in "
                                         "--output NAME_%04d.png, of which ffmpeg makes a film afterwards");
    if (checkpoints.resumed_pictures() > o.frames)
        throw Error(Exit::bad_input, o.checkpoint.resume + ": continues after " +
                                         counted(checkpoints.resumed_pictures(), "picture") +
                                         "; expected --frames to be at least that, as it counts the whole capture");
}

void capture(CaptureOptions o) {
    const InterruptGuard guard;
    const PictureSize size = read_size(o.size);
    o.render.width = size.width, o.render.height = size.height;
    require_json_writable(o.json);
    require_trace_writable(o.trace);
    const Reproduction reproduction(o.from);
    reproduction.prepare(o.simulation);
    const Simulation sim = load_simulation(o.simulation);
    const Parameters& p = sim.scene.parameters;
    const std::vector<FrameOutput> outputs = frame_outputs(o, sim.scene.name);
    Checkpoints checkpoints(o.checkpoint, sim,
                            "capture --start " + std::to_string(o.start) + " --every " + std::to_string(o.every));
    require_continuable(outputs, o, checkpoints);

    const auto environment = environment_of(o.drawing);
    o.render.style = style_of(o.drawing, sim.scene);
    o.render.coloring = o.drawing.coloring;
    o.render.look = look_of(o.drawing);
    o.render.view = o.drawing.view;
    o.render.environment = environment.get();
    if (o.render.supersample == 0) o.render.supersample = default_supersample(o.render.style);
    const Dumps dumps = read_dumps(o.dump, true);
    const uint64_t last_frame = o.start + (o.frames - 1) * o.every, begun = sim.start.steps;
    const uint64_t pictures = o.start + checkpoints.resumed_pictures() * o.every;
    require_steps(dumps, begun + checkpoints.resumed_steps() + 1, begun + last_frame * p.substeps,
                  {begun + pictures * p.substeps, o.every * p.substeps, begun + last_frame * p.substeps});
    FrameCaptures captures(o.renderdoc);
    captures.require_within(checkpoints.resumes() ? checkpoints.resumed_steps() / p.substeps + 1 : 0, last_frame);
    Trace timeline;
    Machine machine;
    machine.copies_images = !dumps.images.empty();
    DrawnSimulation drawn(machine, o.simulation.backend,
                          with_dumps(make_backend(o.simulation.backend, o.simulation.threads, machine), dumps), sim,
                          sim.initial, {.render = o.render, .slots = kInFlight, .solver = {.start = sim.start}});
    Solver& solver = drawn.solver;
    ImageDumps image_dumps(*machine.context, *machine.commands, dumps.images, dumps.folder);
    TraceRecording trace(o.trace, timeline, solver, machine, true);
    checkpoints.resume(solver);
    FrameWriter writer(outputs, o.render.width, o.render.height,
                       frame_rate(p.dt, static_cast<uint32_t>(p.substeps * o.every)), checkpoints.resumed_pictures());
    Capture making(drawn, sim, o, trace, checkpoints, captures, image_dumps, writer);
    const OutputManifest manifest = make_manifest(sim, o.simulation, {o.drawing.environment, o.camera});
    const Timing timing = making.run();
    trace.write();

    machine.require_no_validation_messages();
    const Provenance provenance =
        make_provenance(devices_of(o.simulation.backend, solver.backend(), machine), {scene_facts(sim, o.simulation)});
    const std::vector<std::string> made = files_of(outputs, timing.pictures);
    write_manifests(manifest, provenance, o.outputs, made);
    write_json(o.json, whole_report("capture", provenance,
                                    report_json(sim, solver, machine, o, timing, checkpoints, captures)));
    if (o.json != "-") print_report(sim, solver, machine, o, timing, captures.written());
    say_turned_away(solver);
    if (!interrupted()) reproduction.compare(made, provenance);
    throw_if_interrupted("after " + std::to_string(timing.pictures) + " of " + std::to_string(o.frames) +
                         " pictures; those are written" + checkpoints.how_to_resume());
}

}  // namespace

void add_capture_command(CLI::App& app) {
    auto* command = app.add_subcommand("capture", "Simulate a scene and draw it into pictures and videos, off screen.");
    auto o = std::make_shared<CaptureOptions>();
    o->render.supersample = 0;  // 0: the style's default
    add_simulation_options(*command, o->simulation);
    command
        ->add_option("--frames", o->frames,
                     "pictures to make; the first shows the initial state (see --start), each further one a frame "
                     "(substeps; see --every) later")
        ->required()
        ->check(number_between(uint64_t{1}, uint64_t{10'000'000}))
        ->type_name("N");
    command->add_option("--start", o->start, "frames to simulate without a picture before the first one")
        ->check(number_between(uint64_t{0}, uint64_t{10'000'000}))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--every", o->every, "a picture of every Nth frame; videos keep the scene's pace")
        ->check(number_between(uint64_t{1}, uint64_t{10'000}))
        ->type_name("N")
        ->capture_default_str();
    auto* camera =
        command->add_option("--camera", o->camera,
                            "move along the keys of this file: [[key]] time (s of the scene), eye, target, "
                            "fov_degrees; smoothly through them, and at rest before the first and after the last");
    camera->type_name("FILE.toml");
    command
        ->add_option("--turntable", o->turntable,
                     "turn around the tank, starting at the scene's camera: once in this many seconds of the scene")
        ->check(number_between(0.1, 1e6))
        ->type_name("SECONDS")
        ->excludes(camera);
    command->add_flag(
        "--split", o->split,
        "submit simulation and picture separately, for drivers that fail with both in one command buffer; the "
        "pictures are the same");
    command->add_option("--size", o->size, "size of the pictures in pixels")->type_name("WxH")->capture_default_str();
    command
        ->add_option("--output", o->outputs,
                     "NAME.mp4 for a film, NAME.png for a single picture, NAME_%04d.png for a series, or a directory "
                     "for frame_0000.png "
                     "…, from which pictures of earlier captures are removed; may be repeated; default out/SCENE/")
        ->type_name("NAME.mp4|NAME.png|NAME_%04d.png|DIR")
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option(
            "--supersample", o->render.supersample,
            "samples along each edge of a pixel; default 2 for particles, 1 for water, whose edges are smoothed anyway")
        ->check(number_between(1, 2))
        ->type_name("1|2");
    add_render_options(*command, o->drawing);
    add_checkpoint_options(*command, o->checkpoint, "frames");
    add_from_option(*command, o->from);
    add_trace_options(*command, o->trace);
    add_dump_options(*command, o->dump, true);
    add_renderdoc_options(*command, o->renderdoc, false);
    command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command->callback([o] { capture(*o); });
}

}  // namespace undine
