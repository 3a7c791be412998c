// What the tests of recordings share: making small ones, and making them wrong.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "parity/small_splash.h"
#include "recording/recording_folder.h"
#include "recording/step_file.h"
#include "solver/backend.h"

namespace undine::testing {

// Records steps 2 to 1 + `steps` of a scene.
Manifest record_splash(const std::filesystem::path& folder, std::unique_ptr<Backend> backend, uint64_t steps = 2,
                       const Scene& scene = small_splash());

// The same recording, with every event passed through `edit`, and checksums that are right.
void rewrite(const std::filesystem::path& from, const std::filesystem::path& to,
             const std::function<void(RecordedEvent&)>& edit);

// Of a gzip file.
std::string read_unzipped(const std::filesystem::path& path);
void write_zipped(const std::filesystem::path& path, const std::string& bytes);

// Makes `checksums` say what the files are now.
void renew_checksums(const std::filesystem::path& folder);

}  // namespace undine::testing
