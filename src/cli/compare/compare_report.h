// What `undine compare` says: the verdict first, in words, then the figures; and the same as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "measure/device_facts.h"
#include "measure/free_run.h"
#include "measure/lockstep_report.h"

namespace undine {

// What was compared. The reports' first backend is the reference, their candidates are the others, in this order.
struct Comparands {
    struct NamedBackend {
        std::string option;  // as the user named it, numbered if named twice: "vulkan:llvmpipe"
        std::string name;    // as it calls itself: "Vulkan on llvmpipe (LLVM 15.0.6, 256 bits)"
        DeviceFacts facts;
    };
    std::string scene;
    uint32_t particles = 0;
    double dt = 0;                       // s
    uint64_t start_step = 0, steps = 0;  // taken by the first backend alone; then compared
    uint64_t every = 1;                  // one in this many steps is compared
    std::vector<NamedBackend> backends;
};

// The facts of all of them, in their order.
std::vector<DeviceFacts> devices_of(const Comparands& what);

// Distances beyond which trajectories count as parted, in units of h.
inline constexpr double kPartingLevels[] = {1e-6, 1e-4, 1e-2, 1e-1};

// One sentence each.
std::string lockstep_verdict(const LockstepReport& report, const Comparands& what);
std::string free_run_verdict(const FreeRunReport& report, const Comparands& what);

// The whole text; its first line is the verdict.
std::string lockstep_text(const LockstepReport& report, const Comparands& what);
std::string free_run_text(const FreeRunReport& report, const Comparands& what);

nlohmann::ordered_json lockstep_json(const LockstepReport& report, const Comparands& what);
nlohmann::ordered_json free_run_json(const FreeRunReport& report, const Comparands& what);

// "vulkan:llvmpipe and vulkan:SwiftShader": all but the first.
std::string candidate_names(const Comparands& what);

}  // namespace undine
