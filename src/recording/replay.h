// Compares backends with a recording: each pass gets the recorded input, and what it writes is compared with what was
// recorded. Tolerances and report are those of a lockstep run (measure/lockstep.h) whose reference is the recording.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "measure/lockstep_report.h"
#include "recording/manifest.h"
#include "solver/backend.h"

namespace undine {

// manifest: open_recording(folder). progress: called with the number of steps done; false ends the replay there. Throws
// Error: bad_input for a step file that does not belong to such a recording, and what the backends throw.
LockstepReport replay(const std::filesystem::path& folder, const Manifest& manifest,
                      std::vector<std::unique_ptr<Backend>> backends,
                      const std::function<bool(uint64_t)>& progress = {});

}  // namespace undine
