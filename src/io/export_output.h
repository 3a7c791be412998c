// Where an export writes: a destination of --particles or --mesh.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "io/export_frame.h"
#include "io/file_series.h"
#include "io/vtp.h"

namespace undine {

enum class ExportContent { particles, diffuse, mesh, solids };
struct ExportFormat;

// NAME.pvd: frame_0000.vtp and so on in the folder NAME beside it, and the list of them; NAME_%04d.vtp and so on: a
// series; NAME.vtp: a single frame. Endings are those of the content: vtp and ply for particles
// of either kind; vtp, ply and obj for
// the mesh and the solids.
class ExportOutput {
  public:
    // frames: the most there will be. Throws Error(bad_input) for other endings, for several frames under one name, for
    // files in the way that this program did not make, and for an unwritable destination.
    ExportOutput(ExportContent content, const std::string& path, uint64_t frames);

    // Writes the file of that frame; before the first, the files of earlier exports are removed. Returns its name.
    // Throws Error(bad_input).
    std::filesystem::path write(const ExportFrame& frame, uint64_t number);

    // After the last frame. Throws Error(bad_input).
    void finish();

    ExportContent content() const { return content_; }
    const std::string& path() const { return path_; }  // as given

    // Whether both would write some file of the same name.
    bool collides_with(const ExportOutput& other) const;

  private:
    void clear_away();
    std::filesystem::path at(uint64_t number) const;

    ExportContent content_;
    std::string path_;
    const ExportFormat* format_;
    std::optional<FileSeries> series_;
    std::optional<VtkCollection> list_;
};

}  // namespace undine
