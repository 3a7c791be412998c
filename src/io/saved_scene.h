// Saves a state as a scene that starts from it: a TOML file and a PLY file of the same name.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>

#include "io/ply.h"

namespace undine {

struct Scene;

// DIRECTORY/NAME-1, or with the next number for which no file with any of these extensions (such as ".png") exists.
// Creates the directory. Throws Error (bad_input) if it cannot be written to.
std::filesystem::path numbered_path(const std::filesystem::path& directory, const std::string& name,
                                    std::initializer_list<const char*> extensions);

// Writes PATH.ply and then PATH.toml, which refers to it. A simulation of PATH.toml continues from that time, bit for
// bit. Throws Error (bad_input), and then does not write PATH.toml.
void save_scene(const std::filesystem::path& path, Scene scene, const ParticleState& state, const StateTime& time = {});

}  // namespace undine
