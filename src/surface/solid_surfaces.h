// The surfaces of a scene's solids as triangles, where the solids are.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "scene/mesh/triangle_mesh.h"
#include "scene/solid.h"
#include "surface/surface_mesh.h"

namespace undine {

// A solid's surface in its own axes, closed, in 3D: of a mesh its own triangles, of a box two for each face. Round
// surfaces are a grid of a cube's, 16 cells wide, pushed out to the sphere: its corners lie on the solid's surface, and
// its triangles within 0.5 % of the radius below it.
std::shared_ptr<const TriangleMesh> surface_of(const Solid& solid);

// The surfaces of several solids, one after the other, in the world.
struct PlacedSolids {
    SurfaceMesh mesh;
    std::vector<uint32_t> solid;  // of each point: which solid it belongs to, counted from 1
};

class SolidSurfaces {
  public:
    // Throws Error(bad_input) if they have more points than files can number.
    explicit SolidSurfaces(const std::vector<Solid>& solids);

    // states: one for each solid.
    PlacedSolids at(const std::vector<SolidState>& states) const;

  private:
    std::vector<std::shared_ptr<const TriangleMesh>> shapes_;
};

}  // namespace undine
