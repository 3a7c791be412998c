// A closed mesh that can be asked how far a point is from it.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "scene/mesh/triangle_tree.h"
#include "scene/mesh/winding_number.h"

namespace undine {

// Signed distance to the union of a mesh's parts: what it winds around by more than one half is inside [Jacobson13].
// The nearest point is that of the outer surface (outer_surface.h), which a tree of bounding boxes finds.
class SolidMesh {
  public:
    // surface: of closed_mesh(). Lengths are multiplied by `scale`.
    explicit SolidMesh(TriangleMesh surface, double scale = 1);

    struct Nearest {
        double distance;    // m; negative inside
        glm::dvec3 normal;  // unit length: the direction in which the distance grows
    };
    Nearest nearest(const glm::dvec3& x) const;
    // The same, sooner, beside a place where it is known.
    struct Known {
        glm::dvec3 x;
        double distance;  // m
    };
    Nearest nearest(const glm::dvec3& x, const Known& beside) const;

    const TriangleMesh& surface() const { return surface_; }                   // all of it
    const TriangleMesh& outer() const { return outer_ ? *outer_ : surface_; }  // what bounds the union
    glm::dvec3 low() const { return tree_.boxes()[0].low; }                    // m: corners of the box that holds it
    glm::dvec3 high() const { return tree_.boxes()[0].high; }
    double reach() const { return reach_; }  // m, of its farthest point from the origin of its axes

  private:
    struct Foot {
        glm::dvec3 at, normal;
        double distance;  // m
    };
    Foot foot_of(const glm::dvec3& x) const;
    bool is_inside(const glm::dvec3& x) const { return winding_.at(outer(), tree_, x) > 0.5; }
    Nearest seen_from(const glm::dvec3& x, const Foot& foot, bool inside) const;
    void make_normals(const std::vector<uint32_t>& across);

    TriangleMesh surface_;
    std::optional<TriangleMesh> outer_;  // if that is another
    TriangleTree tree_;                  // of outer()
    WindingNumber winding_;
    std::vector<glm::dvec3> face_normals_, edge_normals_, point_normals_;  // 1, 3 per triangle; 1 per point
    double reach_ = 0;
};

}  // namespace undine
