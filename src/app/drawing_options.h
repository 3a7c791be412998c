// The options that say how commands and the viewer draw a fluid.
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

namespace undine {

struct Scene;

struct RenderOptions {
    std::optional<Style> style;  // empty: what style_of() chooses
    Coloring coloring = Coloring::natural;
    View view = View::picture;
    std::vector<std::string> looks;
    std::string environment;  // an .hdr file; empty: the look's sky
};

// The style asked for; otherwise water, unless the scene is 2D or a colouring or view of particles is asked for. Throws
// Error(usage) if options contradict each other or the scene.
Style style_of(const RenderOptions& options, const Scene& scene);

// The default look with the --look options applied in order. Throws Error(usage).
Look look_of(const RenderOptions& options);

// nullptr if no file is given. Throws Error(bad_input).
std::shared_ptr<const Environment> environment_of(const RenderOptions& options);

}  // namespace undine
