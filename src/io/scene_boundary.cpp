#include "io/scene_boundary.h"

#include "scene/sampling.h"

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
        boundary.psi.clear();  // a file's ψ ignores the tank's particles, so ψ is computed for both together
        append(boundary, sample_tank_walls(scene.parameters));
    }
    return boundary;
}

}  // namespace undine
