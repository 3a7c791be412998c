// A claim about water, as curves beside an experiment or theory.
#pragma once
#include <functional>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <vector>

#include "scene/particles.h"

namespace undine {

struct Parameters;
struct Scene;

// A scene's text at a resolution, and how it is computed.
struct ValidationVariant {
    std::string name;  // short: it stands in the plot
    double spacing;    // m
    std::vector<std::string> overrides{};
    bool has_pressure = true;  // which style = "classic" does not know
};

// m/s²: that of scenes by default.
inline constexpr double kGravity = 9.81;

// s, over which pressures that change fast are averaged, as a gauge does.
inline constexpr double kGaugeTime = 0.01;

// What a run makes of a variant.
struct ValidationCurve {
    std::string name;
    std::vector<glm::dvec2> points;
    double mean = 0, largest = 0;  // deviations from the reference, as shares of what the plot's note says
    std::string note;              // what else is to be said of it, such as a shift in time
    uint64_t particles = 0;
    double seconds = 0;  // that the run took

    // Takes a deviation into the mean and the largest. share: how much it counts beside the others.
    void deviate(double deviation, double share = 1);
    double weight = 0;  // of all deviations together
};

struct ValidationPlot {
    std::string id;  // also the name of its file
    std::string title, x_label, y_label, reference_name, note;
    std::vector<glm::dvec2> reference;  // ascending in x
    std::vector<ValidationCurve> curves;
};

struct ValidationMoment {
    const Scene& scene;
    const ParticleState& state;
    std::span<const SolidState> solids;  // the scene's
    double seconds, mass;                // mass: kg, of a particle
};

struct ValidationRun {
    std::string scene;  // its text
    std::vector<std::string> overrides{};
    double until, every = 0;                                           // s
    std::function<void(const Parameters&, ParticleState&)> prepare{};  // changes the particles of the scene's boxes
    std::function<void(Parameters&, double seconds)> drive{};          // before each step: what then holds
    std::function<void(const ValidationMoment&)> sample;               // at the start and about every `every`
};

// Simulates for the cases.
class ValidationRunner {
  public:
    ValidationRunner(std::string backend, int threads) : backend_(std::move(backend)), threads_(threads) {}

    // Fills in the particles and seconds of `curve`. Throws Error.
    void run(const ValidationRun& run, ValidationCurve& curve) const;

  private:
    std::string backend_;
    int threads_;
};

// quick: the coarsest variants alone.
using RunCase = std::vector<ValidationPlot>(const ValidationRunner& runner, bool quick);

struct ValidationCase {
    std::string name, title, text;  // text: Markdown: what is shown, and the source of the reference
    RunCase* run;
};

std::span<const ValidationCase> validation_cases();

RunCase validate_dam_break, validate_impact, validate_obstacle, validate_rest, validate_standing_wave,
    validate_sloshing, validate_swirl, validate_channel, validate_drops, validate_floating, validate_collision;

// The curve at x, linear between its points; x must be within them.
double value_at(std::span<const glm::dvec2> curve, double x);

// Each point the mean of those within width/2 of it: of pressures, which jump from step to step, what a gauge feels.
std::vector<glm::dvec2> smoothed(std::span<const glm::dvec2> curve, double width);

// The x at which the curve passes zero, ascending.
std::vector<double> crossings(std::span<const glm::dvec2> curve);

}  // namespace undine
