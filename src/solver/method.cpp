#include "solver/method.h"

#include "scene/parameters.h"
#include "solver/fluid_params.h"

namespace undine {

const Method& method_of(MethodType type) { return type == MethodType::wcsph ? kWcsph : kPbf; }

PassSet passes_of(const Method& method, const Extents& extents) {
    PassSet passes = kParticlePasses | method.passes;
    if (extents.counts_vary()) passes = passes | kPopulationPasses;
    if (extents.solids > 0) passes = passes | method.solid_passes;
    if (extents.reactions > 0) passes = passes | method.reaction_passes;
    if (extents.surface_normals > 0) passes = passes | kTensionPasses;
    if (extents.friction > 0) passes = passes | kFrictionPasses;
    if (extents.restitution > 0) passes = passes | kRestitutionPasses;
    if (extents.drags > 0) passes = passes | kSlipPasses;
    if (extents.multipliers > 0) passes = passes | kMultiplierPasses;
    if (extents.coarse_cells > 0) passes = passes | kCoarsePasses;
    if (extents.shifts > 0) passes = passes | kShiftPasses;
    if (extents.diffuse > 0) passes = passes | kDiffusePasses;
    if (extents.diffuse > 0 && extents.solids > 0) passes = passes | kDiffuseSolidPasses;
    if (extents.adheres > 0) passes = passes | kAdhesionPasses;
    return passes;
}

void sort_and_list(Backend& b, const FluidParams& params) {
    b.sort_particles();
    b.run(Pass::reorder);
    if (params.list_capacity > 0) b.run(Pass::find_neighbors);  // otherwise the passes traverse the grid
    weigh_solids(b, params);
}

void find_neighbors(Backend& b, const FluidParams& params) {
    if (params.sink_count > 0) b.run(Pass::drain);
    sort_and_list(b, params);
}

void weigh_solids(Backend& b, const FluidParams& params) {
    if (params.solid_count > 0 && params.wall_density != 0) b.run(Pass::weigh_solids);
}

bool has_tension(const FluidParams& p) { return p.cohesion > 0 || p.area_tension > 0; }
bool adheres(const FluidParams& p) { return p.boundary_adhesion > 0 || p.solid_adhesion > 0; }

void apply_surface_forces(Backend& b, const FluidParams& params) {
    if (has_tension(params)) {
        b.run(Pass::compute_surface_normal);
        b.run(Pass::apply_surface_tension);
    }
    if (adheres(params)) b.run(Pass::apply_adhesion);
    if (params.free_surface_drag > 0) b.run(Pass::drag_free_surface);
}

}  // namespace undine
