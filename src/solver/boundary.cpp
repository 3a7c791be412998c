#include "solver/boundary.h"

#include <algorithm>
#include <numeric>

#include "io/ply.h"
#include "scene/sampling.h"

namespace undine {
namespace {

void append(BoundaryState& to, const BoundaryState& from) {
    to.position.insert(to.position.end(), from.position.begin(), from.position.end());
    to.psi.insert(to.psi.end(), from.psi.begin(), from.psi.end());
}

template <uint KERNEL>
void compute_psi(SortedBoundary& sorted, const FluidParams& params) {
    FluidView<KERNEL, PBF_NEIGHBORS_LIST> view{};
    view.params = params;
    for (vec4& b : sorted.position) {
        const ivec3 cell = view.cell_coordinate(vec3(b));
        double sum = 0;
        for (uint32_t run = 0; run < view.adjoining_run_count(); ++run) {
            const uvec2 cells = view.adjoining_run(cell, run);
            if (cells.x > cells.y) continue;
            for (uint32_t l = sorted.cell_start[cells.x]; l < sorted.cell_start[cells.y + 1]; ++l) {
                const float r_sq = view.squared_length(vec3(b) - vec3(sorted.position[l]));
                if (r_sq < params.support_radius_sq) sum += view.kernel_weight(r_sq);
            }
        }
        b.w = static_cast<float>(params.rest_density / sum);
    }
}

}  // namespace

BoundaryState make_boundary(const Scene& scene) {
    BoundaryState boundary;
    if (!scene.boundary_file.empty()) boundary = read_boundary(scene.boundary_file);
    if (scene.parameters.walls == WallModel::particles) {
        boundary.psi.clear();  // a file's ψ does not know of the tank's particles: computed for both together
        append(boundary, sample_tank_walls(scene.parameters));
    }
    return boundary;
}

SortedBoundary sort_boundary(const BoundaryState& boundary, const FluidParams& params, Variant variant) {
    SortedBoundary sorted;
    if (boundary.size() == 0) return {{vec4(0)}, {0}};
    FluidView<PBF_KERNEL_POLY6_SPIKY, PBF_NEIGHBORS_LIST> view{};
    view.params = params;
    std::vector<uint32_t> cell(boundary.size()), order(boundary.size());
    sorted.cell_start.assign(params.cell_count + 1, 0);
    for (size_t b = 0; b < boundary.size(); ++b) {
        cell[b] = view.cell_index(view.cell_coordinate(boundary.position[b]));
        sorted.cell_start[cell[b] + 1]++;
    }
    std::partial_sum(sorted.cell_start.begin(), sorted.cell_start.end(), sorted.cell_start.begin());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return cell[a] < cell[b]; });
    for (uint32_t b : order) sorted.position.emplace_back(boundary.position[b], boundary.psi.empty() ? 0 : boundary.psi[b]);
    if (boundary.psi.empty()) {
        if (variant.kernel == PBF_KERNEL_CUBIC_SPLINE) compute_psi<PBF_KERNEL_CUBIC_SPLINE>(sorted, params);
        else compute_psi<PBF_KERNEL_POLY6_SPIKY>(sorted, params);
    }
    return sorted;
}

}  // namespace undine
