// Writes the TOML of a scene whose fluid is in a file; parse_scene() reads it back bit for bit.
#pragma once
#include <filesystem>
#include <string>

namespace undine {

struct Scene;

// The title; in place of fluid boxes, `initial = …`; every parameter that differs from its default; and the planes,
// emitters, sinks, boundary and camera that the scene has. Paths in the scene are relative to the working directory;
// the text is meant for a file in `directory`, and names them relative to that.
std::string scene_text(const Scene& scene, const std::filesystem::path& directory);

}  // namespace undine
