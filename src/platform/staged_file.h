// Output that is never seen half-written: it is made beside its destination under a name of its own and takes the
// destination's place in one step. Of several programs that write the same destination, the last one wins whole.
#pragma once
#include <filesystem>
#include <string_view>

namespace undine {

// Checks, before the work starts, that a file can be written there: its folder exists, nothing but a file is in the
// way. Folders are never made on the way. Throws Error(bad_input).
void require_writable(const std::filesystem::path& file);

// The same for a folder that may be there, or is made inside an existing one.
void require_folder_writable(const std::filesystem::path& folder);

// While it lives, the unfinished output is locked; what a killed program left has no lock any more. The first output of
// a program in a folder removes such leftovers there.
class StagedOutput {
  public:
    StagedOutput(const StagedOutput&) = delete;
    StagedOutput& operator=(const StagedOutput&) = delete;

    // Where it is while it is made, for others that write it.
    const std::filesystem::path& path() const { return path_; }
    const std::filesystem::path& destination() const { return destination_; }

  protected:
    enum class Kind { file, folder };
    StagedOutput(std::filesystem::path destination, Kind kind);
    ~StagedOutput();  // what was not committed is removed
    [[noreturn]] void fail(int error) const;

    std::filesystem::path destination_, path_;
    int descriptor_ = -1;  // of the file or folder; holds the lock
    bool committed_ = false;
};

class StagedFile : public StagedOutput {
  public:
    // Makes an empty file. Throws Error(bad_input) where that is refused, or the destination is there and is no file.
    explicit StagedFile(std::filesystem::path destination);

    // Throws Error(bad_input), as when the disk is full.
    void write(std::string_view bytes);

    // Gives it its name. Throws Error(bad_input).
    void commit();
};

class StagedFolder : public StagedOutput {
  public:
    // Makes an empty folder. Throws Error(bad_input).
    explicit StagedFolder(std::filesystem::path destination);

    // Gives it its name; a folder that is there is removed once this one stands in its place. Throws Error(bad_input).
    void commit();
};

// StagedFile with all of its bytes at once.
void write_file(const std::filesystem::path& destination, std::string_view bytes);

}  // namespace undine
