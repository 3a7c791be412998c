// Weakly compressible SPH [Monaghan05]: pressure from Tait's equation of state, symplectic Euler.
#include "solver/method.h"

#include "solver/fluid_params.h"

namespace undine {
namespace {

void step(Backend& b, const FluidParams& p) {
    b.run(Pass::locate);
    find_neighbors(b, p);
    b.run(Pass::reorder_velocity);

    b.run(Pass::compute_density);
    apply_surface_forces(b, p);
    if (p.drag_scale > 0) b.run(Pass::drag_at_solids);
    b.run(Pass::accelerate);
    if (p.max_speed > 0) b.run(Pass::limit_speed);
    b.run(Pass::advect);
    if (p.solid_count > 0) b.run(Pass::stop_at_solids);
}

void density(Backend& b) { b.run(Pass::compute_density); }

}  // namespace

const Method kWcsph{"wcsph",
                    pass_set({Pass::reorder_velocity, Pass::compute_density, Pass::drag_free_surface, Pass::accelerate,
                              Pass::limit_speed, Pass::advect}),
                    pass_set({Pass::weigh_solids, Pass::stop_at_solids}),
                    {},
                    step,
                    density};

}  // namespace undine
