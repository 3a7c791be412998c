// A recording on disk: recording.json, a file a step, and `checksums`, which names them all with their CRC-32 and
// size.
#pragma once
#include <filesystem>
#include <string>

#include "platform/staged_file.h"
#include "recording/manifest.h"

namespace undine {

// Throws Error(bad_input) unless a recording can be written there: nothing is there, or an empty folder, or a
// recording, which is then replaced. Writes nothing.
void require_recordable(const std::filesystem::path& folder);

// A recording in the making, beside its folder; without commit() nothing of it stays.
class RecordingFolder {
  public:
    // Throws Error(bad_input) as require_recordable(), and where it cannot be made.
    explicit RecordingFolder(const std::filesystem::path& folder);

    // Of the file of this step, which is yet to be written.
    std::string step_path(uint64_t step) const { return (part_.path() / step_file_name(step)).string(); }

    // Writes the manifest, of the steps whose files are there, and the checksums; then it takes the place of what
    // was there. Returns the size of all files, in bytes. Throws Error(bad_input).
    uint64_t commit(const Manifest& manifest);

  private:
    StagedFolder part_;
};

// Reads the manifest after every file's checksum was found right. Throws Error(bad_input) for a recording that is
// missing, incomplete, changed, of another format or layout, or whose arrays would need more memory than its files
// can fill.
Manifest open_recording(const std::filesystem::path& folder);

}  // namespace undine
