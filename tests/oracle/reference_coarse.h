// The independent oracle's coarse pressure: a Poisson equation on the cells of a box, relaxed in double precision,
// written from its equations (shaders/README.md). Includes nothing from src/.
#pragma once
#include "oracle/reference_solver.h"

namespace undine::reference {

// What the coarse pressure adds to each particle's multiplier [m^2]. x: where the particles are, counted: where their
// cells were found; excess: C of each; kept: the error that may stay.
std::vector<double> coarse_multipliers(const Parameters& parameters, const std::vector<Vec3>& counted,
                                       const std::vector<Vec3>& x, const std::vector<double>& excess,
                                       const std::vector<double>& kept);

}  // namespace undine::reference
