// recording.json: what was recorded, where and by what; for people, and for the build that replays it.
#pragma once
#include <string>
#include <vector>

#include "build_facts.h"
#include "measure/device_facts.h"
#include "scene/parameter_values.h"
#include "solver/method.h"

namespace undine {

inline constexpr uint32_t kRecordingFormat = 1;  // raise it when a file of a recording means something else

struct Manifest {
    BuildFacts build;  // of the program that recorded; all but the version are empty in older recordings
    DeviceFacts device;
    std::string scene, scene_text;  // name, and the TOML as it was read
    std::vector<std::string> overrides;
    std::vector<ParameterValue> parameters;  // that the steps were made with; empty in older recordings
    double dt = 0;                           // s
    std::vector<uint64_t> steps;             // recorded, ascending; 1: the first
    MethodType method = MethodType::pbf;     // whose passes extents has
    Extents extents;
    Variant variant;
};

std::string manifest_text(const Manifest& manifest);

// `file`: for messages. Throws Error(bad_input) for anything but what manifest_text() writes, of this format and
// layout.
Manifest parse_manifest(const std::string& text, const std::string& file);

// "step_31.gz"
std::string step_file_name(uint64_t step);

}  // namespace undine
