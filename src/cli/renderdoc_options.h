// --renderdoc and --renderdoc-to: frames that RenderDoc captures.
#pragma once
#include "app/frame_captures.h"

namespace CLI {
class App;
}

namespace undine {

// waits: without a number, RenderDoc is loaded all the same, for captures that the user asks for later.
void add_renderdoc_options(CLI::App& command, RenderDocOptions& options, bool waits);

}  // namespace undine
