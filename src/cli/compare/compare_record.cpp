// `undine compare --record` and `--replay`: the same passes on two machines, by way of a folder of files.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/progress.h"
#include "app/simulation.h"
#include "cli/compare/compare_html.h"
#include "cli/compare/compare_options.h"
#include "platform/interrupt.h"
#include "recording/recording_backend.h"
#include "recording/recording_folder.h"
#include "recording/replay.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

std::string text_of_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

Comparands comparands(const Manifest& m, const Contestants& all,
                      const std::vector<std::unique_ptr<Backend>>& backends) {
    Comparands what{.scene = m.scene,
                    .particles = m.extents.particles,
                    .dt = m.dt,
                    .start_step = m.steps.front() - 1,
                    .steps = m.steps.size(),
                    .every = m.steps.size() > 1 ? m.steps[1] - m.steps[0] : 1,
                    .backends = {{"the recording", m.device.name, m.device}}};
    for (size_t k = 0; k < backends.size(); ++k)
        what.backends.push_back(
            {all[k].option, backends[k]->name(), device_facts(all[k].specification, *backends[k], all[k].machine)});
    return what;
}

}  // namespace

void record(const CompareOptions& o) {
    if (o.backends.size() != 1)
        throw Error(Exit::usage, "--record records one backend; expected one --backend, and the others with --replay");
    require_recordable(o.record);
    const Simulation sim = load_simulation(o.simulation);
    Contestants all = contestants(o);
    auto recording = std::make_unique<RecordingBackend>(all[0].make(o.simulation.threads));
    RecordingBackend& recorder = *recording;
    Manifest manifest{.build = build_facts(),
                      .device = device_facts(all[0].specification, recorder, all[0].machine),
                      .scene = sim.scene.name,
                      .scene_text = text_of_file(sim.scene.source),
                      .overrides = o.simulation.overrides,
                      .parameters = parameter_values(sim.scene.parameters),
                      .dt = sim.scene.parameters.dt};
    uint64_t bytes = 0;
    {
        RecordingFolder folder(o.record);
        Solver solver(sim.scene, sim.initial, sim.boundary, std::move(recording),
                      {.derived = field_set({Field::ellipsoid}), .start = sim.start});
        manifest.method = sim.scene.parameters.method;
        manifest.extents = recorder.extents();
        manifest.variant = recorder.variant();
        Progress progress("step", o.last_step());
        for (uint64_t step = 1; step <= o.last_step(); ++step) {
            if (o.counts(step)) {
                recorder.begin_step(step, folder.step_path(step));
                manifest.steps.push_back(step);
            }
            solver.step();
            if (o.counts(step)) {
                solver.derive(field_set({Field::ellipsoid}));
                solver.sum_health();
                recorder.end_step();
            }
            if (step % 16 == 0) solver.finish();  // keeps the progress bar accurate
            progress.update(step);
            throw_if_interrupted(at_step(step, o.last_step()));
        }
        solver.finish();
        all[0].machine.require_no_validation_messages();
        bytes = folder.commit(manifest);
    }
    std::printf("%s: %s of %s, %s, %s of %s\n", printable(o.record, 4096).c_str(), file_size_text(bytes).c_str(),
                printable(manifest.scene).c_str(), counted(manifest.extents.particles, "particle").c_str(),
                counted(manifest.steps.size(), "step").c_str(), printable(manifest.device.name).c_str());
}

void replay(CompareOptions o) {
    require_reports_writable(o);
    const Manifest manifest = open_recording(o.replay);
    choose_backends(o, true);
    Contestants all = contestants(o);
    auto backends = make_backends(all, o.simulation.threads);
    const Comparands what = comparands(manifest, all, backends);
    ComparePage page{
        .what = what,
        .provenance = make_provenance(devices_of(what), {{manifest.scene, manifest.overrides, manifest.parameters}})};
    {
        Progress progress("step", manifest.steps.size());
        page.lockstep = replay(o.replay, manifest, std::move(backends), [&](uint64_t done) {
            progress.update(done);
            if (!interrupted() || done == manifest.steps.size()) return true;
            page.interrupted = true;
            page.what.steps = done;
            return false;
        });
    }
    all.back().machine.require_no_validation_messages();  // of the instance that all share
    write_reports(o, page);
    throw_if_interrupted("during the comparison; what was compared until then is reported");
}

}  // namespace undine
