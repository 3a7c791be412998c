// The options of `capture` and `view` that say how a fluid is drawn.
#pragma once
#include "app/drawing_options.h"

namespace CLI {
class App;
}

namespace undine {

void add_render_options(CLI::App& command, RenderOptions& options);

}  // namespace undine
