// Where the solids that move are, as reports and the headers of particle files say it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "solver/solver.h"

namespace undine {

// An object for each that floats or moves on its own; empty if none does. Solids are counted from 1, as messages count
// them.
nlohmann::ordered_json solids_json(const std::vector<Solid>& solids, const Solver& solver);

// "solid 3 center X Y Z quaternion W X Y Z" for each of the same, in shortest decimals that keep every bit.
std::vector<std::string> solid_comments(const std::vector<Solid>& solids, const Solver& solver);

}  // namespace undine
