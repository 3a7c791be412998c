// What the commands report about particles that come and go.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "solver/solver.h"

namespace undine {

// An object; null if the number of particles is fixed.
nlohmann::ordered_json population_json(Solver& solver);

// "1,234 arrived, 1,200 drained, room for 9,000"; empty if the number is fixed.
std::string population_text(Solver& solver);

// Spray, foam and bubbles: an object, or null; "1,234 live, 2,000 created, room for 9,000", or empty.
nlohmann::ordered_json diffuse_json(Solver& solver);
std::string diffuse_text(Solver& solver);

// Prints to standard error how many particles found no room, if any.
void say_turned_away(Solver& solver);

}  // namespace undine
