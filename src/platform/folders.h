// Folders that the system names for a program, both of which may be gone.
#pragma once
#include <filesystem>

namespace undine {

// That of temporary files: TMPDIR, or /tmp. Throws Error (bad_input) if it is no folder.
std::filesystem::path temporary_folder();

// The current one, from the root. Throws Error (bad_input) if it has been deleted.
std::filesystem::path working_folder();

// The path from the root, without "." and "..". Throws as working_folder() does if it is relative.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace undine
