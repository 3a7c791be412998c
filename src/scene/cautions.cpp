#include "scene/cautions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "scene/mesh/solid_mesh.h"
#include "scene/scene.h"

namespace undine {
namespace {

// A floating solid answers the water two steps late. Where gravity moves a particle by more than this share of a
// particle_spacing meanwhile, light ones do not come to rest: measured in docs/results/floating.md, which lie still at
// 0.004 of it and bob at 0.016.
constexpr double kMostFallInAStep = 0.008;

constexpr double kLeastSpacingsAcross = 3;  // of a solid that floats

// With gradients = start, water as deep as H whose viscosity is lower than this times √(g H)/h, a rate, becomes
// restless and then clumps: docs/results/same_water.md. A rate of kCalmViscosity times it is enough, if the rates that
// part particles are as in other water, times kRatesRadius/h.
constexpr double kLeastViscosity = 0.15, kCalmViscosity = 0.35;
constexpr double kRatesRadius = 0.1, kErrorRate = 5, kShiftRate = 5;  // m, 1/s, 1/s

// "" if coarse_sweeps has the effect it could have with this method.
const char* why_no_coarse_pressure(const Parameters& p) {
    if (p.method != MethodType::pbf) return "";
    if (p.gradients != GradientPlace::start) return "gradients = predicted";
    if (p.grid != GridType::dense) return "grid = hashed";
    return p.walls == WallModel::none ? "walls = none" : "";
}

// To three digits.
std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

// m: of its smallest side, edges included; of a mesh that of the box along its axes.
double thickness(const Solid& solid) {
    const glm::dvec3 size = solid.mesh ? solid.mesh->high() - solid.mesh->low()
                                       : 2.0 * (glm::dvec3(solid.half_size) + double{solid.radius});
    return std::min({size.x, size.y, size.z});
}

// m: the height of the fluid's tallest box along gravity.
double depth_of(const Scene& scene) {
    const glm::dvec3 down = glm::normalize(glm::dvec3(scene.parameters.gravity));
    double depth = 0;
    for (const FluidBox& box : scene.fluids)
        depth = std::max(depth, glm::dot(glm::abs(down), glm::dvec3(box.max) - glm::dvec3(box.min)));
    return depth;
}

// Rounded up to two digits.
double two_digits_above(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::ceil(value / unit) * unit;
}

// "" if the water is viscous enough for its depth.
std::string restlessness(const Scene& scene) {
    const Parameters& p = scene.parameters;
    const double gravity = glm::length(glm::dvec3(p.gravity));
    if (p.method != MethodType::pbf || p.gradients != GradientPlace::start || !(gravity > 0)) return "";
    const double depth = depth_of(scene), speed = std::sqrt(gravity * depth) / p.support_radius,
                 rate = p.xsph_rate - std::log1p(-std::min(double{p.xsph_c}, 1 - 1e-9)) / p.dt +
                        22 * p.viscosity / (double{p.support_radius} * p.support_radius);
    if (!(rate < kLeastViscosity * speed)) return "";
    const double finer = kRatesRadius / p.support_radius;
    return "water " + rounded(depth) + " m deep is restless at support_radius = " + rounded(p.support_radius) +
           " with so little viscosity; xsph_rate = " + rounded(two_digits_above(kCalmViscosity * speed)) +
           ", error_rate = " + rounded(kErrorRate * finer) + " and shift_rate = " + rounded(kShiftRate * finer) +
           " keep it calm";
}

}  // namespace

std::vector<std::string> cautions_of(const Scene& scene) {
    const Parameters& p = scene.parameters;
    std::vector<std::string> cautions;
    if (const char* why = why_no_coarse_pressure(p); p.coarse_sweeps > 0 && *why)
        cautions.push_back(std::string("coarse_sweeps does nothing with ") + why +
                           ", so that deep water is as firm as max_iterations alone makes it");
    if (p.method == MethodType::pbf && p.gradients == GradientPlace::start && p.constraint == ConstraintType::bilateral)
        cautions.push_back(
            "constraint = bilateral bursts at a free surface with gradients = start; use constraint = unilateral, or "
            "style = classic");
    if (std::string restless = restlessness(scene); !restless.empty()) cautions.push_back(std::move(restless));
    const double d = p.particle_spacing, gravity = glm::length(glm::dvec3(p.gravity));
    const double longest_step = gravity > 0 ? std::sqrt(kMostFallInAStep * d / gravity) : p.dt;
    for (size_t k = 0; k < scene.solids.size(); ++k) {
        const Solid& solid = scene.solids[k];
        const std::string name = "solid " + std::to_string(k + 1);
        if (solid.floats() && solid.density < p.rest_density && p.dt > longest_step)
            cautions.push_back(name + " floats, and with dt = " + rounded(1e3 * p.dt) + " ms" +
                               " it may never lie still; a dt of " + rounded(1e3 * longest_step) + " ms" +
                               " or less lets it come to rest");
        if (solid.floats() && solid.center != glm::clamp(solid.center, p.tank_min, p.tank_max))
            cautions.push_back(name + " floats, but its center lies outside of the tank");
        if (solid.floats() && thickness(solid) < kLeastSpacingsAcross * d)
            cautions.push_back(
                name + " floats and is " + rounded(thickness(solid)) + " m" +
                " thick, less than three times particle_spacing: it may rock, and lie higher or lower than "
                "its density says");
        if (solid.mesh && thickness(solid) < d)
            cautions.push_back(name + " is a mesh " + rounded(thickness(solid)) + " m" +
                               " thick, less than particle_spacing: particles may pass through it, which they do "
                               "not through a solid with a size");
    }
    return cautions;
}

}  // namespace undine
