#include "io/saved_scene.h"

#include <unistd.h>

#include "io/ply.h"
#include "platform/staged_file.h"
#include "scene/scene.h"
#include "scene/scene_writer.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;

fs::path numbered_path(const fs::path& directory, const std::string& name,
                       std::initializer_list<const char*> extensions) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (!fs::is_directory(directory, error) || access(directory.c_str(), W_OK) != 0)
        throw Error(Exit::bad_input, directory.string() +
                                         ": files cannot be written there; expected a directory that can "
                                         "be created and written to");
    for (uint64_t number = 1;; ++number) {
        fs::path path = directory / (name + "-" + std::to_string(number));
        bool taken = false;
        for (const char* extension : extensions) taken |= fs::exists(fs::path(path) += extension, error);
        if (!taken) return path;
    }
}

void save_scene(const fs::path& path, Scene scene, const ParticleState& state, const StateTime& time) {
    for (size_t k = 0; k < time.solids.size(); ++k)
        if (scene.solids[k].floats()) scene.solids[k] = placed(scene.solids[k], time.solids[k]);
    const fs::path particles = fs::path(path) += ".ply", file = fs::path(path) += ".toml";
    write_particles(particles.string(), state, PlyFormat::binary, time, {.pressure = true});
    scene.initial_file = particles.string();
    write_file(file, scene_text(scene, path.parent_path()));
}

}  // namespace undine
