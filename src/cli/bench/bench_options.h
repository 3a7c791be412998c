// The parsed command line of `undine bench`.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/timeline.h"
#include "cli/bench/bench_report.h"
#include "cli/size_option.h"

namespace undine {

struct BenchOptions {
    std::vector<std::string> scenes{"cube_drop"};  // SCENE[:key=value]…
    std::vector<std::string> particles;            // "8k"; empty: as many as the scene has
    std::vector<std::string> neighbors;            // list, grid; empty: the scene's own
    std::vector<std::string> backends{"cpu", "vulkan"};
    std::vector<int> threads;          // empty: all cores
    std::vector<uint32_t> workgroups;  // empty: kWorkgroupSize
    BenchSettings settings;
    bool passes = false, draw = false;
    PictureSize picture;
    std::string json, csv, markdown, against;
    TraceOptions trace;
};

struct SceneArgument {
    std::string scene;
    std::vector<std::string> overrides;  // key=value
};

// "dam_break:dt=0.002:walls=clamp". A colon that is not followed by key= belongs to the text before it.
SceneArgument read_scene_argument(const std::string& text);

// "8000", "32k", "1.5M": k is 1,000. Throws Error (usage) unless it is a count from 1 to kMaxParticles.
uint64_t read_count(const std::string& text);

// A column for each backend and thread count (CPU) or workgroup size (Vulkan), in the order given; device, facts and
// copy are still empty. Throws Error (usage) for an option that none of these backends uses.
std::vector<BenchColumn> make_columns(const BenchOptions& options);

}  // namespace undine
