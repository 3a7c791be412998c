// The pressure of water at rest.
#include <cmath>
#include <cstdio>

#include "cli/validate/validation_case.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr int kProbes = 10;
constexpr double kColumn = 1, kWeight = 9810;  // m; Pa at the floor

std::string resting_column(double spacing) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "support_radius = %.9g\nparticle_spacing = %.9g\ndt = 0.004\nsubsteps = 4\nwalls = \"density\"\n"
                  "tank_min = [0, 0, 0]\ntank_max = [0.8, 1.2, 0.8]\n[[fluid]]\nmin = [0, 0, 0]\nmax = [0.8, 1, 0.8]\n",
                  2 * spacing, spacing);
    std::string scene = text;
    for (int k = 0; k < kProbes; ++k) {
        std::snprintf(text, sizeof text, "[[probe]]\nname = \"%d\"\nquantity = \"pressure\"\nat = [0.4, %.9g, 0.4]\n",
                      k, kColumn * k / kProbes);
        scene += text;
    }
    return scene;
}

}  // namespace

std::vector<ValidationPlot> validate_rest(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = 6.7 cm", 0.8 / 12}, {"d = 5 cm", 0.05}, {"d = 4 cm", 0.04}};
    if (quick) variants.resize(1);
    else
        variants.push_back(
            {"WCSPH, 5 cm",
             0.05,
             {"method=wcsph", "sound_speed=20", "dt=0.002", "substeps=1", "kernel=cubic_spline", "viscosity=0.02"}});
    ValidationPlot plot{.id = "rest_pressure",
                        .title = "Pressure over depth",
                        .x_label = "height above the floor, m",
                        .y_label = "pressure, Pa",
                        .reference_name = "ρ g (H − y)",
                        .note = "the pressure at the floor",
                        .reference = {{0, kWeight}, {kColumn, 0}}};
    constexpr double kUntil = 2, kFrom = 1.5;  // s
    for (const ValidationVariant& v : variants) {
        ValidationCurve curve{.name = v.name};
        std::vector<double> sums(kProbes);
        double count = 0;
        runner.run({.scene = resting_column(v.spacing),
                    .overrides = v.overrides,
                    .until = kUntil,
                    .every = 0.02,
                    .sample =
                        [&](const ValidationMoment& now) {
                            if (now.seconds < kFrom) return;
                            const std::vector<double> row = probe_row(now.scene, now.state, now.mass);
                            for (int k = 0; k < kProbes; ++k) sums[size_t(k)] += row[size_t(k)];
                            ++count;
                        }},
                   curve);
        for (int k = 0; k < kProbes; ++k) {
            const double y = kColumn * k / kProbes, p = sums[size_t(k)] / count;
            curve.points.emplace_back(y, p);
            curve.deviate(std::abs(p - kWeight * (1 - y / kColumn)) / kWeight);
        }
        plot.curves.push_back(curve);
    }
    return {plot};
}

}  // namespace undine
