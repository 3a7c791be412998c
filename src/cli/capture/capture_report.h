// What a capture says of itself, as JSON and as text.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/capture/picture_loop.h"

namespace undine {

// The body of the report: docs/json.md.
nlohmann::ordered_json capture_json(const Simulation& sim, Solver& solver, const Machine& machine,
                                    const CaptureOptions& o, const CaptureTiming& t, const Checkpoints& checkpoints,
                                    const FrameCaptures& captures);

// captured: the files that RenderDoc wrote.
void print_capture(const Simulation& sim, Solver& solver, const Machine& machine, const CaptureOptions& o,
                   const CaptureTiming& t, const std::vector<std::string>& captured);

}  // namespace undine
