// Meshes for tests: boxes as twelve triangles each.
#pragma once
#include <memory>
#include <span>

#include "scene/mesh/solid_mesh.h"

namespace undine::testing {

struct MeshBox {
    glm::dvec3 center, half_size;  // m
};

inline TriangleMesh box_mesh(std::span<const MeshBox> boxes) {
    TriangleMesh mesh;
    for (const MeshBox& box : boxes) {
        const auto first = static_cast<uint32_t>(mesh.points.size());
        for (int k = 0; k < 8; ++k)
            mesh.points.push_back(box.center + box.half_size * (2.0 * glm::dvec3(k & 1, k >> 1 & 1, k >> 2 & 1) - 1.0));
        for (uint32_t axis = 0; axis < 3; ++axis)
            for (uint32_t side = 0; side < 2; ++side) {
                // The face's corners, counter-clockwise seen from the higher side of the axis.
                const uint32_t u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3, low = first + (side << axis);
                const uint32_t second = side == 1 ? low + u : low + v, last = side == 1 ? low + v : low + u;
                mesh.triangles.emplace_back(low, second, low + u + v);
                mesh.triangles.emplace_back(low, low + u + v, last);
            }
    }
    return mesh;
}

inline std::shared_ptr<const SolidMesh> solid_boxes(std::span<const MeshBox> boxes) {
    return std::make_shared<SolidMesh>(closed_mesh(box_mesh(boxes), "boxes"));
}

}  // namespace undine::testing
