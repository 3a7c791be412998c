// A dam that breaks onto a box, [KFV05].
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <numeric>

#include "cli/validate/obstacle_measured.h"
#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

using glm::dvec2;

constexpr double kLastMeasured = 4.5;  // s
constexpr double kReservoir = 0.55;    // m

// What the experiment measured, and where. SPHERIC's drawing has the water at the far end: its x is 3.22 m less ours.
struct Gauge {
    const char *id, *title, *probe;
    double ObstacleMeasured::*measured;
    bool pressure;
};
const Gauge kGauges[] = {
    {"obstacle_p1", "Pressure on the face of the box, 21 mm up (P1)", "[2.3955, 0.021, 0.471]", &ObstacleMeasured::p1,
     true},
    {"obstacle_p3", "Pressure on the face of the box, 101 mm up (P3)", "[2.3955, 0.101, 0.471]", &ObstacleMeasured::p3,
     true},
    {"obstacle_p5", "Pressure on top of the box (P5)", "[2.4165, 0.161, 0.471]", &ObstacleMeasured::p5, true},
    {"obstacle_h4", "Height in the reservoir (H4)", "[0.582, 0, 0.5]", &ObstacleMeasured::h4, false},
    {"obstacle_h2", "Height before the box (H2)", "[2.228, 0, 0.5]", &ObstacleMeasured::h2, false},
    {"obstacle_h1", "Height behind the box (H1)", "[2.724, 0, 0.5]", &ObstacleMeasured::h1, false},
};

std::string dam_and_box(double spacing) {
    char text[1024];
    std::snprintf(text, sizeof text,
                  "support_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 10\nerror_rate = %.9g\n"
                  "walls = \"density\"\ntank_min = [0, 0, 0]\ntank_max = [3.22, 1, 1]\n"
                  "[[fluid]]\nmin = [0, 0, 0]\nmax = [1.228, 0.55, 1]\n"
                  "[[solid]]\nsize = [0.161, 0.161, 0.403]\ncenter = [2.476, 0.0805, 0.497]\n",
                  2 * spacing, spacing, 0.08 * spacing, 0.25 / spacing);
    std::string scene = text;
    for (const Gauge& gauge : kGauges)
        scene += std::string("[[probe]]\nname = \"") + gauge.id + "\"\nquantity = \"" +
                 (gauge.pressure ? "pressure" : "height") + "\"\nat = " + gauge.probe + "\n";
    return scene;
}

// ∫ p dt over the first second of the impact, Pa s, by trapezoids between the measured moments.
double impulse_of(std::span<const dvec2> pressure) {
    double sum = 0;
    for (size_t k = 1; k < pressure.size(); ++k) {
        const dvec2 a = pressure[k - 1], b = pressure[k];
        if (a.x >= 0.38 && b.x <= 1.38) sum += 0.5 * (a.y + b.y) * (b.x - a.x);
    }
    return sum;
}

double peak_of(std::span<const dvec2> curve) {
    double most = 0;
    for (const dvec2& point : curve) most = std::max(most, point.y);
    return most;
}

}  // namespace

std::vector<ValidationPlot> validate_obstacle(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{
        {"d = 5.5 cm", kReservoir / 10}, {"d = 3.7 cm", kReservoir / 15}, {"d = 2.75 cm", kReservoir / 20}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 3.7 cm", kReservoir / 15, {"style=classic"}, false});
    std::vector<ValidationPlot> plots;
    for (const Gauge& gauge : kGauges) {
        ValidationPlot plot{.id = gauge.id,
                            .title = gauge.title,
                            .x_label = "time, s",
                            .y_label = gauge.pressure ? "pressure, Pa" : "height, m",
                            .reference_name = "[KFV05]",
                            .note = gauge.pressure ? "ρ g 0.55 m" : "0.55 m"};
        for (const ObstacleMeasured& row : kObstacleMeasured)
            if (row.t <= kLastMeasured) plot.reference.emplace_back(row.t, row.*gauge.measured);
        plots.push_back(plot);
    }
    for (const ValidationVariant& v : variants) {
        std::vector<ValidationCurve> curves(std::size(kGauges), {.name = v.name});
        runner.run({.scene = dam_and_box(v.spacing),
                    .overrides = v.overrides,
                    .until = kLastMeasured + 0.01,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const std::vector<double> row = probe_row(now.scene, now.state, now.mass);
                            for (size_t k = 0; k < curves.size(); ++k)
                                curves[k].points.emplace_back(now.seconds, row[k]);
                        }},
                   curves[0]);
        for (size_t k = 0; k < curves.size(); ++k) {
            ValidationCurve& curve = curves[k];
            const Gauge& gauge = kGauges[k];
            if (gauge.pressure && !v.has_pressure) continue;
            if (gauge.pressure) curve.points = smoothed(curve.points, kGaugeTime);
            curve.particles = curves[0].particles;
            curve.seconds = curves[0].seconds;
            // Rows stand closer together where more happens: each counts for the time up to the next.
            const double scale = gauge.pressure ? 1000 * kGravity * kReservoir : kReservoir;
            const std::vector<dvec2>& measured = plots[k].reference;
            for (size_t i = 0; i + 1 < measured.size(); ++i)
                curve.deviate(std::abs(value_at(curve.points, measured[i].x) - measured[i].y) / scale,
                              measured[i + 1].x - measured[i].x);
            if (gauge.pressure)
                curve.note = "peak " + short_number(peak_of(curve.points)) + " Pa, theirs " +
                             short_number(peak_of(measured)) + "; impulse " + short_number(impulse_of(curve.points)) +
                             " Pa s, theirs " + short_number(impulse_of(measured));
            plots[k].curves.push_back(curve);
        }
    }
    return plots;
}

}  // namespace undine
