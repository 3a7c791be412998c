#include "io/saved_scene.h"

#include <unistd.h>

#include <fstream>

#include "error.h"
#include "io/ply.h"
#include "scene/scene_writer.h"

namespace undine {
namespace fs = std::filesystem;

fs::path numbered_path(const fs::path& directory, const std::string& name,
                       std::initializer_list<const char*> extensions) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (!fs::is_directory(directory, error) || access(directory.c_str(), W_OK) != 0)
        throw Error(Exit::bad_input, directory.string() + ": nothing can be written there; expected a directory that can "
                                                          "be made and written");
    for (uint64_t number = 1;; ++number) {
        const fs::path path = directory / (name + "-" + std::to_string(number));
        bool taken = false;
        for (const char* extension : extensions) taken |= fs::exists(fs::path(path) += extension, error);
        if (!taken) return path;
    }
}

void save_scene(const fs::path& path, Scene scene, const ParticleState& state, const StateTime& time) {
    const fs::path particles = fs::path(path) += ".ply", file = fs::path(path) += ".toml";
    write_particles(particles.string(), state, PlyFormat::binary, time);
    scene.initial_file = particles.string();
    const fs::path unfinished = fs::path(file) += ".unfinished";
    std::ofstream stream(unfinished, std::ios::binary);
    stream << scene_text(scene, path.parent_path());
    stream.close();  // a full disk may show only here
    std::error_code error;
    if (stream) fs::rename(unfinished, file, error);
    if (stream && !error) return;
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    throw Error(Exit::bad_input, file.string() + ": the scene cannot be written");
}

}  // namespace undine
