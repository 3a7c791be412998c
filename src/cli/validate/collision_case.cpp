// What two drops keep that meet off-centre in the void: momentum, angular momentum, energy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

#include "cli/validate/validation_case.h"
#include "measure/drop.h"
#include "report/text_table.h"
#include "scene/scene.h"

namespace undine {
namespace {

std::string empty_space(double spacing) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "support_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 8\nerror_rate = %.9g\n"
                  "walls = \"none\"\ngrid = \"hashed\"\ngravity = [0, 0, 0]\n"
                  "[[fluid]]\nmin = [0, 0, 0]\nmax = [0.2, 0.2, 0.2]\n",
                  2 * spacing, spacing, 0.06 * spacing, 0.25 / spacing);
    return text;
}

// Two balls that fly at each other, one twice the other's radius, a third of a metre off each other's way.
void throw_balls(const Parameters& p, ParticleState& state) {
    const ParticleState small = ball_of_fluid(p, 0.2);
    state = ball_of_fluid(p, 0.4);
    for (glm::vec3& v : state.velocity) v = {0.5f, 0, 0};
    for (size_t i = 0; i < small.size(); ++i) {
        state.position.push_back(small.position[i] + glm::vec3(0.75f, 0.3f, 0));
        state.velocity.emplace_back(-2, 0, 0);
    }
    state.resize(state.position.size());
    for (size_t i = 0; i < state.size(); ++i) state.id[i] = static_cast<uint32_t>(i);
}

struct Kept {
    glm::dvec3 momentum{0}, angular{0};
    double energy = 0, amount = 0;  // amount: Σ|v|, which momentum is measured by
};

Kept kept_by(const ParticleState& state) {
    Kept sum;
    for (size_t i = 0; i < state.size(); ++i) {
        const glm::dvec3 x(state.position[i]), v(state.velocity[i]);
        sum.momentum += v;
        sum.angular += glm::cross(x, v);
        sum.energy += glm::dot(v, v);
        sum.amount += glm::length(v);
    }
    return sum;
}

}  // namespace

std::vector<ValidationPlot> validate_collision(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"5 cm", 0.05},
                                            {"2.5 cm", 0.025},
                                            {"no XSPH, 5 cm", 0.05, {"xsph_rate=0", "viscosity=0.002"}},
                                            {"classic, 5 cm", 0.05, {"style=classic"}}};
    if (quick) variants.resize(1);
    ValidationPlot angular{.id = "angular_momentum",
                           .title = "Angular momentum of two drops that collide",
                           .x_label = "time, s",
                           .y_label = "about the origin, of that at the start",
                           .reference_name = "kept",
                           .note = "that at the start",
                           .reference = {{0, 1}, {1, 1}}};
    ValidationPlot energy{.id = "energy",
                          .title = "Energy of two drops that collide",
                          .x_label = "time, s",
                          .y_label = "kinetic energy, of that at the start",
                          .reference_name = "common motion",
                          .note = "that at the start, from the energy that sticking together would leave"};
    for (const ValidationVariant& v : variants) {
        ValidationCurve turning{.name = v.name}, moving{.name = v.name};
        Kept start;
        double lost = 0;
        runner.run({.scene = empty_space(v.spacing),
                    .overrides = v.overrides,
                    .until = 1,
                    .every = 0.02,
                    .prepare = throw_balls,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const Kept kept = kept_by(now.state);
                            if (turning.points.empty()) {
                                start = kept;
                                const double left =
                                    glm::dot(kept.momentum, kept.momentum) / double(now.state.size()) / kept.energy;
                                energy.reference = {{0, left}, {1, left}};
                            }
                            turning.points.emplace_back(now.seconds, kept.angular.z / start.angular.z);
                            moving.points.emplace_back(now.seconds, kept.energy / start.energy);
                            lost = std::max(lost, glm::length(kept.momentum - start.momentum) / start.amount);
                        }},
                   turning);
        for (size_t k = 0; k < turning.points.size(); ++k) {
            turning.deviate(std::abs(turning.points[k].y - 1));
            moving.deviate(std::abs(moving.points[k].y - energy.reference[0].y));
        }
        char text[64];
        std::snprintf(text, sizeof text, "momentum lost at most %.1g of Σ m v", lost);
        turning.note = text;
        moving.note = "after 1 s " + short_number(moving.points.back().y) + " of the energy";
        moving.particles = turning.particles;
        moving.seconds = turning.seconds;
        angular.curves.push_back(turning);
        energy.curves.push_back(moving);
    }
    return {angular, energy};
}

}  // namespace undine
