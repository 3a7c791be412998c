// The TOML of a scene whose fluid is in a file: what parse_scene() reads back to the bit.
#pragma once
#include <string>

#include "scene/scene.h"

namespace undine {

// Every parameter that differs from its default; title, planes, boundary and camera where there are such; and, in
// place of fluid boxes, `initial = …`. Paths in the scene are relative to the working directory; the text is meant for
// a file in `directory`, and names them from there.
std::string scene_text(const Scene& scene, const std::filesystem::path& directory);

}  // namespace undine
