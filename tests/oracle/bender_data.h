// Positions and velocities computed by Bender's PositionBasedDynamics library, a peer's implementation of the same
// method: the files in tests/data/bender-pbf, whose README.md describes scene, parameters and columns.
#pragma once

#include <string>
#include <vector>

#include "oracle/reference_solver.h"

namespace undine::reference {

// The rows of a headerless little-endian float64 file under UNDINE_TEST_DATA/bender-pbf, `columns` numbers each.
// Throws std::runtime_error that names the file when it is missing or no whole number of rows.
std::vector<std::vector<double>> read_bender_rows(const std::string& file_name, std::size_t columns);

Particles read_bender_initial();                            // positions, at rest; no density, no lambda
Boundary read_bender_boundary();                            // positions and psi
Particles read_bender_state(const std::string& file_name);  // all four fields

// The scene's parameters, with dt = 0.0025 s of the first step; the second step takes 0.005 s.
Parameters bender_parameters();

}  // namespace undine::reference
