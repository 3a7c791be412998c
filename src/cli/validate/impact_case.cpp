// A dam that breaks and hits a wall, [LBCMS14].
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "cli/validate/impact_measured.h"
#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

using glm::dvec2;

constexpr double kFill = 0.3, kGate = 0.6, kEnd = 1.61;  // m
constexpr double kLastPressed = 6.5;                     // t √(g/H)

std::string dam_before_a_wall(double spacing) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "dimensions = 2\nsupport_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 10\n"
                  "error_rate = %.9g\nwalls = \"density\"\ntank_min = [0, 0, 0]\ntank_max = [1.61, 0.8, 0]\n"
                  "[[fluid]]\nmin = [0, 0, 0]\nmax = [0.6, 0.3, 0]\n"
                  "[[probe]]\nname = \"P1\"\nquantity = \"pressure\"\nat = [1.61, 0.003, 0]\n",
                  2 * spacing, spacing, 0.06 * spacing, 0.25 / spacing);
    return text;
}

double foremost(const ParticleState& state) {
    float x = 0;
    for (const glm::vec3& each : state.position) x = std::max(x, each.x);
    return x;
}

// When it first is 0.4 ρ g H, which takes the experiment a thousandth of its time.
double arrival_of(std::span<const dvec2> pressure) {
    for (const dvec2& point : pressure)
        if (point.y > 0.4) return point.x;
    return pressure.back().x;
}

}  // namespace

std::vector<ValidationPlot> validate_impact(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{
        {"d = H/20", kFill / 20}, {"d = H/40", kFill / 40}, {"d = H/60", kFill / 60}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, H/40", kFill / 40, {"style=classic"}, false});
    const double unit = std::sqrt(kGravity / kFill);  // 1/s
    ValidationPlot front{.id = "impact_front",
                         .title = "The front of a dam of 30 cm",
                         .x_label = "t √(g/H)",
                         .y_label = "x/H from the gate",
                         .reference_name = "[LBCMS14]",
                         .note = "the way to the wall",
                         .reference = {std::begin(kImpactFront), std::end(kImpactFront)}};
    ValidationPlot pressure{.id = "impact_pressure",
                            .title = "Its pressure on the wall, 3 mm above the floor",
                            .x_label = "t √(g/H), all shifted to arrive as the experiment does",
                            .y_label = "p/(ρ g H)",
                            .reference_name = "[LBCMS14], median",
                            .note = "ρ g H, from the arrival on",
                            .reference = {std::begin(kImpactPressure), std::end(kImpactPressure)}};
    const double arrives = arrival_of(pressure.reference);
    for (const ValidationVariant& v : variants) {
        ValidationCurve f{.name = v.name}, p{.name = v.name};
        runner.run({.scene = dam_before_a_wall(v.spacing),
                    .overrides = v.overrides,
                    .until = (kLastPressed + 0.5) / unit,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const double t = unit * now.seconds;
                            f.points.emplace_back(t, (foremost(now.state) + 0.5 * v.spacing - kGate) / kFill);
                            p.points.emplace_back(
                                t, probe_row(now.scene, now.state, now.mass)[0] / (1000 * kGravity * kFill));
                        }},
                   f);
        for (const dvec2& point : front.reference)
            f.deviate(std::abs(value_at(f.points, point.x) - point.y) * kFill / (kEnd - kGate));
        std::erase_if(f.points, [&](const dvec2& point) { return point.x > front.reference.back().x + 0.1; });
        front.curves.push_back(f);
        if (!v.has_pressure) continue;
        p.points = smoothed(p.points, kGaugeTime * unit);
        double peak = 0;
        for (const dvec2& point : p.points) peak = std::max(peak, point.y);
        const double shift = arrives - arrival_of(p.points);
        for (dvec2& point : p.points) point.x += shift;
        std::erase_if(p.points, [](const dvec2& point) { return point.x < 0; });
        for (const dvec2& point : pressure.reference)
            if (point.x >= arrives && point.x <= p.points.back().x)
                p.deviate(std::abs(value_at(p.points, point.x) - point.y));
        p.note = "peak " + short_number(peak) + ", theirs " +
                 short_number(std::ranges::max(pressure.reference, {}, &dvec2::y).y) + "; arrives " +
                 short_number(std::abs(shift)) + (shift < 0 ? " later" : " earlier");
        p.particles = f.particles;
        p.seconds = f.seconds;
        pressure.curves.push_back(p);
    }
    return {front, pressure};
}

}  // namespace undine
