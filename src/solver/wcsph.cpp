// Weakly compressible SPH [Monaghan05]: pressure from Tait's equation of state, symplectic Euler.
#include "solver/method.h"

namespace undine {
namespace {

void step(Backend& b, const FluidParams& p) {
    b.run(Pass::locate);
    find_neighbors(b, p);
    b.run(Pass::reorder_velocity);

    b.run(Pass::compute_density);
    b.run(Pass::accelerate);
    if (p.max_speed > 0) b.run(Pass::limit_speed);
    b.run(Pass::advect);
}

void density(Backend& b) { b.run(Pass::compute_density); }

}  // namespace

const Method kWcsph{
    "wcsph",
    pass_set({Pass::reorder_velocity, Pass::compute_density, Pass::accelerate, Pass::limit_speed, Pass::advect}), step,
    density};

}  // namespace undine
