// Drops: how they swing, the pressure within them, and the angle at which they meet a plane.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "cli/validate/validation_case.h"
#include "measure/drop.h"
#include "report/text_table.h"
#include "scene/scene.h"
#include "solver/surface_forces.h"

namespace undine {
namespace {

using glm::dvec2;

// A drop without weight, to which `prepare` gives its shape. tank: nothing, or the walls around it.
std::string weightless_drop(double spacing, double dt, double tension, const char* tank) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "support_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 4\n"
                  "surface_tension = %.9g\ngravity = [0, 0, 0]\n%s[[fluid]]\nmin = [-0.2, 0, -0.2]\n"
                  "max = [0.2, 0.4, 0.2]\n",
                  2 * spacing, spacing, dt, tension, tank);
    return text;
}

constexpr const char* kFree = "walls = \"none\"\ngrid = \"hashed\"\n";

// Second moment along x less that along z, about the centre of mass, over that along all axes.
double stretch_of(const ParticleState& drop) {
    glm::dvec3 first(0), second(0);
    for (const glm::vec3& x : drop.position) first += glm::dvec3(x), second += glm::dvec3(x) * glm::dvec3(x);
    const glm::dvec3 moment = second - first * first / double(drop.size());
    return (moment.x - moment.z) / (moment.x + moment.y + moment.z);
}

// Rayleigh, Proc. R. Soc. 29, 1879: the lowest mode has ω² = 8σ/(ρ0 r³).
ValidationPlot swinging_drop(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = r/8", 0.05}, {"d = r/12", 0.4 / 12}, {"d = r/16", 0.025}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, r/12", 0.4 / 12, {"style=classic"}});
    ValidationPlot plot{.id = "drop_swing",
                        .title = "A drop that swings",
                        .x_label = "time, of Rayleigh's period",
                        .y_label = "stretch, of that at the start",
                        .reference_name = "Rayleigh 1879",
                        .note = "the stretch at the start, in the first period"};
    for (int k = 0; k <= 90; ++k) plot.reference.emplace_back(k / 60.0, std::cos(2 * std::numbers::pi * k / 60));
    constexpr double kTension = 60, kRadius = 0.4, kStretch = 1.12;
    for (const ValidationVariant& v : variants) {
        ValidationCurve curve{.name = v.name};
        double first = 0, period = 0;
        std::vector<std::string> overrides{"xsph_rate=0", "xsph_c=0"};
        overrides.insert(overrides.begin(), v.overrides.begin(), v.overrides.end());
        const double expected = 2 * std::numbers::pi / std::sqrt(8 * kTension / (1000 * std::pow(kRadius, 3)));
        runner.run({.scene = weightless_drop(v.spacing, 0.06 * v.spacing, kTension, kFree),
                    .overrides = overrides,
                    .until = 1.5 * expected,
                    .every = 0.01 * expected,
                    .prepare =
                        [&](const Parameters& p, ParticleState& drop) {
                            drop = ball_of_fluid(p, kRadius);
                            const float wider = static_cast<float>(1 / std::sqrt(kStretch));
                            for (glm::vec3& x : drop.position) x *= glm::vec3(float(kStretch), 1, wider * wider);
                        },
                    .sample =
                        [&](const ValidationMoment& now) {
                            if (curve.points.empty()) {
                                const double volume = double(now.state.size()) * now.mass / 1000;
                                period = 2 * std::numbers::pi *
                                         std::sqrt(volume * 3 / (4 * std::numbers::pi) * 1000 / (8 * kTension));
                                first = stretch_of(now.state);
                            }
                            curve.points.emplace_back(now.seconds / period, stretch_of(now.state) / first);
                        }},
                   curve);
        for (const dvec2& point : plot.reference)
            if (point.x <= 1) curve.deviate(std::abs(value_at(curve.points, point.x) - point.y));
        const std::vector<double> zeros = crossings(curve.points);
        if (zeros.size() >= 3) curve.note = "period " + short_number(zeros[2] - zeros[0]) + " of theory's";
        plot.curves.push_back(curve);
    }
    return plot;
}

// Young and Laplace: p = 2σ/r.
ValidationPlot pressure_in_drops(const ValidationRunner& runner, bool quick) {
    constexpr double kTension = 20;
    ValidationPlot plot{.id = "drop_pressure",
                        .title = "The pressure within a drop",
                        .x_label = "1/r, 1/m",
                        .y_label = "pressure, Pa",
                        .reference_name = "2σ/r",
                        .note = "2σ/r",
                        .reference = {{1.5, 1.5 * 2 * kTension}, {4.5, 4.5 * 2 * kTension}}};
    ValidationCurve curve{.name = "classic, d = 5 cm"};
    std::vector<double> radii{0.25, 0.3, 0.4, 0.5};
    if (quick) radii = {0.3};
    for (const double asked : radii) {
        ValidationCurve one{.name = "pressure in a drop"};
        double pressure = 0, radius = 0, count = 0;
        runner.run({.scene = weightless_drop(0.05, 0.002, kTension, kFree),
                    .overrides = {"style=classic", "max_iterations=1", "xsph_c=0.3"},
                    .until = 1.1,
                    .every = 0.006,
                    .prepare = [&](const Parameters& p, ParticleState& drop) { drop = ball_of_fluid(p, asked); },
                    .sample =
                        [&](const ValidationMoment& now) {
                            if (now.seconds < 0.8) return;
                            const Parameters& p = now.scene.parameters;
                            pressure += pressure_within(now.state, p, now.mass, surface_forces(p, now.mass));
                            radius += radius_of(now.state, p);
                            ++count;
                        }},
                   one);
        pressure /= count, radius /= count;
        curve.points.emplace_back(1 / radius, pressure);
        curve.deviate(std::abs(pressure * radius / (2 * kTension) - 1));
        curve.particles = std::max(curve.particles, one.particles);
        curve.seconds += one.seconds;
    }
    std::ranges::sort(curve.points, {}, &dvec2::x);
    plot.curves.push_back(curve);
    return plot;
}

// Young and Dupré: W = σ (1 + cos θ), of drops at 12 s and at 24 s.
ValidationPlot contact_angles(const ValidationRunner& runner, bool quick) {
    constexpr double kTension = 20;
    const auto in_theory = [](double share) { return std::acos(share - 1) * 180 / std::numbers::pi; };
    ValidationPlot plot{.id = "contact_angle",
                        .title = "The angle at which a drop meets a plane",
                        .x_label = "work of adhesion, of σ",
                        .y_label = "contact angle, degrees",
                        .reference_name = "Young and Dupré",
                        .note = "180 degrees"};
    for (int k = 0; k <= 40; ++k) plot.reference.emplace_back(0.3 + k * 0.025, in_theory(0.3 + k * 0.025));
    ValidationCurve early{.name = "after 12 s"}, late{.name = "after 24 s"};
    std::vector<double> shares{0.35, 0.5, 0.75, 1.0, 1.25};
    if (quick) shares = {1.0};
    for (const double share : shares) {
        double angles[2] = {0, 0}, count[2] = {0, 0};
        std::vector<std::string> overrides{"viscosity=0.01", "adhesion=" + std::to_string(share * kTension)};
        if (share > 1) overrides.insert(overrides.begin(), "style=classic");
        ValidationCurve one{.name = "contact angle"};
        const double last = quick ? 12 : 24;
        runner.run({.scene = weightless_drop(0.05, 0.004, kTension,
                                             "walls = \"density\"\ntank_min = [-1, 0, -1]\ntank_max = [1, 1, 1]\n"),
                    .overrides = overrides,
                    .until = last,
                    .every = 0.1,
                    .prepare =
                        [&](const Parameters& p, ParticleState& drop) {
                            drop = ball_of_fluid(p, 0.3);
                            for (glm::vec3& x : drop.position) x.y += 0.29f;
                        },
                    .sample =
                        [&](const ValidationMoment& now) {
                            for (int k = 0; k < 2; ++k) {
                                if (std::abs(now.seconds - 12 * (k + 1)) > 0.55) continue;
                                const Parameters& p = now.scene.parameters;
                                angles[k] +=
                                    contact_angle(now.state, p, double(now.state.size()) * now.mass / p.rest_density);
                                ++count[k];
                            }
                        }},
                   one);
        ValidationCurve* const curves[] = {&early, &late};
        for (int k = 0; k < 2; ++k) {
            if (count[k] == 0) continue;
            ValidationCurve& curve = *curves[k];
            curve.points.emplace_back(share, angles[k] / count[k]);
            curve.deviate(std::abs(angles[k] / count[k] - in_theory(share)) / 180);
            curve.particles = one.particles;
            curve.seconds += one.seconds / (last / 12);
        }
    }
    plot.curves.push_back(early);
    if (!quick) plot.curves.push_back(late);
    return plot;
}

}  // namespace

std::vector<ValidationPlot> validate_drops(const ValidationRunner& runner, bool quick) {
    return {swinging_drop(runner, quick), pressure_in_drops(runner, quick), contact_angles(runner, quick)};
}

}  // namespace undine
