#include "cli/capture/capture_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/simulation.h"
#include "cli/population_report.h"
#include "platform/interrupt.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {

using nlohmann::ordered_json;

namespace {

// The scene's time at a picture, in s.
double picture_time(const Simulation& sim, const CaptureOptions& o, uint64_t picture) {
    const Parameters& p = sim.scene.parameters;
    return sim.start.seconds + double(o.frames.at(picture)) * (double{p.dt} * p.substeps);
}

}  // namespace

ordered_json capture_json(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                          const CaptureTiming& t, const Checkpoints& checkpoints, const FrameCaptures& captures) {
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
            {"start", o.frames.start},
            {"every", o.frames.every},
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

void print_capture(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                   const CaptureTiming& t, const std::vector<std::string>& captured) {
    std::printf("%s: %s, %s of %ux%u, simulated on %s, drawn on %s\n", sim.scene.title.c_str(),
                counted(solver.population().living, "particle").c_str(), counted(t.pictures, "picture").c_str(),
                o.render.width, o.render.height, solver.backend().name().c_str(), machine.context->info().name.c_str());
    std::printf("  time              %.1f s", 1e-3 * t.total * double(t.pictures));
    if (t.simulate) std::printf(", simulation %.1f ms a frame", *t.simulate);
    if (const auto draw = t.draw()) std::printf(", drawing %.1f ms a picture", *draw);
    if (const std::string text = population_text(solver); !text.empty())
        std::printf("\n  came and went     %s", text.c_str());
    for (const auto* written : {&o.outputs, &captured})
        for (const std::string& output : *written)
            std::printf("\n  written           %s", printable(output, output.size()).c_str());
    std::printf("\n");
}

}  // namespace undine
