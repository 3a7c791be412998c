// One step of a recording of three particles, as a file.
#pragma once
#include <filesystem>
#include <string>

namespace undine::testing {

// What replay() does with a step file of such a recording, without backends.
std::string read_recorded_step(const std::string& path);

// A step that holds every kind of event and runs every pass, not compressed. Of this build: its layout is FluidParams'.
void write_recorded_step(const std::filesystem::path& path);

}  // namespace undine::testing
