#include "io/scene_boundary.h"

#include "scene/sampling.h"
#include "scene/scene.h"
#include "scene/solid_sampling.h"

namespace undine {
namespace {

void append(BoundaryState& to, const BoundaryState& from) {
    to.position.insert(to.position.end(), from.position.begin(), from.position.end());
    to.psi.insert(to.psi.end(), from.psi.begin(), from.psi.end());
}

}  // namespace

BoundaryState make_boundary(const Scene& scene, const ReadProgress& progress) {
    BoundaryState boundary;
    if (!scene.boundary_file.empty()) boundary = read_boundary(scene.boundary_file, progress);
    if (scene.parameters.walls == WallModel::particles) {
        boundary.psi.clear();  // a file's ψ ignores the other particles, so ψ is computed for all together
        append(boundary, sample_tank_walls(scene.parameters));
        append(boundary, sample_solid_surfaces(scene));
    }
    return boundary;
}

}  // namespace undine
