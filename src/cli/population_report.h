// What the commands say of particles that come and go.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "solver/solver.h"

namespace undine {

// An object; null where the number of particles is fixed.
nlohmann::ordered_json population_json(Solver& solver);

// "1,234 arrived, 1,200 drained, room for 9,000"; empty where the number is fixed.
std::string population_text(Solver& solver);

// Says on stderr that particles found no room, where some did not.
void say_turned_away(Solver& solver);

}  // namespace undine
