// The independent oracle's other method: one step of weakly compressible SPH [Monaghan05] in double precision over all
// pairs, written from the equations. Includes nothing from src/.
#pragma once
#include "oracle/reference_solver.h"

namespace undine::reference {

struct Wcsph {
    double sound_speed = 30.0;  // [m/s]
    bool mueller = false;       // pressure force of [Müller03] instead of Monaghan's
};

// One step: densities, forces, symplectic Euler, push-out. Of the parameters it reads those of kernel, density, walls,
// viscosity and time. lambda is left empty. Throws as step().
void wcsph_step(const Parameters& parameters, const Wcsph& wcsph, const Boundary& boundary, Particles& particles);

}  // namespace undine::reference
