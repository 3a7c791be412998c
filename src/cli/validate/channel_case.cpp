// Walls that drag: the flow between two plates, Poiseuille's.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr double kGap = 0.5, kSpeed = 0.5, kChannelViscosity = 0.05;  // m between the plates, m/s of them, m²/s
constexpr double kSteady = 1.5, kChannelEnd = 2.5;  // s: between which the flow, by then steady, is averaged
constexpr double kUpstream = 1, kDownstream = 2;    // m: the middle of the channel, where its ends are not felt

// A closed channel of 3 m, full of water, whose plates move along it.
std::string channel(double spacing, double slip) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "dimensions = 2\nsupport_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 10\n"
                  "error_rate = %.9g\nviscosity = %.9g\nxsph_rate = 0\nslip_length = %.9g\nwalls = \"density\"\n"
                  "gravity = [0, 0, 0]\ntank_min = [0, -1, 0]\ntank_max = [3, 1.5, 0]\n"
                  "[[fluid]]\nmin = [0, 0, 0]\nmax = [3, %.9g, 0]\n",
                  2 * spacing, spacing, std::min(0.05 * spacing, 0.06 * spacing * spacing / kChannelViscosity),
                  0.25 / spacing, kChannelViscosity, slip, kGap);
    std::string scene = text;
    for (const double middle : {-0.5, kGap + 0.5}) {
        scene += "[[solid]]\nsize = [12, 1, 1]\n";
        for (const double time : {0.0, 2 * kChannelEnd}) {
            std::snprintf(text, sizeof text, "[[solid.key]]\ntime = %.9g\ncenter = [%.9g, %.9g, 0]\n", time,
                          1.5 + kSpeed * time, middle);
            scene += text;
        }
    }
    for (const double x : {kUpstream, kDownstream}) {
        std::snprintf(text, sizeof text, "[[probe]]\nname = \"%g\"\nquantity = \"pressure\"\nat = [%.9g, %.9g, 0]\n", x,
                      x, kGap / 2);
        scene += text;
    }
    return scene;
}

// How much slower than the plates the water is at height y, of their speed. As much flows back as they take along, so
// the mean is 1.
double lag(double y, double slip) {
    const double at = y / kGap, b = slip / kGap;
    return (at * (1 - at) + b) / (1.0 / 6 + b);
}

// Means over time of the lag in layers of one spacing, and of the pressure's slope along the channel.
class ChannelFlow {
  public:
    explicit ChannelFlow(double spacing) : layers_(static_cast<size_t>(std::lround(kGap / spacing))) {}

    void add(const ValidationMoment& now) {
        for (size_t i = 0; i < now.state.size(); ++i) {
            const glm::vec3 x = now.state.position[i];
            if (x.x < kUpstream || x.x > kDownstream) continue;
            const double at = std::max(0.0, x.y / kGap * double(layers_.size()));
            Layer& layer = layers_[std::min(layers_.size() - 1, static_cast<size_t>(at))];
            ++layer.count, layer.height += x.y, layer.lag += 1 - now.state.velocity[i].x / kSpeed;
        }
        const std::vector<double> pressures = probe_row(now.scene, now.state, now.mass);
        rise_ += pressures[1] - pressures[0], ++samples_;
    }

    // Mean height, m, and lag of each layer.
    std::vector<glm::dvec2> points() const {
        std::vector<glm::dvec2> out;
        for (const Layer& l : layers_)
            if (l.count > 0) out.emplace_back(l.height / l.count, l.lag / l.count);
        return out;
    }

    // m²/s, for which the pressure rises as it does: Δp/Δx = 12 ρ ν V / (H² (1 + 6 b/H)).
    double viscosity(double slip) const {
        const double slope = rise_ / samples_ / (kDownstream - kUpstream);
        return slope * kGap * kGap * (1 + 6 * slip / kGap) / (12 * 1000 * kSpeed);
    }

  private:
    struct Layer {
        double height = 0, lag = 0;
        int count = 0;
    };
    std::vector<Layer> layers_;
    double rise_ = 0;  // N/m, the sum of
    int samples_ = 0;
};

}  // namespace

std::vector<ValidationPlot> validate_channel(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{{"d = 5 cm", 0.05}, {"d = 2.5 cm", 0.025}, {"d = 1.25 cm", 0.0125}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 2.5 cm", 0.025, {"style=classic", "xsph_c=0"}, false});
    std::vector<ValidationPlot> plots;
    for (const double slip : {0.0, 0.05}) {
        ValidationPlot plot{.id = slip > 0 ? "channel_slip" : "channel",
                            .title = slip > 0 ? "Between plates with a slip length of a tenth of their gap"
                                              : "Between plates without slip",
                            .x_label = "height, m",
                            .y_label = "how much slower than the plates, of their speed",
                            .reference_name = "Poiseuille",
                            .note = "the greatest lag"};
        for (int k = 0; k <= 40; ++k) plot.reference.emplace_back(kGap * k / 40, lag(kGap * k / 40, slip));
        for (const ValidationVariant& v : variants) {
            ValidationCurve curve{.name = v.name};
            ChannelFlow flow(v.spacing);
            runner.run({.scene = channel(v.spacing, slip),
                        .overrides = v.overrides,
                        .until = kChannelEnd,
                        .every = 0.02,
                        .sample =
                            [&](const ValidationMoment& now) {
                                if (now.seconds > kSteady) flow.add(now);
                            }},
                       curve);
            curve.points = flow.points();
            for (const glm::dvec2& point : curve.points)
                curve.deviate(std::abs(point.y - lag(point.x, slip)) / lag(kGap / 2, slip));
            if (v.has_pressure)
                curve.note = "by its pressure ν is " + short_number(flow.viscosity(slip) / kChannelViscosity) +
                             " of what was asked for";
            plot.curves.push_back(curve);
        }
        plots.push_back(plot);
    }
    return plots;
}

}  // namespace undine
