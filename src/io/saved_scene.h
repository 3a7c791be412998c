// A state as a scene that starts from it: a TOML file and a PLY file of the same name.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>

#include "io/ply.h"
#include "scene/scene.h"

namespace undine {

// DIRECTORY/NAME-1, or the next number for which there is no file with any of these extensions (".png"). Makes the
// directory. Throws Error (bad_input) where it cannot be written.
std::filesystem::path numbered_path(const std::filesystem::path& directory, const std::string& name,
                                    std::initializer_list<const char*> extensions);

// Writes PATH.ply and then PATH.toml, which names it. A simulation of PATH.toml goes on to the bit, from that time on.
// Throws Error (bad_input); there is then no PATH.toml.
void save_scene(const std::filesystem::path& path, Scene scene, const ParticleState& state, const StateTime& time = {});

}  // namespace undine
