#include "library/scenes.h"

#include <dlfcn.h>

namespace undine::core {
namespace {

// The folder of the file that this function is in: libundine.so, or a module that has it inside.
std::filesystem::path library_folder() {
    Dl_info here{};
    if (!dladdr(reinterpret_cast<const void*>(&library_folder), &here) || !here.dli_fname) return {};
    std::error_code ignored;
    const std::filesystem::path file = std::filesystem::canonical(here.dli_fname, ignored);
    return file.parent_path();
}

}  // namespace

std::vector<std::filesystem::path> scene_folders() {
    return {library_folder() / UNDINE_DATA_FROM_LIBRARY / "scenes",
            std::filesystem::path(UNDINE_SOURCE_DIR) / "assets/scenes"};
}

}  // namespace undine::core
