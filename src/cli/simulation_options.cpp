#include "cli/simulation_options.h"

#include <CLI/CLI.hpp>

#include "app/machine.h"
#include "app/simulation.h"
#include "cli/number_option.h"
#include "text/text.h"

namespace undine {

void add_simulation_options(CLI::App& command, SimulationOptions& o) {
    command.add_option("--backend", o.backend, std::string(kBackendHelp) + ", as `undine devices` lists them")
        ->type_name("BACKEND")
        ->capture_default_str();
    add_scene_options(command, o);
}

void add_scene_options(CLI::App& command, SimulationOptions& o) {
    auto* scene = command
                      .add_option("scene", o.scene,
                                  list_text(list_scenes(scene_directories()), "or") + ", or the path of a .toml file")
                      ->type_name("NAME|FILE.toml");
    if (o.scene.empty()) scene->required();
    else scene->capture_default_str();
    command.add_option("--threads", o.threads, "threads of the CPU backend; 0: all cores")
        ->check(number_between(0, 1024))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--initial", o.initial,
                    "start from the particles of this PLY file instead of the scene's own: x y z [vx vy vz] [id]")
        ->type_name("FILE.ply");
    command.add_option("--boundary", o.boundary, "boundary particles from this PLY file: x y z [psi]")
        ->type_name("FILE.ply");
    command
        .add_option("--set", o.overrides,
                    "override a parameter of the scene, as key=value, or several by style=NAME; may be repeated")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false);
}

void add_from_option(CLI::App& command, std::string& from) {
    command
        .add_option("--from", from,
                    "make again what this manifest, written beside every output, describes, in the folder remade "
                    "beside that output, and compare it byte by byte; further options replace the manifest's")
        ->type_name("OUTPUT.manifest.json");
}

}  // namespace undine
