// Polygons of mesh files as triangles.
#pragma once
#include <cstdint>
#include <span>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// Appends the triangles of a polygon, given its corners as indices into mesh.points: a fan from the first corner from
// which all of them face as the polygon does, so that one corner that points inward does no harm. Two corners or fewer
// make no triangle. Returns false, and appends nothing, if a polygon of more than four corners has no such corner; of a
// quadrilateral that crosses itself, the fan begins at its first corner.
bool append_polygon(TriangleMesh& mesh, std::span<const uint32_t> corners);

}  // namespace undine
