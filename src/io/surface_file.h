// Surfaces of the water and of solids as OBJ (Wavefront, text) and PLY (binary_little_endian, float x y z, and faces of
// three int).
#pragma once
#include <filesystem>
#include <string_view>

#include "io/export_frame.h"

namespace undine {

// What such files begin with, by which the program knows its own.
inline constexpr std::string_view kSurfaceObjMark = "# Undine, a surface of water;";
inline constexpr std::string_view kSurfacePlyMark =
    "ply\nformat binary_little_endian 1.0\ncomment Undine, a surface of water;";

inline constexpr std::string_view kSolidsObjMark = "# Undine, surfaces of solids;";
inline constexpr std::string_view kSolidsPlyMark =
    "ply\nformat binary_little_endian 1.0\ncomment Undine, surfaces of solids;";

// All keep every bit of the coordinates. The files exist whole or not at all. Throw Error(bad_input).
void write_surface_obj(const std::filesystem::path& path, const ExportFrame& frame);
void write_surface_ply(const std::filesystem::path& path, const ExportFrame& frame);

// Each solid is an object of OBJ, "solid_3"; in PLY, `solid` of each vertex is its number.
void write_solids_obj(const std::filesystem::path& path, const ExportFrame& frame);
void write_solids_ply(const std::filesystem::path& path, const ExportFrame& frame);

}  // namespace undine
