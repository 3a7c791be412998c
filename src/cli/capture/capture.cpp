// undine capture: simulate and draw, off screen, into pictures and videos.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/manifest.h"
#include "app/provenance.h"
#include "app/simulation.h"
#include "cli/capture/capture_report.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/output_errors.h"
#include "cli/output_files.h"
#include "cli/population_report.h"
#include "cli/renderdoc_options.h"
#include "cli/size_option.h"
#include "platform/interrupt.h"
#include "platform/staged_file.h"
#include "text/quantity_text.h"
#include "undine/error.h"

namespace undine {
namespace {

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
    for (const std::string& output : o.outputs) {
        outputs.push_back(frame_output(output, o.frames.count));
        if (outputs.back().linear != outputs[0].linear)
            throw Error(Exit::usage, output + " and " + o.outputs[0] +
                                         ": pictures are linear (.exr) or for the screen; expected one of both in a "
                                         "capture");
    }
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
    if (checkpoints.resumed_pictures() > o.frames.count)
        throw Error(Exit::bad_input, o.checkpoint.resume + ": continues after " +
                                         counted(checkpoints.resumed_pictures(), "picture") +
                                         "; expected --frames to be at least that, as it counts the whole capture");
}

// The writer's thread as a track of the timeline.
void add_writing(Trace& trace, const FrameWriter& writer) {
    const Trace::Track track = trace.add_track("writing pictures");
    trace.set_clock(track, 0, 0, true);
    for (const FrameWriter::Span& span : writer.spans()) {
        trace.begin_group(track, "picture", span.picture);
        trace.add_span(track, trace.current(track), span.name, span.begin, span.end);
        trace.end_group(track);
    }
}

void capture(CaptureOptions o) {
    const InterruptGuard guard;
    const PictureSize size = read_size(o.size);
    o.render.width = size.width, o.render.height = size.height;
    require_threads_used(o.simulation.threads, {o.simulation.backend});
    std::vector<OutputFile> named{{"--json", o.json},
                                  {"--trace", o.trace.trace},
                                  {"--pass-csv", o.trace.pass_csv},
                                  {"--probes", o.probes.table},
                                  {"--probe-page", o.probes.page}};
    for (const std::string& output : o.outputs) named.push_back({"--output", output});
    require_distinct(named);
    require_json_writable(o.json);
    require_trace_writable(o.trace);
    const Reproduction reproduction(o.from);
    reproduction.prepare(o.simulation, o.outputs);
    const Simulation sim = load_simulation(o.simulation);
    const Parameters& p = sim.scene.parameters;
    const std::vector<FrameOutput> outputs = frame_outputs(o, sim.scene.name);
    Checkpoints checkpoints(
        o.checkpoint, sim,
        "capture --start " + std::to_string(o.frames.start) + " --every " + std::to_string(o.frames.every));
    require_continuable(outputs, o, checkpoints);
    ProbeRecording probes(o.probes, sim.scene, sim.scene.probes, checkpoints.resumed_steps(), p.substeps);

    const auto environment = environment_of(o.drawing);
    o.render.style = style_of(o.drawing, sim.scene);
    o.render.coloring = o.drawing.coloring;
    o.render.look = look_of(o.drawing);
    o.render.view = o.drawing.view;
    o.render.environment = environment.get();
    o.render.linear = outputs[0].linear;
    if (o.render.supersample == 0) o.render.supersample = default_supersample(o.render.style);
    const Dumps dumps = read_dumps(o.dump, true);
    const uint64_t last_frame = o.frames.last(), begun = sim.start.steps;
    const uint64_t pictures = o.frames.at(checkpoints.resumed_pictures());
    require_steps(dumps, begun + checkpoints.resumed_steps() + 1, begun + last_frame * p.substeps,
                  {begun + pictures * p.substeps, o.frames.every * p.substeps, begun + last_frame * p.substeps});
    FrameCaptures captures(o.renderdoc);
    captures.require_within(checkpoints.resumes() ? checkpoints.resumed_steps() / p.substeps + 1 : 0, last_frame);
    Trace timeline;
    Machine machine;
    machine.draws = true;
    machine.copies_images = !dumps.images.empty();
    DrawnSimulation drawn(machine, o.simulation.backend,
                          with_dumps(make_backend(o.simulation.backend, o.simulation.threads, machine), dumps), sim,
                          sim.initial, {.render = o.render, .slots = kInFlight, .solver = {.start = sim.start}});
    Solver& solver = drawn.solver;
    ImageDumps image_dumps(*machine.context, *machine.commands, dumps.images, dumps.folder);
    TraceRecording trace(o.trace, timeline, solver, machine, true);
    checkpoints.resume(solver);
    FrameWriter writer(outputs, o.render.width, o.render.height,
                       frame_rate(p.dt, static_cast<uint32_t>(p.substeps * o.frames.every)),
                       checkpoints.resumed_pictures());
    PictureLoop loop(drawn, sim, o, trace, checkpoints, probes, captures, image_dumps, writer);
    const OutputManifest manifest = make_manifest(sim, o.simulation, {o.drawing.environment, o.camera});
    OutputErrors errors;
    const CaptureTiming timing = loop.run(errors);
    const bool whole = errors.none();
    if (trace.get() && whole) add_writing(timeline, writer);  // else its thread may still be at work
    errors.keep([&] { trace.write(); });
    errors.keep([&] { probes.write_table(); });

    machine.require_no_validation_messages();
    const Provenance provenance =
        make_provenance(devices_of(o.simulation.backend, solver.backend(), machine), {scene_facts(sim, o.simulation)});
    const std::vector<std::string> made = files_of(outputs, timing.pictures);
    errors.keep([&] { probes.write_page(sim.scene.title, p.dimensions == 2, provenance_text(provenance)); });
    // A capture that goes on in another folder makes only a part of what its command describes.
    std::error_code ignored;
    if (whole &&
        std::ranges::all_of(made, [&](const std::string& file) { return std::filesystem::exists(file, ignored); }))
        errors.keep([&] { write_manifests(manifest, provenance, o.outputs, made); });
    errors.keep([&] {
        write_json(o.json, whole_report("capture", provenance,
                                        capture_json(sim, solver, machine, o, timing, checkpoints, captures)));
    });
    if (!whole) o.outputs.clear();  // not to be named as written
    if (!is_standard_output(o.json)) print_capture(sim, solver, machine, o, timing, captures.written());
    say_turned_away(solver);
    errors.rethrow();
    if (!interrupted()) reproduction.compare(made, provenance);
    throw_if_interrupted("after " + std::to_string(timing.pictures) + " of " + std::to_string(o.frames.count) +
                         " pictures; those are written" + checkpoints.how_to_resume());
}

}  // namespace

void add_capture_command(CLI::App& app) {
    auto* command = app.add_subcommand("capture", "Simulate a scene and draw it into pictures and videos, off screen.");
    auto o = std::make_shared<CaptureOptions>();
    o->render.supersample = 0;  // 0: the style's default
    add_simulation_options(*command, o->simulation);
    add_frame_options(*command, o->frames,
                      {.frames = "pictures to make; the first shows the initial state (see --start), each further one "
                                 "a frame (substeps; see --every) later",
                       .start = "frames to simulate without a picture before the first one",
                       .every = "a picture of every Nth frame; videos keep the scene's pace"});
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
                     "for frame_0000.png …, from which pictures of earlier captures are removed; with .exr in place of "
                     ".png, pictures are OpenEXR files of linear light, not tone-mapped; may be repeated; default "
                     "out/SCENE/")
        ->type_name("NAME.mp4|NAME.png|NAME_%04d.png|DIR")
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option("--supersample", o->render.supersample,
                     "samples along each edge of a pixel, 1 to 4; default 2 for particles, 1 for water, whose edges "
                     "are smoothed "
                     "anyway; 4 is for pictures that are to be worked on")
        ->check(number_between(1, 4))
        ->type_name("N");
    add_render_options(*command, o->drawing);
    add_checkpoint_options(*command, o->checkpoint, "frames");
    add_probe_options(*command, o->probes, "frames");
    add_from_option(*command, o->from);
    add_trace_options(*command, o->trace);
    add_dump_options(*command, o->dump, true);
    add_renderdoc_options(*command, o->renderdoc, false);
    command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command->callback([o] { capture(*o); });
}

}  // namespace undine
