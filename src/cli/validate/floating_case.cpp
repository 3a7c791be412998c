// How deep cubes float.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/validate/validation_case.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr double kEdge = 0.3, kTank = 0.7, kLevel = 0.45;  // m

std::string floating_cube(double spacing, double share) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "support_radius = %.9g\nparticle_spacing = %.9g\ndt = 0.004\nsubsteps = 4\nwalls = \"density\"\n"
                  "tank_min = [0, 0, 0]\ntank_max = [0.7, 1, 0.7]\n[[fluid]]\nmin = [0, 0, 0]\nmax = [0.7, 0.45, 0.7]\n"
                  "[[solid]]\nsize = [0.3, 0.3, 0.3]\ncenter = [0.35, %.9g, 0.35]\ndensity = %.9g\n",
                  2 * spacing, spacing, kLevel - share * kEdge + kEdge / 2, 1000 * share);
    return text;
}

}  // namespace

std::vector<ValidationPlot> validate_floating(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = 5 cm", 0.05}, {"d = 3.5 cm", 0.035}, {"d = 2.5 cm", 0.025}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 3.5 cm", 0.035, {"style=classic"}});
    ValidationPlot plot{.id = "floating",
                        .title = "How deep a cube floats",
                        .x_label = "density, of the water's",
                        .y_label = "depth of its bottom, of its edge",
                        .reference_name = "Archimedes",
                        .note = "the cube's edge",
                        .reference = {{0.2, 0.2}, {0.8, 0.8}}};
    constexpr double kUntil = 2, kFrom = 1.5;  // s
    std::vector<double> shares{0.25, 0.5, 0.75};
    if (quick) shares = {0.5};
    for (const ValidationVariant& v : variants) {
        ValidationCurve curve{.name = v.name};
        for (const double share : shares) {
            ValidationCurve one{.name = v.name};
            double depth = 0, count = 0;
            runner.run({.scene = floating_cube(v.spacing, share),
                        .overrides = v.overrides,
                        .until = kUntil,
                        .every = 0.016,
                        .sample =
                            [&](const ValidationMoment& now) {
                                if (now.seconds < kFrom) return;
                                // The surface is where the water and what the cube displaces fill the tank.
                                const double water = double(now.state.size()) * now.mass / 1000;
                                const double bottom = now.solids[0].center.y - kEdge / 2, edge_sq = kEdge * kEdge;
                                depth += ((water - edge_sq * bottom) / (kTank * kTank - edge_sq) - bottom) / kEdge;
                                ++count;
                            }},
                       one);
            curve.points.emplace_back(share, depth / count);
            curve.deviate(std::abs(depth / count - share));
            curve.particles = one.particles;
            curve.seconds += one.seconds;
        }
        plot.curves.push_back(curve);
    }
    return {plot};
}

}  // namespace undine
