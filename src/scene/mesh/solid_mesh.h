// A closed mesh that can be asked how far a point is from it.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// Signed distance with the sign of the angle-weighted pseudonormal [BA05] at the nearest point of the surface, which a
// tree of bounding boxes finds.
class SolidMesh {
  public:
    // surface: of closed_mesh(). Lengths are multiplied by `scale`.
    explicit SolidMesh(TriangleMesh surface, double scale = 1);

    struct Nearest {
        double distance;    // m; negative inside
        glm::dvec3 normal;  // unit length: the direction in which the distance grows
    };
    Nearest nearest(const glm::dvec3& x) const;

    const TriangleMesh& surface() const { return surface_; }
    glm::dvec3 low() const { return boxes_[0].low; }  // m: corners of the box that holds it
    glm::dvec3 high() const { return boxes_[0].high; }
    double reach() const { return reach_; }  // m, of its farthest point from the origin of its axes

  private:
    struct Box {
        glm::dvec3 low, high;
        uint32_t first, count;  // of order_, if it is a leaf; else the second child is `first` and the first follows
    };

    uint32_t build(uint32_t first, uint32_t count, const std::vector<glm::dvec3>& centers);
    void make_normals();

    TriangleMesh surface_;
    std::vector<glm::dvec3> face_normals_, edge_normals_, point_normals_;  // 1, 3 per triangle; 1 per point
    std::vector<uint32_t> order_;                                          // of the triangles, leaf by leaf
    std::vector<Box> boxes_;
    double reach_ = 0;
};

}  // namespace undine
