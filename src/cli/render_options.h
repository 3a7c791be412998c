// The options of `capture` and `view` that say how a fluid is drawn.
#pragma once
#include <CLI/CLI.hpp>

#include "app/drawing_options.h"

namespace undine {

void add_render_options(CLI::App& command, RenderOptions& options);

}  // namespace undine
