// A standing wave in the plane, against linear theory.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr double kLength = 1, kWaveDepth = 0.5, kAmplitude = 0.05;  // m
constexpr double kGaugeHeight = 0.25;                               // m above the floor, at the left wall
constexpr double kMode = std::numbers::pi / kLength;                // 1/m

double period_in_theory() { return 2 * std::numbers::pi / std::sqrt(kGravity * kMode * std::tanh(kMode * kWaveDepth)); }

// At the gauge, where the surface above is `surface` higher than at rest, N/m.
double pressure_in_theory(double surface) {
    const double felt = std::cosh(kMode * kGaugeHeight) / std::cosh(kMode * kWaveDepth);
    return 1000 * kGravity * (kWaveDepth - kGaugeHeight + surface * felt);
}

// Columns of particles, each as high as the wave there.
std::string pool(double spacing) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "dimensions = 2\nsupport_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 12\n"
                  "error_rate = %.9g\nwalls = \"density\"\ntank_min = [0, 0, 0]\ntank_max = [1, 1, 0]\n"
                  "[[probe]]\nname = \"wall\"\nquantity = \"pressure\"\nat = [0, %.9g, 0]\n",
                  2 * spacing, spacing, 0.125 * spacing, 0.25 / spacing, kGaugeHeight);
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

// Mean and largest deviation of the curve up to `last`, as shares of `unit`.
void deviate(std::span<const glm::dvec2> reference, double last, double unit, ValidationCurve& curve) {
    for (const glm::dvec2& point : curve.points)
        if (point.x <= last) curve.deviate(std::abs(point.y - value_at(reference, point.x)) / unit);
}

}  // namespace

std::vector<ValidationPlot> validate_standing_wave(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = 2.5 cm", 0.025}, {"d = 1.25 cm", 0.0125}, {"d = 6.25 mm", 0.00625}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 1.25 cm", 0.0125, {"style=classic"}, false});
    const double period = period_in_theory();
    ValidationPlot wave{.id = "wave",
                        .title = "The first mode of the surface",
                        .x_label = "time, s",
                        .y_label = "amplitude, m",
                        .reference_name = "linear theory",
                        .note = "the amplitude at the start, in the first period"};
    ValidationPlot pressure{.id = "wave_pressure",
                            .title = "The pressure on the wall, at half the depth",
                            .x_label = "time, s",
                            .y_label = "pressure, N/m",
                            .reference_name = "linear theory",
                            .note = "the weight of the water above at rest, in the first period"};
    constexpr int kPeriods = 3;
    for (int k = 0; k <= 60 * kPeriods; ++k) {
        const double t = period * k / 60, surface = kAmplitude * std::cos(2 * std::numbers::pi * t / period);
        wave.reference.emplace_back(t, surface);
        pressure.reference.emplace_back(t, pressure_in_theory(surface));
    }
    for (const ValidationVariant& v : variants) {
        ValidationCurve mode{.name = v.name}, gauge{.name = v.name};
        runner.run({.scene = pool(v.spacing),
                    .overrides = v.overrides,
                    .until = kPeriods * period,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const double volume = now.mass / now.scene.parameters.rest_density;
                            mode.points.emplace_back(now.seconds, mode_of(now.state, volume));
                            if (now.seconds == 0) return;  // before the first step there is no pressure
                            gauge.points.emplace_back(now.seconds, probe_row(now.scene, now.state, now.mass)[0]);
                        }},
                   mode);
        deviate(wave.reference, period, kAmplitude, mode);
        double late = 0;
        for (const glm::dvec2& point : mode.points)
            if (std::abs(point.x - period) < 0.15 * period) late = std::max(late, point.y);
        const std::vector<double> zeros = crossings(mode.points);
        if (zeros.size() >= 3) mode.note = "period " + short_number((zeros[2] - zeros[0]) / period) + " of theory's, ";
        mode.note += "amplitude after one " + short_number(late / mode.points[0].y);
        wave.curves.push_back(mode);
        if (!v.has_pressure) continue;
        gauge.points = smoothed(gauge.points, kGaugeTime);
        deviate(pressure.reference, period, pressure_in_theory(0), gauge);
        gauge.particles = mode.particles;
        gauge.seconds = mode.seconds;
        pressure.curves.push_back(gauge);
    }
    return {wave, pressure};
}

}  // namespace undine
