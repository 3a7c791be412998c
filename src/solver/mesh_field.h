// A mesh as passes see it: signed distance and displaced density, sampled on a grid in the mesh's own axes (density
// maps [Koschier17]), read by shaders/sim/solid.glsl.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <vector>

#include "scene/mesh/solid_mesh.h"
#include "scene/radial_kernel.h"
#include "scene/solid.h"
#include "solver/shader_types.h"

namespace undine {

// A quarter of the support radius apart, from h and one node outside of the mesh on one side to the same on the other:
// beyond, the mesh displaces nothing.
struct FieldGrid {
    glm::dvec3 origin;  // m, of the first node
    double spacing;     // m
    glm::uvec3 nodes;   // on each axis; x varies fastest
    uint64_t count() const { return uint64_t{nodes.x} * nodes.y * nodes.z; }
    double deepest() const;  // m: no point is deeper in the mesh; the greatest distance that a field holds
};
FieldGrid field_grid(const SolidMesh& mesh, double support_radius);

// Field::mesh_field of one mesh.
std::vector<uvec2> make_mesh_field(const SolidMesh& mesh, const RadialKernel& kernel);

// The same, which takes a second for a large mesh, kept in memory, since successive solvers often have the same meshes,
// and between runs (platform/cache_file.h).
std::shared_ptr<const std::vector<uvec2>> mesh_field(const std::shared_ptr<const SolidMesh>& mesh,
                                                     const RadialKernel& kernel);

// Where the fields of a scene's solids are in the array `mesh_field`: solids with the same mesh share one.
struct FieldPlaces {
    std::vector<uint64_t> first;  // node, of each solid; 0 for one that is no mesh
    uint64_t nodes = 0;           // of all
};
FieldPlaces field_places(const std::vector<Solid>& solids, double support_radius);

// All fields, in that order.
std::vector<uvec2> mesh_fields(const std::vector<Solid>& solids, const RadialKernel& kernel);

}  // namespace undine
