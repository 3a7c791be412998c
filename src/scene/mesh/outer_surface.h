// The part of a closed mesh's surface that has the outside on one side.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "scene/mesh/triangle_tree.h"
#include "scene/mesh/winding_number.h"

namespace undine {

// Surfaces that lie within the solid, since parts overlap or one is in another, are left out, triangles that others
// pass through are cut where they do, and of triangles that coincide one remains, so that distance, sign and volume are
// those of the union. Nothing if that is the whole mesh as it is, or if its triangles cut each other more than
// 200,000 times. tree, winding: of the mesh; across: of triangles_across().
std::optional<TriangleMesh> outer_surface(const TriangleMesh& mesh, const TriangleTree& tree,
                                          const WindingNumber& winding, const std::vector<uint32_t>& across);

}  // namespace undine
