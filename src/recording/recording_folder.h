// A recording on disk: recording.json, one file per step, and `checksums`, which names them all with their CRC-32 and
// size.
#pragma once
#include <filesystem>
#include <string>

#include "platform/staged_file.h"
#include "recording/manifest.h"

namespace undine {

// Throws Error(bad_input) unless a recording can be written there: the path must be free, an empty folder, or a
// recording, which will be replaced. Writes nothing.
void require_recordable(const std::filesystem::path& folder);

// A recording being written, next to its final folder; without commit() nothing of it remains.
class RecordingFolder {
  public:
    // Throws Error(bad_input) as require_recordable() does, and if the folder cannot be created.
    explicit RecordingFolder(const std::filesystem::path& folder);

    // The path for the file of this step, which the caller writes.
    std::string step_path(uint64_t step) const { return (part_.path() / step_file_name(step)).string(); }

    // Writes the manifest, whose steps must all have their files, and the checksums; then moves the recording to its
    // folder and replaces what was there. Returns the size of all files, in bytes. Throws Error(bad_input).
    uint64_t commit(const Manifest& manifest);

  private:
    StagedFolder part_;
};

// Verifies the checksum of every file, then reads the manifest. Throws Error(bad_input) for a recording that is
// missing, incomplete, changed, of another format or layout, or whose arrays would need more memory than its files
// can fill.
Manifest open_recording(const std::filesystem::path& folder);

}  // namespace undine
