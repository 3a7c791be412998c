// What `undine view` passes to the module that has the window.
#pragma once
#include "app/drawing_options.h"
#include "app/frame_captures.h"
#include "app/simulation_options.h"
#include "app/timeline.h"

namespace undine {

struct ViewOptions {
    SimulationOptions simulation;
    RenderOptions drawing;
    uint32_t width = 1280, height = 720;  // of the window's content area, in the window system's units
    bool fullscreen = false;
    bool headless = false;  // frames are drawn as for a window, but nobody sees them
    bool split = false;     // simulation and picture are submitted separately
    double frame_rate = 0;  // Hz: each frame counts as that long, however long it took; 0: by the clock
    uint64_t frames = 0;    // after which the window closes; 0: when the user closes it
    std::string json;
    TraceOptions trace;
    RenderDocOptions renderdoc;
    std::string shaders;  // folder whose shaders are recompiled when they change; empty: none
};

// The module is loaded at run time and uses the program's core; this is its only function that is found by name.
using ViewFunction = void(const ViewOptions&);
inline constexpr const char* kViewFunction = "undine_view";

}  // namespace undine
