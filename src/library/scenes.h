// Where the scenes are that come with the library.
#pragma once
#include <filesystem>
#include <vector>

namespace undine::core {

// Of an installed library, in its prefix; then those of the source tree it was built from.
std::vector<std::filesystem::path> scene_folders();

}  // namespace undine::core
