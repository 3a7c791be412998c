// What `undine bench --draw` adds: how long pictures take, and where in them the time goes.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/machine.h"
#include "cli/bench/bench_report.h"
#include "cli/simulation_options.h"
#include "cli/size_option.h"
#include "render/fluid_renderer.h"

namespace undine {

// One style, seen from the scene's camera or from a quarter of its distance.
struct DrawnView {
    Style style = Style::particles;
    bool close = false;
    std::vector<double> ms;               // per picture, from its recording until it is done; one value per repetition
    std::vector<double> cpu_ms;           // of the whole process meanwhile: what pictures cost on a software driver
    std::vector<PassMeasurement> passes;  // per picture, on the device's clock; empty if it has none
};

struct DrawnCase {
    std::string scene, backend;  // the group's title, the column's backend
    uint32_t particles = 0;
    std::vector<DrawnView> views;  // for each style the standard view, then the close one
};

// Draws the scene on the machine's device after settings.warmup steps: each view once as a warm-up, then
// settings.repetitions times; water only in 3D. Throws Error as Solver and FluidRenderer do.
std::vector<DrawnView> measure_drawing(const Simulation& simulation, const MakeBackend& make_backend, Machine& machine,
                                       const BenchSettings& settings, PictureSize size);

// size: that of every picture of these cases.
nlohmann::ordered_json drawing_json(const std::vector<DrawnCase>& cases, PictureSize size);
std::string drawing_tables(const std::vector<DrawnCase>& cases, PictureSize size);

}  // namespace undine
