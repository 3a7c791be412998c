// A claim about water, as curves beside an experiment or theory.
#pragma once
#include <functional>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <vector>

#include "scene/particles.h"

namespace undine {

struct Scene;

// A scene's text at a resolution, and how it is computed.
struct ValidationVariant {
    std::string name;  // short: it stands in the plot
    double spacing;    // m
    std::vector<std::string> overrides{};
};

// m/s²: that of scenes by default.
inline constexpr double kGravity = 9.81;

// What a run makes of a variant.
struct ValidationCurve {
    std::string name;
    std::vector<glm::dvec2> points;
    double mean = 0, largest = 0;  // deviations from the reference, as shares of what the plot's note says
    std::string note;              // what else is to be said of it, such as a shift in time
    uint64_t particles = 0;
    double seconds = 0;  // that the run took
};

struct ValidationPlot {
    std::string id;  // also the name of its file
    std::string title, x_label, y_label, reference_name, note;
    std::vector<glm::dvec2> reference;  // ascending in x
    std::vector<ValidationCurve> curves;
};

// Simulates for the cases. sample: called with the state at the start and about every `every` seconds until `until`.
class ValidationRunner {
  public:
    ValidationRunner(std::string backend, int threads) : backend_(std::move(backend)), threads_(threads) {}

    using Sample = std::function<void(const Scene& scene, const ParticleState& state, double seconds, double mass)>;
    // Fills in the particles and seconds of `curve`. Throws Error.
    void run(const std::string& scene_text, const std::vector<std::string>& overrides, double until, double every,
             ValidationCurve& curve, const Sample& sample) const;

  private:
    std::string backend_;
    int threads_;
};

struct ValidationCase {
    std::string name, title, text;  // text: Markdown: what is shown, and the source of the reference
    // quick: the coarsest variants alone.
    std::vector<ValidationPlot> (*run)(const ValidationRunner& runner, bool quick);
};

std::span<const ValidationCase> validation_cases();

std::vector<ValidationPlot> validate_dam_break(const ValidationRunner& runner, bool quick);
std::vector<ValidationPlot> validate_rest(const ValidationRunner& runner, bool quick);
std::vector<ValidationPlot> validate_standing_wave(const ValidationRunner& runner, bool quick);

// The curve at x, linear between its points; x must be within them.
double value_at(std::span<const glm::dvec2> curve, double x);

}  // namespace undine
