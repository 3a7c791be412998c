// Output that is never seen half-written: it is created next to its destination under a temporary name and takes the
// destination's place in one step. If several programs write the same destination, the last to commit wins entirely.
// It keeps the mode of what it replaces and, as far as the system lets it, the owner. A destination that is a link
// stays one, and what it leads to is replaced. Devices, pipes and open files (destination.h) are written in place: from
// a temporary file, when it is whole.
#pragma once
#include <filesystem>
#include <string_view>

#include "platform/destination.h"

namespace undine {

// Checks, before the work starts, that a file can be written there: its folder exists and is writable, and nothing but
// what can be written is in the way. Missing parent folders are never created. Throws Error(bad_input).
void require_writable(const std::filesystem::path& file);

// The same for a folder, which may exist already or be created inside an existing one.
void require_folder_writable(const std::filesystem::path& folder);

// While the object lives, the unfinished output is locked; the leftovers of a killed program are not. The first output
// that a program creates in a folder removes the leftovers there.
class StagedOutput {
  public:
    StagedOutput(const StagedOutput&) = delete;
    StagedOutput& operator=(const StagedOutput&) = delete;

    // The temporary path, for other code or programs that write the output.
    const std::filesystem::path& path() const { return path_; }
    const std::filesystem::path& destination() const { return destination_; }

  protected:
    enum class Kind { file, folder };
    StagedOutput(std::filesystem::path destination, Kind kind);
    ~StagedOutput();  // removes the output unless it was committed
    [[noreturn]] void fail(int error) const;

    void keep_mode_and_owner() const;  // of what is replaced

    std::filesystem::path destination_, path_;  // as it was given; the temporary one
    Destination place_;
    int descriptor_ = -1;  // the open file or folder; holds the lock
    bool committed_ = false;
};

class StagedFile : public StagedOutput {
  public:
    // Creates an empty file. Throws Error(bad_input) if that fails or the destination is a folder.
    explicit StagedFile(std::filesystem::path destination);

    // Throws Error(bad_input), e.g. if the disk is full.
    void write(std::string_view bytes);

    // Renames the file to its destination, or copies it into one that is written in place. Throws Error(bad_input).
    void commit();

    // The same, and returns only once file and name are on the disk: they then survive a power cut.
    void commit_durably();

  private:
    void copy_into_place();
};

class StagedFolder : public StagedOutput {
  public:
    // Creates an empty folder. Throws Error(bad_input).
    explicit StagedFolder(std::filesystem::path destination);

    // Renames the folder to its destination and removes a folder that it replaces. Throws Error(bad_input).
    void commit();
};

// Writes a whole file through StagedFile.
void write_file(const std::filesystem::path& destination, std::string_view bytes);

}  // namespace undine
