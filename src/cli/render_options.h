// The options of `capture` and `view` that say how a fluid is drawn.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/fluid_renderer.h"
#include "scene/scene.h"

namespace undine {

struct RenderOptions {
    std::optional<Style> style;  // empty: what style_of() chooses
    Coloring coloring = Coloring::natural;
    View view = View::picture;
    std::vector<std::string> looks;
    std::string environment;  // an .hdr file; empty: summer_sky()
};

void add_render_options(CLI::App& command, RenderOptions& options);

// Water, unless the scene is flat, or a colouring or view of particles is asked for. Throws Error(usage) where options
// contradict each other or the scene.
Style style_of(const RenderOptions& options, const Scene& scene);

// Throws Error(usage).
Look look_of(const RenderOptions& options);

// nullptr where none is given. Throws Error(bad_input).
std::shared_ptr<const Environment> environment_of(const RenderOptions& options);

}  // namespace undine
