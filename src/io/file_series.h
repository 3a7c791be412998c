// Numbered files of one kind: FOLDER/water_%03d.png.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace undine {

struct FileKind {
    const char* plural;                            // for messages: "pictures"
    const char* example;                           // of a pattern: "water_%04d.png"
    bool (*is_own)(const std::filesystem::path&);  // whether this program made that file
};

class FileSeries {
  public:
    // pattern: its last component has one %d, %3d or %03d. Its folder need not exist. Throws Error(bad_input).
    FileSeries(const std::filesystem::path& pattern, const FileKind& kind);

    // Whether the last component of the path asks for a number.
    static bool is_pattern(const std::filesystem::path& path);

    const std::filesystem::path& folder() const { return folder_; }
    std::filesystem::path at(uint64_t number) const;

    // Throws Error(bad_input) if files that this program did not make would remain after the `count` new ones.
    void require_free(uint64_t count) const;

    // Removes the files that this program made before.
    void remove_old() const;

  private:
    std::optional<uint64_t> number_of(const std::filesystem::path& file) const;
    std::vector<std::filesystem::path> files_from(uint64_t first) const;

    FileKind kind_;
    std::filesystem::path folder_;
    std::string before_, after_;  // the parts of the name around the number
    int digits_ = 0;
    bool zeros_ = false;
};

}  // namespace undine
