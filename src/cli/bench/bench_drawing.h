// What `undine bench --draw` adds: how long pictures take, and where in them the time goes.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/machine.h"
#include "cli/bench/bench_report.h"
#include "cli/simulation_options.h"
#include "cli/size_option.h"
#include "render/fluid_renderer.h"

namespace undine {

// One style from the scene's camera, or from a quarter of its distance.
struct DrawnView {
    Style style = Style::particles;
    bool close = false;
    std::vector<double> ms;               // a picture, from its recording until it is done; one value a repetition
    std::vector<double> cpu_ms;           // of the whole process, meanwhile: what a software driver's pictures cost
    std::vector<PassMeasurement> passes;  // a picture, on the device's clock; empty where it has none
};

struct DrawnCase {
    std::string scene, backend;  // title of the group, label of the column
    uint32_t particles = 0;
    std::vector<DrawnView> views;  // of a style, the close one stands behind the other
};

// Draws the scene on the machine's device, behind settings.warmup steps, settings.repetitions times a view and once
// before; water in 3D alone. Throws Error as Solver and FluidRenderer do.
std::vector<DrawnView> measure_drawing(const Simulation& simulation, const MakeBackend& make_backend, Machine& machine,
                                       const BenchSettings& settings, PictureSize size);

// size: of every picture of these cases.
nlohmann::ordered_json drawing_json(const std::vector<DrawnCase>& cases, PictureSize size);
std::string drawing_tables(const std::vector<DrawnCase>& cases, PictureSize size);

}  // namespace undine
