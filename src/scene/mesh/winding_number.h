// How often a mesh winds around a point: the generalised winding number [Jacobson13].
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "scene/mesh/triangle_tree.h"

namespace undine {

// The sum over all triangles of the solid angle that each spans, over 4π ([Jacobson13] eq. 5). Of closed surfaces it is
// a whole number: 0 outside, 1 inside, 2 where two parts overlap, one less in what is inside out. What is far away is
// taken as one dipole for each box of the tree, the first term of the expansion of [Barill18].
class WindingNumber {
  public:
    WindingNumber() = default;
    WindingNumber(const TriangleMesh& mesh, const TriangleTree& tree);

    // With the mesh and the tree that it was made of. Within 0.05 of the sum over all triangles.
    double at(const TriangleMesh& mesh, const TriangleTree& tree, const glm::dvec3& x) const;

  private:
    // The triangles of a box, seen from a distance.
    struct Dipole {
        glm::dvec3 center;  // m: mean of the triangles' middles, by their areas
        glm::dvec3 area;    // m²: the sum of their areas along their normals
        double far_sq;      // m²: squared distance from which on it stands for them
    };
    std::vector<Dipole> dipoles_;  // one per box of the tree
};

}  // namespace undine
