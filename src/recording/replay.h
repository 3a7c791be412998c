// Holds backends against a recording: each pass gets the recorded input, what it writes is compared with what was
// recorded, with the tolerances and the report of a lockstep run (measure/lockstep.h), whose reference the
// recording is.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "measure/lockstep_report.h"
#include "recording/manifest.h"
#include "solver/backend.h"

namespace undine {

// manifest: open_recording(folder). progress: called with the steps done. Throws Error: bad_input for a step file
// that is no part of such a recording, and what the backends throw.
LockstepReport replay(const std::filesystem::path& folder, const Manifest& manifest,
                      std::vector<std::unique_ptr<Backend>> backends,
                      const std::function<void(uint64_t)>& progress = {});

}  // namespace undine
