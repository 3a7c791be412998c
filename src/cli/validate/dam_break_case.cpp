// The collapse of a column, [MM52].
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

using glm::dvec2;

// n² = 2, a = 2.25 in. T = t √(2g/a), Z = x/a; τ = t √(g/a), H = η/(2a). The same as tests/data/martin-moyce has.
const dvec2 kFront[] = {{0.41, 1.11}, {0.84, 1.22}, {1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89},
                        {1.83, 2.11}, {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00},
                        {2.65, 3.22}, {2.83, 3.44}, {2.98, 3.67}, {3.11, 3.89}, {3.33, 4.11}};
const dvec2 kHeight[] = {{0.56, 0.94}, {0.77, 0.89}, {0.93, 0.83}, {1.08, 0.78}, {1.28, 0.72},
                         {1.46, 0.67}, {1.66, 0.61}, {1.84, 0.56}, {2.00, 0.50}, {2.21, 0.44},
                         {2.45, 0.39}, {2.70, 0.33}, {3.06, 0.28}};

constexpr double kWidth = 0.75;                  // m
constexpr double kLast = 3.0, kMostShift = 0.2;  // T: before the front meets the far wall; of the gate

std::string collapsing_column(double spacing) {
    char text[1024];
    std::snprintf(text, sizeof text,
                  "support_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 12\nerror_rate = %.9g\n"
                  "walls = \"density\"\ntank_min = [0, 0, 0]\ntank_max = [3, 2, %.9g]\n"
                  "[[fluid]]\nmin = [0, 0, 0]\nmax = [0.75, 1.5, %.9g]\n"
                  "[[probe]]\nname = \"column\"\nquantity = \"height\"\nat = [%.9g, 0, %.9g]\n",
                  2 * spacing, spacing, 0.1 * spacing, 0.25 / spacing, 6 * spacing, 6 * spacing, 4 * spacing,
                  3 * spacing);
    return text;
}

double front_of(const ParticleState& state, double spacing) {
    std::vector<float> lowest;
    for (const glm::vec3& x : state.position)
        if (x.y < 2 * spacing) lowest.push_back(x.x);
    if (lowest.empty()) return 0;
    const auto nth = lowest.begin() + static_cast<std::ptrdiff_t>(0.99 * double(lowest.size()));
    std::nth_element(lowest.begin(), nth, lowest.end());
    return *nth;
}

// Mean and largest deviation, of the reference's values where both have one, if the experiment's clock is ahead.
void compare(std::span<const dvec2> reference, double shift, double last, ValidationCurve& curve) {
    curve.mean = curve.largest = curve.weight = 0;
    for (const dvec2& point : reference) {
        const double own = point.x - shift;
        if (own < curve.points.front().x || own > curve.points.back().x || point.x > last) continue;
        curve.deviate(std::abs(value_at(curve.points, own) / point.y - 1));
    }
}

}  // namespace

std::vector<ValidationPlot> validate_dam_break(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = a/15", 0.05}, {"d = a/30", 0.025}, {"d = a/60", 0.0125}};
    if (quick) variants.resize(1);
    else {
        variants.push_back({"no slip, a/30", 0.025, {"slip_length=0"}});
        variants.push_back({"classic, a/30", 0.025, {"style=classic"}});
        variants.push_back({"WCSPH, a/30", 0.025, {"method=wcsph", "sound_speed=50", "dt=0.0004", "substeps=1"}});
    }
    ValidationPlot front{.id = "dam_front",
                         .title = "How far the front has run",
                         .x_label = "T = t √(2g/a)",
                         .y_label = "Z = x/a",
                         .reference_name = "[MM52]",
                         .note = "the experiment's value, up to T = 3",
                         .reference = {std::begin(kFront), std::end(kFront)}};
    ValidationPlot height{.id = "dam_height",
                          .title = "How high the column stands",
                          .x_label = "τ = t √(g/a)",
                          .y_label = "H = η/(2a)",
                          .reference_name = "[MM52]",
                          .note = "the experiment's value, up to τ = 2.1",
                          .reference = {std::begin(kHeight), std::end(kHeight)}};
    for (const ValidationVariant& v : variants) {
        ValidationCurve f{.name = v.name}, h{.name = v.name};
        const double unit = std::sqrt(kGravity / kWidth);  // 1/s, of τ
        runner.run({.scene = collapsing_column(v.spacing),
                    .overrides = v.overrides,
                    .until = 2.4 / unit,
                    .every = 0.01,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const double t = unit * now.seconds;
                            f.points.emplace_back(std::sqrt(2.0) * t, front_of(now.state, v.spacing) / kWidth);
                            h.points.emplace_back(t, probe_row(now.scene, now.state, now.mass)[0] / (2 * kWidth));
                        }},
                   f);
        double shift = 0, best = HUGE_VAL;
        for (int k = -40; k <= 40; ++k) {
            compare(kFront, k * kMostShift / 40, kLast, f);
            if (f.mean < best) best = f.mean, shift = k * kMostShift / 40;
        }
        compare(kFront, shift, kLast, f);
        compare(kHeight, shift / std::sqrt(2.0), kLast / std::sqrt(2.0), h);
        for (dvec2& point : f.points) point.x += shift;
        for (dvec2& point : h.points) point.x += shift / std::sqrt(2.0);
        f.note = "T shifted by " + short_number(shift);
        h.particles = f.particles;
        h.seconds = f.seconds;
        front.curves.push_back(f);
        height.curves.push_back(h);
    }
    return {front, height};
}

}  // namespace undine
