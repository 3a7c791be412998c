// recording.json: what was recorded, on which device and by which build; for people and for the build that replays it.
#pragma once
#include <string>
#include <vector>

#include "build_facts.h"
#include "measure/device_facts.h"
#include "scene/parameter_values.h"
#include "solver/method.h"

namespace undine {

inline constexpr uint32_t kRecordingFormat = 1;  // raise it when the meaning of a recording's files changes

struct Manifest {
    BuildFacts build;  // of the program that recorded; all but the version are empty in older recordings
    DeviceFacts device;
    std::string scene, scene_text;  // name, and the TOML as it was read
    std::vector<std::string> overrides;
    std::vector<ParameterValue> parameters;  // used for the steps; empty in older recordings
    double dt = 0;                           // s
    std::vector<uint64_t> steps;             // recorded, ascending; 1: the first
    MethodType method{};                     // the first, pbf, by default; extents.passes are those of this method
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
