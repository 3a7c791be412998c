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

nlohmann::ordered_json diffuse_json(Solver& solver) {
    if (solver.extents().diffuse == 0) return nullptr;
    const DiffusePopulation p = solver.diffuse_population();
    return {{"capacity", solver.extents().diffuse},
            {"living", p.living},
            {"created", p.created},
            {"turned_away", p.turned_away}};
}

std::string diffuse_text(Solver& solver) {
    if (solver.extents().diffuse == 0) return {};
    const DiffusePopulation p = solver.diffuse_population();
    return grouped_text(p.living) + " of " + grouped_text(p.created) + " live, room for " +
           grouped_text(solver.extents().diffuse);
}

void say_turned_away(Solver& solver) {
    const auto say = [](uint32_t count, const char* what, const char* key, uint32_t room) {
        if (count > 0)
            std::fprintf(stderr, "undine: %s found no room; raise %s (now %s)\n", counted(count, what).c_str(), key,
                         grouped_text(room).c_str());
    };
    const Extents& e = solver.extents();
    say(solver.population().turned_away, "particle", "particle_capacity", e.particles);
    say(solver.diffuse_population().turned_away, "diffuse particle", "diffuse_capacity", e.diffuse);
}

}  // namespace undine
