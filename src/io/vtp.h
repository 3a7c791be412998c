// VTK's PolyData files (.vtp), and the collections (.pvd) that tell ParaView the time of each. Little-endian, the
// arrays appended as raw bytes behind 64-bit sizes. Both begin with kVtkMark, by which the program knows its own.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "io/export_frame.h"

namespace undine {

inline constexpr std::string_view kVtkMark = "<?xml version=\"1.0\"?>\n<!-- Undine; SI units";

// Particles as vertices, in their order, with id, velocity, density and, where there are any, lambda, pressure and
// vorticity. The file exists whole or not at all. Throws Error(bad_input).
void write_particles_vtp(const std::filesystem::path& path, const ExportFrame& frame);

// Spray, foam and bubbles likewise, with id, velocity, life, wetness, kind and born. Throws Error(bad_input).
void write_diffuse_vtp(const std::filesystem::path& path, const ExportFrame& frame);

// The surface as triangles. Throws Error(bad_input).
void write_surface_vtp(const std::filesystem::path& path, const ExportFrame& frame);

// The solids' surfaces as triangles; `solid` of each point is the number of its solid. Throws Error(bad_input).
void write_solids_vtp(const std::filesystem::path& path, const ExportFrame& frame);

// A .pvd file: which files there are, and when. On the disk it lists only files that exist.
class VtkCollection {
  public:
    explicit VtkCollection(std::filesystem::path path) : path_(std::move(path)) {}

    // Lists a file that has been written; `file` as seen from the collection's folder. The collection is written anew
    // once it has grown by a 64th, so that a long series does not cost more for its list than for its files.
    void add(double seconds, const std::filesystem::path& file);

    // Writes what is not yet listed on the disk. Throws Error(bad_input), as add() does.
    void finish();

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    std::string entries_;
    size_t count_ = 0, written_ = 0;  // files
};

}  // namespace undine
