#include "solver/boundary.h"

#include <numeric>

#include "platform/parallel.h"
#include "solver/fluid_params.h"
#include "solver/leaf_view.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// Calls visit(begin, end) for each run of boundary particles in the cells that adjoin the cell of x.
template <typename View, typename Visit>
void each_run_near(View& view, const SortedBoundary& sorted, const vec3& x, Visit visit) {
    const ivec3 cell = view.cell_coordinate(x);
    for (uint32_t run = 0; run < view.adjoining_run_count(); ++run) {
        const uvec2 cells = view.adjoining_run(cell, run);
        if (cells.x <= cells.y) visit(sorted.cell_start[cells.x], sorted.cell_start[cells.y + 1]);
    }
}

template <uint KERNEL>
void compute_psi(SortedBoundary& sorted, const FluidParams& params) {
    LeafView<KERNEL> view{};
    view.params = params;
    parallel_each(sorted.position.size(), machine_threads(), [&](size_t b) {
        const vec3 x(sorted.position[b]);
        double sum = 0;
        each_run_near(view, sorted, x, [&](uint32_t begin, uint32_t end) {
            for (uint32_t l = begin; l < end; ++l) {
                const float r_sq = view.squared_length(x - vec3(sorted.position[l]));
                if (r_sq < params.support_radius_sq) sum += view.kernel_weight(r_sq);
            }
        });
        sorted.position[b].w = static_cast<float>(params.rest_density / sum);
    });
}

// Computing ψ tests every boundary particle against all those in the adjoining cells: quadratic in their density, which
// a file or boundary_spacing determines.
void require_few_pairs(const SortedBoundary& sorted, const FluidParams& params) {
    constexpr double kMostPairs = 1e9;  // two seconds on one core
    LeafView<> view{};
    view.params = params;
    double pairs = 0;
    for (const vec4& b : sorted.position)
        each_run_near(view, sorted, vec3(b), [&](uint32_t begin, uint32_t end) { pairs += end - begin; });
    if (pairs > kMostPairs)
        throw Error(Exit::bad_input,
                    "the " + grouped_text(sorted.position.size()) +
                        " boundary particles are too dense for support_radius: computing their psi would take " +
                        grouped_text(static_cast<uint64_t>(pairs)) + " distances, and at most " +
                        grouped_text(static_cast<uint64_t>(kMostPairs)) +
                        " are allowed; raise boundary_spacing, or give the particles of a PLY file "
                        "their psi");
}

}  // namespace

SortedBoundary sort_boundary(const BoundaryState& boundary, const FluidParams& params, Variant variant) {
    SortedBoundary sorted;
    if (boundary.size() == 0) return {{vec4(0)}, {0}};
    LeafView<> view{};
    view.params = params;
    std::vector<uint32_t> cell(boundary.size());
    sorted.cell_start.assign(params.cell_count + 1, 0);
    for (size_t b = 0; b < boundary.size(); ++b) {
        cell[b] = view.cell_index(view.cell_coordinate(boundary.position[b]));
        sorted.cell_start[cell[b] + 1]++;
    }
    std::partial_sum(sorted.cell_start.begin(), sorted.cell_start.end(), sorted.cell_start.begin());
    std::vector<uint32_t> next(sorted.cell_start.begin(), sorted.cell_start.end() - 1);  // next free slot of each cell
    sorted.position.resize(boundary.size());
    for (size_t b = 0; b < boundary.size(); ++b)
        sorted.position[next[cell[b]]++] = vec4(boundary.position[b], boundary.psi.empty() ? 0 : boundary.psi[b]);
    if (boundary.psi.empty()) {
        require_few_pairs(sorted, params);
        if (variant.kernel == PBF_KERNEL_CUBIC_SPLINE) compute_psi<PBF_KERNEL_CUBIC_SPLINE>(sorted, params);
        else compute_psi<PBF_KERNEL_POLY6_SPIKY>(sorted, params);
    }
    return sorted;
}

}  // namespace undine
