// undine export: simulate, and write particles and the surfaces of the water and of solids for other programs.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/machine.h"
#include "app/manifest.h"
#include "app/progress.h"
#include "app/provenance.h"
#include "app/simulation.h"
#include "cli/commands.h"
#include "cli/frame_options.h"
#include "cli/number_option.h"
#include "cli/output_errors.h"
#include "cli/output_files.h"
#include "cli/population_report.h"
#include "cli/simulation_options.h"
#include "cli/solid_poses.h"
#include "io/export_output.h"
#include "measure/snapshot.h"
#include "platform/interrupt.h"
#include "platform/stopwatch.h"
#include "solver/fluid_params.h"
#include "surface/water_mesh.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

struct ExportOptions {
    SimulationOptions simulation;
    FrameOptions frames;
    std::vector<std::string> particles, diffuse, meshes, solids;  // destinations
    double cell = 0;                                              // m; 0: kDefaultCell
    std::string json, from;

    // In the order in which a frame's files are written.
    std::vector<std::string> all() const {
        std::vector<std::string> paths = particles;
        for (const auto* more : {&diffuse, &meshes, &solids}) paths.insert(paths.end(), more->begin(), more->end());
        return paths;
    }
};

// In particle_spacings. Half of it shows what the kernels leave of a particle; a sixteenth takes 500 times as much
// memory, and a cell as large as a particle begins to miss drops.
constexpr double kDefaultCell = 0.5, kLeastCell = 1.0 / 16, kMostCell = 1;

// What one exported frame holds, for the report.
struct Exported {
    double seconds = 0;  // of the scene
    size_t particles = 0;
    std::optional<size_t> diffuse;
    Statistics statistics;
    size_t points = 0, triangles = 0;
    double mesh_volume = 0;  // m³
    ordered_json solids;     // solids_json()
    std::vector<std::string> files;
};

// Milliseconds, all frames together.
struct ExportTimes {
    double total = 0, simulate = 0, collect = 0, mesh = 0, write = 0;
};

class Exporter {
  public:
    Exporter(Solver& solver, const Simulation& sim, const ExportOptions& options, std::vector<ExportOutput> outputs)
        : solver_(solver),
          options_(options),
          outputs_(std::move(outputs)),
          solids_(sim.scene.solids),
          solid_surfaces_(options.solids.empty() ? std::vector<Solid>{} : sim.scene.solids),
          substeps_(sim.scene.parameters.substeps),
          surface_{.cell = options.cell,
                   .particle_volume = double{solver.params().particle_mass} / solver.params().rest_density,
                   .threads = options.simulation.threads} {}

    // Until all frames are written, or the user interrupts it, or one cannot be written.
    void run(OutputErrors& errors) {
        const Stopwatch watch;
        Progress progress("frame", options_.frames.last() + 1);
        uint64_t frame = 0;
        for (uint64_t k = 0; k < options_.frames.count && errors.none(); ++k) {
            for (const uint64_t wanted = options_.frames.at(k); frame < wanted && !interrupted();) {
                simulate();
                progress.update(++frame);
            }
            if (interrupted()) break;
            errors.keep([&] { write(k); });
            progress.update(frame + 1);
        }
        progress.clear();
        if (exported_.empty()) {
            errors.rethrow();
            throw_if_interrupted("before the first frame; nothing was written");
        }
        for (ExportOutput& output : outputs_)
            if (errors.none()) errors.keep([&] { output.finish(); });
        times_.total = watch.ms();
    }

    const std::vector<Exported>& exported() const { return exported_; }
    const ExportTimes& times() const { return times_; }
    double particle_volume() const { return surface_.particle_volume; }

  private:
    void simulate() {
        const Stopwatch watch;
        for (uint32_t s = 0; s < substeps_; ++s) solver_.step();
        solver_.finish();
        times_.simulate += watch.ms();
    }

    void write(uint64_t number) {
        const bool has_mesh = !options_.meshes.empty();
        Stopwatch watch;
        const Snapshot snapshot = take_snapshot(solver_, has_mesh);
        const bool has_diffuse = !options_.diffuse.empty();
        const DiffuseState diffuse = has_diffuse ? solver_.diffuse() : DiffuseState{};
        times_.collect += watch.ms();

        watch = {};
        const SurfaceMesh surface =
            has_mesh ? water_mesh(snapshot.particles.position, snapshot.ellipsoids, surface_) : SurfaceMesh{};
        times_.mesh += watch.ms();

        Exported e;
        e.seconds = snapshot.time.seconds;
        e.particles = snapshot.particles.size();
        if (has_diffuse) e.diffuse = diffuse.size();
        e.statistics = snapshot.statistics;
        e.points = surface.points.size(), e.triangles = surface.triangles.size();
        e.mesh_volume = enclosed_volume(surface);

        e.solids = solids_json(solids_, solver_);

        watch = {};
        const bool has_solids = !options_.solids.empty();
        const PlacedSolids placed = has_solids ? solid_surfaces_.at(solver_.solid_states()) : PlacedSolids{};
        const std::vector<std::string> comments = solid_comments(solids_, solver_);
        const ExportFrame frame{.time = snapshot.time,
                                .particles = &snapshot.particles,
                                .more = {has_pressure(solver_.parameters()), snapshot.vorticity},
                                .has_lambda = snapshot.has_lambda,
                                .comments = comments,
                                .diffuse = has_diffuse ? &diffuse : nullptr,
                                .surface = has_mesh ? &surface : nullptr,
                                .solids = has_solids ? &placed : nullptr};
        for (ExportOutput& output : outputs_) e.files.push_back(output.write(frame, number).string());
        exported_.push_back(std::move(e));
        times_.write += watch.ms();
    }

    Solver& solver_;
    const ExportOptions& options_;
    std::vector<ExportOutput> outputs_;
    const std::vector<Solid>& solids_;
    SolidSurfaces solid_surfaces_;
    uint32_t substeps_;
    WaterMeshOptions surface_;
    std::vector<Exported> exported_;
    ExportTimes times_;
};

std::vector<ExportOutput> export_outputs(const ExportOptions& o) {
    std::vector<ExportOutput> outputs;
    for (const std::string& path : o.particles) outputs.emplace_back(ExportContent::particles, path, o.frames.count);
    for (const std::string& path : o.diffuse) outputs.emplace_back(ExportContent::diffuse, path, o.frames.count);
    for (const std::string& path : o.meshes) outputs.emplace_back(ExportContent::mesh, path, o.frames.count);
    for (const std::string& path : o.solids) outputs.emplace_back(ExportContent::solids, path, o.frames.count);
    for (size_t a = 0; a < outputs.size(); ++a)
        for (size_t b = 0; b < a; ++b)
            if (outputs[a].collides_with(outputs[b]))
                throw Error(Exit::usage, outputs[b].path() + " and " + outputs[a].path() +
                                             " would be the same files; choose different names");
    return outputs;
}

void require_cell(ExportOptions& o, const Parameters& p, const std::string& scene) {
    if (o.meshes.empty()) return;
    if (p.dimensions == 2)
        throw Error(Exit::usage, "--mesh: " + scene + " is two-dimensional; its water has no surface to mesh");
    const double spacing = p.particle_spacing;
    if (o.cell == 0) o.cell = kDefaultCell * spacing;
    if (o.cell < kLeastCell * spacing || o.cell > kMostCell * spacing)
        throw Error(Exit::usage, "--mesh-cell: expected a length from " + number_text(float(kLeastCell * spacing)) +
                                     " to " + number_text(float(kMostCell * spacing)) +
                                     " m, a sixteenth to the whole " + "of the particle_spacing of " + scene +
                                     ", not " + number_text(o.cell));
}

void require_diffuse(const ExportOptions& o, const Scene& scene) {
    if (!o.diffuse.empty() && scene.parameters.diffuse_capacity == 0)
        throw Error(Exit::usage, "--diffuse: " + scene.name +
                                     " has no spray, foam or bubbles; expected a scene with a diffuse_capacity, or "
                                     "--set diffuse_capacity=100000");
}

void require_solids(const ExportOptions& o, const Scene& scene) {
    if (o.solids.empty()) return;
    if (scene.solids.empty())
        throw Error(Exit::usage, "--solids: " + scene.name + " has none; expected a scene with a [[solid]]");
    if (scene.parameters.dimensions == 2)
        throw Error(Exit::usage, "--solids: " + scene.name + " is two-dimensional; its solids have no surface");
}

ordered_json frame_json(const Exported& e, const ExportOptions& o, double particle_volume) {
    const Statistics& s = e.statistics;
    ordered_json mesh = nullptr;
    if (!o.meshes.empty()) mesh = {{"points", e.points}, {"triangles", e.triangles}, {"volume_m3", e.mesh_volume}};
    return {{"time_s", e.seconds},
            {"particles", e.particles},
            {"diffuse", e.diffuse ? ordered_json(*e.diffuse) : ordered_json(nullptr)},
            {"density_error",
             {{"mean", s.density_error_mean}, {"max", s.density_error_max}, {"deficit_mean", s.density_deficit_mean}}},
            {"not_finite", s.nan_count},
            {"kinetic_energy_J", s.kinetic_energy},
            {"center_of_mass_m", {s.center_of_mass.x, s.center_of_mass.y, s.center_of_mass.z}},
            {"rest_volume_m3", particle_volume * double(e.particles)},
            {"mesh", mesh},
            {"solids", e.solids},
            {"files", e.files}};
}

ordered_json report_json(const Simulation& sim, Solver& solver, const ExportOptions& o, const Exporter& exporter) {
    ordered_json frames = ordered_json::array();
    for (const Exported& e : exporter.exported()) frames.push_back(frame_json(e, o, exporter.particle_volume()));
    const ExportTimes& t = exporter.times();
    const double n = double(frames.size());
    return {{"scene", sim.scene.name},
            {"backend", solver.backend().name()},
            {"particles", solver.population().living},
            {"population", population_json(solver)},
            {"diffuse", diffuse_json(solver)},
            {"particle_mass_kg", solver.params().particle_mass},
            {"frames", frames.size()},
            {"interrupted", interrupted()},
            {"start", o.frames.start},
            {"every", o.frames.every},
            {"steps_per_frame", sim.scene.parameters.substeps},
            {"outputs", {{"particles", o.particles}, {"diffuse", o.diffuse}, {"mesh", o.meshes}, {"solids", o.solids}}},
            {"mesh_cell_m", o.meshes.empty() ? ordered_json(nullptr) : ordered_json(o.cell)},
            {"ms_per_frame",
             {{"total", t.total / n},
              {"simulate", t.simulate / n},
              {"collect", t.collect / n},
              {"mesh", t.mesh / n},
              {"write", t.write / n}}},
            {"exported", frames}};
}

void print_report(const Simulation& sim, Solver& solver, const ExportOptions& o, const Exporter& exporter) {
    const Exported& last = exporter.exported().back();
    const ExportTimes& t = exporter.times();
    const double n = double(exporter.exported().size());
    std::printf("%s: %s, %s, simulated on %s\n", sim.scene.title.c_str(), counted(last.particles, "particle").c_str(),
                counted(exporter.exported().size(), "frame").c_str(), solver.backend().name().c_str());
    if (const std::string text = population_text(solver); !text.empty())
        std::printf("  came and went     %s\n", text.c_str());
    if (const std::string text = diffuse_text(solver); !text.empty())
        std::printf("  spray and foam    %s\n", text.c_str());
    if (!o.meshes.empty())
        std::printf(
            "  last mesh         %s, %s, %s of the water's volume\n", counted(last.points, "point").c_str(),
            counted(last.triangles, "triangle").c_str(),
            percent_text(last.mesh_volume / std::max(1e-300, exporter.particle_volume() * double(last.particles)), 1)
                .c_str());
    std::printf("  time              %.1f ms a frame: simulation %.1f, collecting %.1f, mesh %.1f, writing %.1f\n",
                t.total / n, t.simulate / n, t.collect / n, t.mesh / n, t.write / n);
    for (const std::string& path : o.all())
        std::printf("  written           %s\n", printable(path, path.size()).c_str());
}

void say_not_finite(const Exporter& exporter) {
    const uint64_t last = exporter.exported().back().statistics.nan_count;
    if (last > 0)
        std::fprintf(stderr,
                     "undine: values of %s are not finite in the last frame; a particle without a place has no "
                     "surface\n",
                     counted(last, "particle").c_str());
}

void run_export(ExportOptions o) {
    const InterruptGuard guard;
    const std::vector<std::string> named = o.all();
    if (named.empty())
        throw Error(
            Exit::usage,
            "export: expected --particles, --diffuse, --mesh or --solids, with the names of the files to write");
    if (o.meshes.empty()) require_threads_used(o.simulation.threads, {o.simulation.backend});
    std::vector<OutputFile> files{{"--json", o.json}};
    for (const std::string& path : o.particles) files.push_back({"--particles", path});
    for (const std::string& path : o.diffuse) files.push_back({"--diffuse", path});
    for (const std::string& path : o.meshes) files.push_back({"--mesh", path});
    for (const std::string& path : o.solids) files.push_back({"--solids", path});
    require_distinct(files);
    require_json_writable(o.json);
    const Reproduction reproduction(o.from);
    reproduction.prepare(o.simulation, named);
    const Simulation sim = load_simulation(o.simulation);
    const OutputManifest manifest = make_manifest(sim, o.simulation, {});
    require_cell(o, sim.scene.parameters, sim.scene.name);
    require_diffuse(o, sim.scene);
    require_solids(o, sim.scene);
    std::vector<ExportOutput> outputs = export_outputs(o);
    Machine machine;
    SolverOptions options{.start = sim.start};
    if (!o.meshes.empty()) options.derived = field_set({Field::ellipsoid});
    Solver solver(sim.scene, sim.initial, sim.boundary,
                  make_backend(o.simulation.backend, o.simulation.threads, machine, kUndrawnSteps), options);
    Exporter exporter(solver, sim, o, std::move(outputs));
    OutputErrors errors;
    exporter.run(errors);

    machine.require_no_validation_messages();
    const Provenance provenance =
        make_provenance(devices_of(o.simulation.backend, solver.backend(), machine), {scene_facts(sim, o.simulation)});
    std::vector<std::string> made;
    for (const Exported& e : exporter.exported()) made.insert(made.end(), e.files.begin(), e.files.end());
    if (errors.none()) errors.keep([&] { write_manifests(manifest, provenance, named, made); });
    errors.keep([&] { write_json(o.json, whole_report("export", provenance, report_json(sim, solver, o, exporter))); });
    if (!errors.none()) o.particles = o.meshes = o.solids = {};  // not to be named as written
    if (!is_standard_output(o.json)) print_report(sim, solver, o, exporter);
    say_turned_away(solver);
    say_not_finite(exporter);
    errors.rethrow();
    if (!interrupted()) reproduction.compare(made, provenance);
    throw_if_interrupted("after " + std::to_string(exporter.exported().size()) + " of " +
                         std::to_string(o.frames.count) + " frames; those are written");
}

}  // namespace

void add_export_command(CLI::App& app) {
    auto* command = app.add_subcommand(
        "export",
        "Simulate a scene and write particles and the surfaces of water and solids for ParaView, Blender, Houdini.");
    auto o = std::make_shared<ExportOptions>();
    add_simulation_options(*command, o->simulation);
    add_frame_options(*command, o->frames,
                      {.frames = "frames to write; the first is the initial state (see --start), each further one a "
                                 "frame (substeps; see --every) later",
                       .start = "frames to simulate before the first that is written",
                       .every = "write every Nth frame"});
    command
        ->add_option(
            "--particles", o->particles,
            "the particles, in the order of their ids, with velocity, density, λ and, if the scene has them, "
            "pressure and vorticity: NAME_%04d.vtp or NAME_%04d.ply for a series, without a number for a single "
            "frame, NAME.pvd for a series in the folder NAME and the list of its times; may be repeated")
        ->type_name("NAME.pvd|NAME_%04d.vtp|NAME_%04d.ply")
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option(
            "--diffuse", o->diffuse,
            "spray, foam and bubbles, in the order of their ids, with velocity, the life that is left, wetness, "
            "kind and step of birth: names as for --particles; may be repeated")
        ->type_name("NAME.pvd|NAME_%04d.vtp|NAME_%04d.ply")
        ->take_all()
        ->allow_extra_args(false);
    auto* mesh = command->add_option(
        "--mesh", o->meshes,
        "the water's surface, as closed triangles: NAME_%04d.obj, NAME_%04d.ply or NAME_%04d.vtp, or as for "
        "--particles; may be repeated");
    mesh->type_name("NAME.pvd|NAME_%04d.obj|NAME_%04d.ply|NAME_%04d.vtp")->take_all()->allow_extra_args(false);
    command
        ->add_option("--solids", o->solids,
                     "the surfaces of the scene's solids, as closed triangles where the solids then are: names as for "
                     "--mesh; may be repeated")
        ->type_name("NAME.pvd|NAME_%04d.obj|NAME_%04d.ply|NAME_%04d.vtp")
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option("--mesh-cell", o->cell,
                     "length of the cells in which the surface is sought; default half the particle_spacing")
        ->check(number_between(1e-9, 1e9))
        ->type_name("METRES")
        ->needs(mesh);
    command
        ->add_option("--json", o->json, "write the report, with a summary of each frame, as JSON; - is standard output")
        ->type_name("FILE");
    add_from_option(*command, o->from);
    command->footer(
        "Files of earlier exports in the same series are removed. Example:\n"
        "  undine export dam_break --frames 100 --particles dam.pvd --mesh dam_%04d.obj\n"
        "  undine export ducks --frames 100 --mesh pool_%04d.obj --solids ducks_%04d.obj");
    command->callback([o] { run_export(*o); });
}

}  // namespace undine
