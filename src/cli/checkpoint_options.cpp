#include "cli/checkpoint_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <span>
#include <sstream>

#include "app/simulation.h"
#include "cli/number_option.h"
#include "platform/cache_file.h"
#include "platform/staged_file.h"
#include "scene/mesh/solid_mesh.h"
#include "scene/scene_writer.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

template <class T>
std::string hash_line(const char* key, const std::vector<T>& values) {
    char text[64];
    std::snprintf(text, sizeof text, "%s = %016llx\n", key,
                  static_cast<unsigned long long>(hash_of(std::as_bytes(std::span(values)))));
    return text;
}

// Everything that steps depend on but the state: the scene's file as it was understood, with --set, and the contents of
// the files that it names.
std::string identity_of(const Simulation& sim) {
    Scene scene = sim.scene;
    scene.initial_file = "/";
    std::string text = scene_text(scene, "/");
    text += hash_line("particles", sim.initial.position) + hash_line("velocities", sim.initial.velocity) +
            hash_line("boundary", sim.boundary.position);
    for (const Solid& solid : scene.solids)
        if (solid.mesh) text += hash_line("mesh", solid.mesh->surface().points);
    return text;
}

// "there dt = 0.004, here dt = 0.002": the first line of each that the other does not have.
std::string difference(const std::string& there, const std::string& here) {
    const auto own_line = [](const std::string& of, const std::string& other) {
        std::istringstream lines(of);
        for (std::string line; std::getline(lines, line);)
            if (("\n" + other).find("\n" + line + "\n") == std::string::npos) return printable(line, 200);
        return std::string("nothing else");
    };
    return "there " + own_line(there, here) + ", here " + own_line(here, there);
}

}  // namespace

void add_checkpoint_options(CLI::App& command, CheckpointOptions& o, const std::string& unit) {
    auto* checkpoint =
        command
            .add_option("--checkpoint", o.directory,
                        "save the whole state to this directory now and then, and when interrupted; the last two are "
                        "kept")
            ->type_name("DIR");
    command.add_option("--checkpoint-every", o.every, "how many " + unit + " from one checkpoint to the next")
        ->check(number_between(uint64_t{1}, uint64_t{1} << 40))
        ->type_name("N")
        ->capture_default_str()
        ->needs(checkpoint);
    command
        .add_option("--resume", o.resume,
                    "continue from the newest whole checkpoint in this directory, with otherwise the same options: the "
                    "results are those of a run that never stopped")
        ->type_name("DIR");
}

Checkpoints::Checkpoints(const CheckpointOptions& options, const Simulation& sim, const std::string& work)
    : options_(options) {
    if (!wanted() && options.resume.empty()) return;
    title_ = sim.scene.name;
    scene_ = work + "\n" + identity_of(sim);
    if (wanted()) {
        require_folder_writable(options.directory);
        std::error_code ignored;
        const bool continues = !options.resume.empty() && fs::equivalent(options.directory, options.resume, ignored);
        if (!continues && !checkpoints_in(options.directory).empty())
            throw Error(Exit::bad_input, options.directory +
                                             ": holds checkpoints already; continue them with --resume " +
                                             options.directory + ", or choose another directory");
    }
    if (options.resume.empty()) return;
    const std::vector<fs::path> files = checkpoints_in(options.resume);
    if (files.empty())
        throw Error(Exit::bad_input,
                    options.resume + ": has no checkpoint; expected a directory that --checkpoint wrote");
    for (const fs::path& file : files) try {
            resumed_ = read_checkpoint(file);
            if (resumed_->scene != scene_)
                throw Error(Exit::bad_input, file.string() + ": was saved by another simulation; expected the same (" +
                                                 difference(resumed_->scene, scene_) + ")");
            return;
        } catch (const Error& error) {
            if (resumed_ || file == files.back()) throw;
            std::fprintf(stderr, "undine: %s. Trying the one before it.\n", error.what());
        }
}

void Checkpoints::resume(Solver& solver) const {
    if (!resumed_) return;
    solver.restore(resumed_->state);
    std::fprintf(stderr, "undine: continues from step %s, as saved in %s\n", grouped_text(resumed_->steps).c_str(),
                 path_text(options_.resume).c_str());
}

void Checkpoints::save(Solver& solver, uint64_t steps, uint64_t pictures) {
    write_checkpoint(options_.directory, {solver.save(), steps, pictures, scene_}, title_);
    saved_ = true;
    saved_steps_ = steps;
}

void Checkpoints::save_end(Solver& solver, uint64_t steps, uint64_t pictures) {
    if (wanted() && steps > std::max(saved_steps_, resumed_steps())) save(solver, steps, pictures);
}

std::string Checkpoints::how_to_resume() const {
    return saved_ ? "; the same command with --resume " + options_.directory + " continues" : "";
}

}  // namespace undine
