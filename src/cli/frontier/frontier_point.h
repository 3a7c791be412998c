// Ways to compute a scene: what each costs, and what water it gives.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/simulation_options.h"

namespace undine {

struct Machine;
struct Parameters;

// A way, and how finely it is taken.
struct FrontierSetting {
    std::string way;                     // the series it belongs to
    std::vector<std::string> overrides;  // key=value, on top of the scene's
};

struct FrontierPoint {
    FrontierSetting setting;
    double dt = 0;                      // s
    uint32_t iterations = 0;            // at most, of a step; 0: has none
    double cost = 0;                    // ms that a second of water takes
    double mean = 0, worst = 0;         // compression, max(ρ/ρ0 − 1, 0): its mean, and the largest of any particle
    std::optional<double> energy_lost;  // J/kg at the end; empty where something gives and takes energy
    double height = 0;                  // m, of the centre of mass above the tank's floor at the end
    std::string failure;                // empty: it held
};

// What a frontier is drawn of: nothing that was computed is cheaper, and better in this.
struct FrontierMeasure {
    const char *name, *title, *axis;  // of a table's column, of a plot and its y axis
    std::optional<double> (*of)(const FrontierPoint&);
};
std::span<const FrontierMeasure> frontier_measures();

// The scene as it is; Position Based Fluids of both styles with other steps and iterations; and weakly compressible SPH
// with other speeds of sound, at the longest step that each allows.
std::vector<FrontierSetting> frontier_settings(const Parameters& scene);

// Computes `seconds` of water. What measuring it at some moments takes is not in the cost. Throws Error.
FrontierPoint measure_frontier_point(SimulationOptions scene, FrontierSetting setting, double seconds, Machine& machine,
                                     uint64_t moments = 20);

// The indices of those that held and that none is both as cheap as and better than, the cheapest first.
std::vector<size_t> frontier_of(std::span<const FrontierPoint> points, const FrontierMeasure& measure);

}  // namespace undine
