// Viscosity: the swirl of Taylor and Green, which shear alone slows down.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>
#include <numbers>

#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr double kBox = 1, kSwirlSpeed = 1;  // m, m/s
constexpr double kWaveNumber = std::numbers::pi / kBox;
constexpr double kSettled = 0.1, kLastDecay = 0.5;  // ν k² t: when the lattice has gone that it begins on, and the end

// A box full of water, without weight, whose walls it slides along.
std::string full_box(double spacing, double viscosity) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "dimensions = 2\nsupport_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 10\n"
                  "error_rate = %.9g\nviscosity = %.9g\nxsph_rate = 0\nwalls = \"density\"\ngravity = [0, 0, 0]\n"
                  "tank_min = [0, 0, 0]\ntank_max = [1, 1, 0]\n[[fluid]]\nmin = [0, 0, 0]\nmax = [1, 1, 0]\n",
                  2 * spacing, spacing, std::min(0.05 * spacing, 0.06 * spacing * spacing / viscosity), 0.25 / spacing,
                  viscosity);
    return text;
}

void stir(const Parameters&, ParticleState& state) {
    for (size_t i = 0; i < state.size(); ++i) {
        const glm::dvec2 at = kWaveNumber * glm::dvec2(state.position[i]);
        state.velocity[i] =
            glm::vec3(kSwirlSpeed * std::sin(at.x) * std::cos(at.y), -kSwirlSpeed * std::cos(at.x) * std::sin(at.y), 0);
    }
}

double kinetic_energy(const ParticleState& state) {
    double sum = 0;
    for (const glm::vec3& v : state.velocity) sum += glm::dot(glm::dvec3(v), glm::dvec3(v));
    return sum;
}

}  // namespace

std::vector<ValidationPlot> validate_swirl(const ValidationRunner& runner, bool quick) {
    struct Swirl {
        std::string name;
        double spacing, viscosity;
        std::vector<std::string> overrides{};
    };
    std::vector<Swirl> variants{{"5 cm, ν 0.05", 0.05, 0.05},
                                {"2.5 cm, ν 0.05", 0.025, 0.05},
                                {"2.5 cm, ν 0.02", 0.025, 0.02},
                                {"1.25 cm, ν 0.02", 0.0125, 0.02}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 2.5 cm", 0.025, 0.05, {"style=classic", "xsph_c=0"}});
    // Against ν t, so that all have one curve to follow.
    ValidationPlot plot{.id = "swirl",
                        .title = "The energy of a swirl",
                        .x_label = "ν k² t, from 0.1 on",
                        .y_label = "energy, of that at 0.1",
                        .reference_name = "exp(−4 ν k² t)",
                        .note = "the energy at 0.1"};
    for (int k = 0; k <= 40; ++k) plot.reference.emplace_back(kSettled + 0.01 * k, std::exp(-0.04 * k));
    for (const Swirl& v : variants) {
        ValidationCurve curve{.name = v.name};
        const double rate = v.viscosity * kWaveNumber * kWaveNumber;  // 1/s
        runner.run({.scene = full_box(v.spacing, v.viscosity),
                    .overrides = v.overrides,
                    .until = 1.02 * kLastDecay / rate,
                    .every = 0.01 * kLastDecay / rate,
                    .prepare = stir,
                    .sample =
                        [&](const ValidationMoment& now) {
                            curve.points.emplace_back(rate * now.seconds, kinetic_energy(now.state));
                        }},
                   curve);
        const double settled = value_at(curve.points, kSettled);
        std::erase_if(curve.points, [](const glm::dvec2& point) { return point.x < kSettled; });
        for (glm::dvec2& point : curve.points) point.y /= settled;
        for (const glm::dvec2& point : plot.reference)
            curve.deviate(std::abs(value_at(curve.points, point.x) - point.y));
        const double kept = value_at(curve.points, kLastDecay);
        curve.note = "ν " + short_number(-std::log(kept) / (4 * (kLastDecay - kSettled))) + " of what was asked for";
        plot.curves.push_back(curve);
    }
    return {plot};
}

}  // namespace undine
