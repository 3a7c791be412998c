// undine capture: simulate and draw, off screen, into pictures and videos.
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "cli/backend_option.h"
#include "cli/commands.h"
#include "cli/json_report.h"
#include "cli/progress.h"
#include "cli/render_options.h"
#include "cli/simulation_options.h"
#include "cli/size_option.h"
#include "error.h"
#include "io/frame_writer.h"
#include "render/fluid_renderer.h"
#include "render/frame_readback.h"
#include "render/frame_timer.h"
#include "render/particle_source.h"
#include "solver/solver.h"

namespace undine {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::ordered_json;

constexpr uint32_t kInFlight = 3;  // frames being made, copied and written at a time

struct CaptureOptions {
    SimulationOptions simulation;
    uint64_t frames = 0;
    std::string size = "1280x720", json;
    RenderSettings render;
    RenderOptions drawing;
    std::vector<std::string> outputs;
};

// Milliseconds a frame; nothing where there is no clock.
struct Timing {
    double total = 0;
    std::optional<double> simulate, draw;
};

// Mean of what was measured.
class Mean {
  public:
    void add(std::optional<double> ms) {
        if (!ms) return;
        sum_ += *ms;
        ++count_;
    }
    std::optional<double> value() const { return count_ > 0 ? std::optional(sum_ / double(count_)) : std::nullopt; }

  private:
    double sum_ = 0;
    uint64_t count_ = 0;
};

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Makes the frames and hands them to the writer, in order and a few at a time.
class Capture {
  public:
    Capture(Machine& machine, Solver& solver, const Simulation& sim, const CaptureOptions& options)
        : commands_(*machine.commands),
          solver_(solver),
          substeps_(sim.scene.parameters.substeps),
          surroundings_(make_surroundings(sim.scene, sim.initial)),
          camera_(
              picture_camera(sim.scene, surroundings_, float(options.render.width) / float(options.render.height))),
          source_(make_particle_source(*machine.context, solver, drawn_radius(sim.scene.parameters), kInFlight,
                                       options.render.coloring)),
          renderer_(*machine.context, options.render, surroundings_, source_->view()),
          readback_(*machine.context, options.render.width, options.render.height, kInFlight),
          timer_(*machine.context, kInFlight) {}

    ~Capture() {
        try {
            commands_.submit();
            commands_.wait();  // what was recorded names our images, also where an error ends the capture
        } catch (const Error&) {
            // The error that is on its way says more.
        }
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    Timing run(uint64_t frames, FrameWriter& writer) {
        Progress progress("frame", frames);
        const auto start = Clock::now();
        for (uint64_t f = 0; f < frames + kInFlight - 1; ++f) {
            if (f < frames) submit(f);
            if (f + 1 < kInFlight) continue;
            deliver(f + 1 - kInFlight, writer);
            progress.update(f + 2 - kInFlight);
        }
        writer.finish();
        return {ms_since(start) / double(frames), simulate_.value(), draw_.value()};
    }

  private:
    // One submission: the steps, the picture and its copy to the host.
    void submit(uint64_t frame) {
        const auto slot = static_cast<uint32_t>(frame % kInFlight);
        const auto start = Clock::now();
        timer_.mark(commands_.get(), slot, 0);
        if (frame > 0)  // the first picture shows the initial state
            for (uint32_t s = 0; s < substeps_; ++s) solver_.step();
        if (frame > 0 && source_->on_host()) simulate_.add(ms_since(start));
        source_->prepare(commands_.get(), slot);
        timer_.mark(commands_.get(), slot, 1);
        renderer_.record(commands_, camera_);
        timer_.mark(commands_.get(), slot, 2);
        readback_.record(commands_.get(), renderer_.picture(), slot);
        commands_.note_cost(renderer_.cost());
        commands_.submit();
        submissions_[slot] = commands_.submissions();
    }

    void deliver(uint64_t frame, FrameWriter& writer) {
        const auto slot = static_cast<uint32_t>(frame % kInFlight);
        commands_.wait_for_submission(submissions_[slot]);
        if (frame > 0 && !source_->on_host()) simulate_.add(timer_.milliseconds(slot, 0));
        draw_.add(timer_.milliseconds(slot, 1));
        writer.add(readback_.pixels(slot));
    }

    Commands& commands_;
    Solver& solver_;
    uint32_t substeps_;
    Surroundings surroundings_;
    Camera camera_;
    std::unique_ptr<ParticleSource> source_;
    FluidRenderer renderer_;
    FrameReadback readback_;
    FrameTimer timer_;
    uint64_t submissions_[kInFlight] = {};
    Mean simulate_, draw_;
};

ordered_json report_json(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                         const Timing& t) {
    auto number = [](std::optional<double> v) { return v ? ordered_json(*v) : ordered_json(nullptr); };
    return {{"scene", sim.scene.name},
            {"backend", solver.backend().name()},
            {"drawn_on", machine.context->info().name},
            {"particles", solver.extents().particles},
            {"frames", o.frames},
            {"steps_per_frame", sim.scene.parameters.substeps},
            {"width", o.render.width},
            {"height", o.render.height},
            {"supersample", o.render.supersample},
            {"outputs", o.outputs},
            {"ms_per_frame", {{"total", t.total}, {"simulate", number(t.simulate)}, {"draw", number(t.draw)}}}};
}

void print_report(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                  const Timing& t) {
    std::printf("%s: %u particles, %llu frames of %ux%u, simulated on %s, drawn on %s\n", sim.scene.title.c_str(),
                solver.extents().particles, static_cast<unsigned long long>(o.frames), o.render.width,
                o.render.height, solver.backend().name().c_str(), machine.context->info().name.c_str());
    std::printf("  time              %.1f ms a frame", t.total);
    if (t.simulate) std::printf(", simulation %.1f ms", *t.simulate);
    if (t.draw) std::printf(", drawing %.1f ms", *t.draw);
    for (const std::string& output : o.outputs) std::printf("\n  written           %s", output.c_str());
    std::printf("\n");
}

void capture(CaptureOptions o) {
    read_size(o.size, o.render.width, o.render.height);
    require_json_writable(o.json);
    const Simulation sim = load_simulation(o.simulation);
    const Parameters& p = sim.scene.parameters;
    if (o.outputs.empty()) o.outputs = {"out/" + sim.scene.name};

    const auto environment = environment_of(o.drawing);
    o.render.style = style_of(o.drawing, sim.scene);
    o.render.coloring = o.drawing.coloring;
    o.render.look = look_of(o.drawing);
    o.render.view = o.drawing.view;
    o.render.environment = environment.get();
    if (o.render.supersample == 0) o.render.supersample = default_supersample(o.render.style);
    Machine machine;
    Solver solver(sim.scene, sim.initial, sim.boundary,
                  make_backend(o.simulation.backend, o.simulation.threads, machine),
                  drawn_fields(o.render.style, o.render.coloring));
    if (!machine.context) machine.open("");  // simulated on the host: drawn on the default device
    Capture making(machine, solver, sim, o);
    FrameWriter writer(o.outputs, o.render.width, o.render.height, frame_rate(p.dt, p.substeps));
    const Timing timing = making.run(o.frames, writer);

    machine.require_no_validation_messages();
    write_json(o.json, report_json(sim, solver, machine, o, timing));
    if (o.json != "-") print_report(sim, solver, machine, o, timing);
}

}  // namespace

void add_capture_command(CLI::App& app) {
    auto* command =
        app.add_subcommand("capture", "Simulate a scene and draw it into pictures and videos, off screen.");
    auto o = std::make_shared<CaptureOptions>();
    o->render.supersample = 0;  // that of the style
    add_simulation_options(*command, o->simulation);
    command
        ->add_option("--frames", o->frames,
                     "pictures to make; the first shows the initial state, each other one frame "
                     "(substeps) later")
        ->required()
        ->check(CLI::Range(uint64_t{1}, uint64_t{10'000'000}).description(""))
        ->type_name("N");
    command->add_option("--size", o->size, "size of the pictures in pixels")
        ->type_name("WxH")
        ->capture_default_str();
    command
        ->add_option(
            "--output", o->outputs,
            "FILE.mp4 for a video, otherwise a directory of frame_0000.png …; may be repeated; default out/SCENE")
        ->type_name("FILE.mp4|DIR")
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option("--supersample", o->render.supersample,
                     "samples of a pixel along each edge; default 2 for particles, 1 for water, whose edges are smoothed anyway")
        ->check(CLI::Range(1, 2).description(""))
        ->type_name("1|2");
    add_render_options(*command, o->drawing);
    command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command->callback([o] { capture(*o); });
}

}  // namespace undine
