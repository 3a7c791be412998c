// A standing wave in the plane, against linear theory.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr double kLength = 1, kWaveDepth = 0.5, kAmplitude = 0.05;  // m

double period_in_theory() {
    const double k = std::numbers::pi / kLength;
    return 2 * std::numbers::pi / std::sqrt(kGravity * k * std::tanh(k * kWaveDepth));
}

// Columns of particles, each as high as the wave there.
std::string pool(double spacing) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "dimensions = 2\nsupport_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 12\n"
                  "error_rate = %.9g\nwalls = \"density\"\ntank_min = [0, 0, 0]\ntank_max = [1, 1, 0]\n",
                  2 * spacing, spacing, 0.125 * spacing, 0.25 / spacing);
    std::string scene = text;
    const int columns = static_cast<int>(std::lround(kLength / spacing));
    for (int k = 0; k < columns; ++k) {
        const double x = (k + 0.5) * spacing;
        const double height = kWaveDepth + kAmplitude * std::cos(std::numbers::pi * x / kLength);
        std::snprintf(text, sizeof text, "[[fluid]]\nmin = [%.9g, 0, 0]\nmax = [%.9g, %.9g, 0]\n", k * spacing,
                      (k + 1) * spacing, std::round(height / spacing) * spacing);
        scene += text;
    }
    return scene;
}

// m: 2/L ∫ h cos(π x / L) dx of the water's height h. volume: of a particle, m².
double mode_of(const ParticleState& state, double volume) {
    double sum = 0;
    for (const glm::vec3& x : state.position) sum += std::cos(std::numbers::pi * x.x / kLength);
    return 2 / kLength * volume * sum;
}

}  // namespace

std::vector<ValidationPlot> validate_standing_wave(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = 2.5 cm", 0.025}, {"d = 1.25 cm", 0.0125}, {"d = 6.25 mm", 0.00625}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 1.25 cm", 0.0125, {"style=classic"}});
    const double period = period_in_theory();
    ValidationPlot plot{.id = "wave",
                        .title = "The first mode of the surface",
                        .x_label = "time, s",
                        .y_label = "amplitude, m",
                        .reference_name = "linear theory",
                        .note = "the amplitude at the start, in the first period"};
    constexpr int kPeriods = 3;
    for (int k = 0; k <= 60 * kPeriods; ++k) {
        const double t = period * k / 60;
        plot.reference.emplace_back(t, kAmplitude * std::cos(2 * std::numbers::pi * t / period));
    }
    for (const ValidationVariant& v : variants) {
        ValidationCurve curve{.name = v.name};
        runner.run({.scene = pool(v.spacing),
                    .overrides = v.overrides,
                    .until = kPeriods * period,
                    .every = 0.01,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const double volume = now.mass / now.scene.parameters.rest_density;
                            curve.points.emplace_back(now.seconds, mode_of(now.state, volume));
                        }},
                   curve);
        double count = 0, late = 0;
        for (const glm::dvec2& point : curve.points) {
            if (std::abs(point.x - period) < 0.15 * period) late = std::max(late, point.y);
            if (point.x > period) continue;
            const double deviation = std::abs(point.y - value_at(plot.reference, point.x)) / kAmplitude;
            curve.mean += deviation;
            curve.largest = std::max(curve.largest, deviation);
            ++count;
        }
        curve.mean /= count;
        const std::vector<double> zeros = crossings(curve.points);
        if (zeros.size() >= 3) curve.note = "period " + short_number((zeros[2] - zeros[0]) / period) + " of theory's, ";
        curve.note += "amplitude after one " + short_number(late / curve.points[0].y);
        plot.curves.push_back(curve);
    }
    return {plot};
}

}  // namespace undine
