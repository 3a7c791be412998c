#include "test_paths.h"

#include <cstdlib>

namespace undine::testing {
namespace {

std::string path_or(const char* compiled_in, const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value ? value : compiled_in;
}

}  // namespace

std::string program_path() { return path_or(UNDINE_PROGRAM, "UNDINE_PROGRAM"); }
std::string scenes_path() { return path_or(UNDINE_SCENES, "UNDINE_SCENES"); }
std::string test_data_path() { return path_or(UNDINE_TEST_DATA, "UNDINE_TEST_DATA"); }

}  // namespace undine::testing
