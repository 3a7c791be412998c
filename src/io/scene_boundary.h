// The boundary particles that a scene specifies.
#pragma once
#include "io/ply.h"
#include "scene/particles.h"

namespace undine {

struct Scene;

// Those of its boundary_file and, if walls = "particles", those of the tank's faces and of solids. Throws Error
// (bad_input).
BoundaryState make_boundary(const Scene& scene, const ReadProgress& progress = {});

}  // namespace undine
