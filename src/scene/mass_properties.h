// What a solid would weigh and how hard it would be to turn, were it filled with a material of density 1.
#pragma once
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "scene/solid.h"

namespace undine {

struct MassProperties {
    double volume = 0;      // m³
    glm::dvec3 center{0};   // m: of mass, in the solid's own axes
    glm::dmat3 inertia{0};  // m⁵: about the centre of mass, in the solid's own axes
};

// Of a mesh exactly, from its triangles, and of what parts of it share once; of other shapes from samples of their
// distance, within 0.1 %.
MassProperties mass_properties(const Solid& solid);

}  // namespace undine
