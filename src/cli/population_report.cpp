#include "cli/population_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {

nlohmann::ordered_json population_json(Solver& solver) {
    if (!solver.extents().counts_vary()) return nullptr;
    const Population p = solver.population();
    return {{"capacity", solver.extents().particles},
            {"admitted", p.admitted},
            {"turned_away", p.turned_away},
            {"drained", p.drained}};
}

std::string population_text(Solver& solver) {
    if (!solver.extents().counts_vary()) return {};
    const Population p = solver.population();
    return grouped_text(p.admitted) + " arrived, " + grouped_text(p.drained) + " drained, room for " +
           grouped_text(solver.extents().particles);
}

void say_turned_away(Solver& solver) {
    const uint32_t turned_away = solver.population().turned_away;
    if (turned_away == 0) return;
    std::fprintf(stderr, "undine: %s found no room; raise particle_capacity (now %s)\n",
                 counted(turned_away, "particle").c_str(), grouped_text(solver.extents().particles).c_str());
}

}  // namespace undine
