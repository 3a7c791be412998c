// What `undine capture` is asked for.
#pragma once
#include <string>
#include <vector>

#include "app/frame_captures.h"
#include "cli/checkpoint_options.h"
#include "cli/dump_options.h"
#include "cli/frame_options.h"
#include "cli/probe_options.h"
#include "cli/render_options.h"
#include "cli/simulation_options.h"
#include "cli/trace_options.h"
#include "render/fluid_renderer.h"

namespace undine {

struct CaptureOptions {
    SimulationOptions simulation;
    FrameOptions frames;
    std::string size = "1280x720", json, camera;
    double turntable = 0;  // s a turn; 0: the camera stands still
    bool split = false;
    RenderSettings render;
    RenderOptions drawing;
    std::vector<std::string> outputs;
    TraceOptions trace;
    CheckpointOptions checkpoint;
    ProbeOptions probes;
    DumpOptions dump;
    RenderDocOptions renderdoc;
    std::string from;
};

}  // namespace undine
