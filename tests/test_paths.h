// Where tests find what they read and run. The build compiles its own places in; the environment names others where
// nothing was built, as tools/gpu-check does.
#pragma once
#include <string>

namespace undine::testing {

std::string program_path();    // the program; UNDINE_PROGRAM
std::string scenes_path();     // the folder assets/scenes; UNDINE_SCENES
std::string test_data_path();  // the folder tests/data; UNDINE_TEST_DATA

}  // namespace undine::testing
