// How commands and the viewer are asked to draw a fluid.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/look/environment.h"
#include "render/look/look.h"
#include "render/look/style.h"
#include "render/particles/coloring.h"
#include "render/views.h"
#include "scene/scene.h"

namespace undine {

struct RenderOptions {
    std::optional<Style> style;  // empty: what style_of() chooses
    Coloring coloring = Coloring::natural;
    View view = View::picture;
    std::vector<std::string> looks;
    std::string environment;  // an .hdr file; empty: summer_sky()
};

// Water, unless the scene is flat, or a colouring or view of particles is asked for. Throws Error(usage) where options
// contradict each other or the scene.
Style style_of(const RenderOptions& options, const Scene& scene);

// Throws Error(usage).
Look look_of(const RenderOptions& options);

// nullptr where none is given. Throws Error(bad_input).
std::shared_ptr<const Environment> environment_of(const RenderOptions& options);

}  // namespace undine
