// Triangle meshes that tests make.
#pragma once
#include <cmath>
#include <memory>
#include <numbers>
#include <span>
#include <utility>

#include "scene/mesh/solid_mesh.h"

namespace undine::testing {

struct MeshBox {
    glm::dvec3 center, half_size;  // m
};

// Boxes as twelve triangles each.
inline TriangleMesh box_mesh(std::span<const MeshBox> boxes) {
    TriangleMesh mesh;
    for (const MeshBox& box : boxes) {
        const auto first = static_cast<uint32_t>(mesh.points.size());
        for (int k = 0; k < 8; ++k)
            mesh.points.push_back(box.center +
                                  box.half_size * glm::dvec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
        for (const glm::uvec3& t : {glm::uvec3(0, 2, 1), glm::uvec3(1, 2, 3), glm::uvec3(4, 5, 6), glm::uvec3(5, 7, 6),
                                    glm::uvec3(0, 1, 4), glm::uvec3(1, 5, 4), glm::uvec3(2, 6, 3), glm::uvec3(3, 6, 7),
                                    glm::uvec3(0, 4, 2), glm::uvec3(2, 4, 6), glm::uvec3(1, 3, 5), glm::uvec3(3, 7, 5)})
            mesh.triangles.push_back(first + t);
    }
    return mesh;
}

inline TriangleMesh box_mesh(const glm::dvec3& half_size) {
    const MeshBox box{glm::dvec3(0), half_size};
    return box_mesh(std::span(&box, 1));
}

inline TriangleMesh inside_out(TriangleMesh mesh) {
    for (glm::uvec3& t : mesh.triangles) std::swap(t.x, t.y);
    return mesh;
}

inline TriangleMesh together(TriangleMesh mesh, const TriangleMesh& other) {
    const auto first = static_cast<uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), other.points.begin(), other.points.end());
    for (const glm::uvec3& t : other.triangles) mesh.triangles.push_back(first + t);
    return mesh;
}

// A ball of radius 1 whose points are pushed in and out by up to `depth`: sharp ridges, valleys and spikes. `bands`
// from pole to pole, twice as many around.
inline TriangleMesh spiky_ball(double depth, uint32_t bands) {
    TriangleMesh mesh;
    uint32_t seed = 7;
    auto radius = [&] {
        seed = seed * 1664525u + 1013904223u;
        return 1 + depth * (2 * double(seed >> 8) / (1 << 24) - 1);
    };
    const uint32_t around = 2 * bands;
    for (uint32_t j = 1; j < bands; ++j)
        for (uint32_t i = 0; i < around; ++i) {
            const double polar = std::numbers::pi * j / bands, turn = 2 * std::numbers::pi * i / around;
            mesh.points.push_back(radius() * glm::dvec3(std::sin(polar) * std::cos(turn), std::cos(polar),
                                                        std::sin(polar) * std::sin(turn)));
        }
    const auto top = static_cast<uint32_t>(mesh.points.size()), bottom = top + 1;
    mesh.points.push_back({0, radius(), 0});
    mesh.points.push_back({0, -radius(), 0});
    for (uint32_t i = 0; i < around; ++i) {
        const uint32_t next = (i + 1) % around, last = (bands - 2) * around;
        mesh.triangles.push_back({top, next, i});
        mesh.triangles.push_back({bottom, last + i, last + next});
        for (uint32_t j = 0; j + 2 < bands; ++j) {
            const uint32_t a = j * around + i, b = j * around + next;
            mesh.triangles.push_back({a, b, a + around});
            mesh.triangles.push_back({b, b + around, a + around});
        }
    }
    return mesh;
}

inline std::shared_ptr<const SolidMesh> solid_mesh(const TriangleMesh& mesh, double scale = 1) {
    return std::make_shared<SolidMesh>(closed_mesh(mesh, "a test's mesh"), scale);
}

}  // namespace undine::testing
