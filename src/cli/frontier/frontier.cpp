// undine frontier: what water costs, over steps, iterations, styles and methods, and how good it is.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/machine.h"
#include "app/progress.h"
#include "app/provenance.h"
#include "app/simulation.h"
#include "cli/commands.h"
#include "cli/frontier/frontier_point.h"
#include "cli/number_option.h"
#include "cli/output_files.h"
#include "cli/simulation_options.h"
#include "platform/interrupt.h"
#include "platform/staged_file.h"
#include "report/markdown.h"
#include "report/page_style.h"
#include "report/plot.h"
#include "report/text_table.h"
#include "scene/scene.h"
#include "text/text.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

struct FrontierOptions {
    SimulationOptions simulation;
    double seconds = 1;
    std::string json, page;
};

// The measures whose frontier the point lies on.
std::vector<std::string> frontiers_with(std::span<const FrontierPoint> points, size_t k) {
    std::vector<std::string> names;
    for (const FrontierMeasure& measure : frontier_measures())
        if (std::ranges::count(frontier_of(points, measure), k) > 0) names.emplace_back(measure.name);
    return names;
}

TextTable frontier_table(std::span<const FrontierPoint> points) {
    TextTable table({"", "dt, ms", "iterations", "ms a second", "mean, %", "worst, %", "lost, J/kg", "height, m",
                     "on the frontier of"},
                    1);
    std::vector<size_t> order(points.size());
    for (size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, {},
                             [&](size_t k) { return std::pair(!points[k].failure.empty(), points[k].cost); });
    for (const size_t k : order) {
        const FrontierPoint& p = points[k];
        TextTable::Row row{p.setting.way, short_number(1e3 * p.dt),
                           p.iterations > 0 ? std::to_string(p.iterations) : "-"};
        if (p.failure.empty())
            row.insert(row.end(), {short_number(p.cost), short_number(100 * p.mean), short_number(100 * p.worst),
                                   p.energy_lost ? short_number(*p.energy_lost) : "-", short_number(p.height),
                                   list_text(frontiers_with(points, k), "and")});
        else row.insert(row.end(), {"-", "-", "-", "-", "-", p.failure});
        table.add(std::move(row));
    }
    return table;
}

// Each way's points as marks, and the frontier as a line behind them.
std::string frontier_svg(std::span<const FrontierPoint> points, const FrontierMeasure& measure,
                         const std::string& scene) {
    LinePlot plot{.title = measure.title,
                  .description = std::string(measure.title) + " of " + scene + " against what a second of water costs",
                  .x_label = "ms a second of water",
                  .y_label = measure.axis,
                  .log_x = true,
                  .log_y = true};
    const auto at = [&](const FrontierPoint& p) { return glm::dvec2(p.cost, *measure.of(p)); };
    plot.series.push_back({.name = "frontier", .style = 7});
    for (const size_t k : frontier_of(points, measure)) plot.series[0].points.push_back(at(points[k]));
    for (size_t k = 1; k <= points.size(); ++k) {
        const FrontierPoint& p = points[k % points.size()];  // the scene as it is last, above the others
        if (!p.failure.empty() || !measure.of(p)) continue;
        auto series = std::ranges::find(plot.series, p.setting.way, &PlotSeries::name);
        if (series == plot.series.end())
            series =
                plot.series.insert(series, {.name = p.setting.way, .style = plot.series.size() - 1, .marks = true});
        series->points.push_back(at(p));
    }
    return standalone_svg(line_plot_svg(plot, std::string("frontier_") + measure.name));
}

ordered_json frontier_json(std::span<const FrontierPoint> points, const std::string& scene, double seconds) {
    ordered_json settings = ordered_json::array();
    for (size_t k = 0; k < points.size(); ++k) {
        const FrontierPoint& p = points[k];
        ordered_json lost, failure;
        if (p.energy_lost) lost = *p.energy_lost;
        if (!p.failure.empty()) failure = p.failure;
        settings.push_back({{"way", p.setting.way},
                            {"overrides", p.setting.overrides},
                            {"dt_s", p.dt},
                            {"iterations", p.iterations},
                            {"ms_per_simulated_s", p.cost},
                            {"compression", {{"mean", p.mean}, {"worst", p.worst}}},
                            {"energy_lost_J_kg", lost},
                            {"center_height_m", p.height},
                            {"failure", failure},
                            {"frontiers", frontiers_with(points, k)}});
    }
    return {{"scene", scene}, {"simulated_s", seconds}, {"settings", settings}};
}

void frontier(const FrontierOptions& o) {
    const InterruptGuard guard;
    require_threads_used(o.simulation.threads, {o.simulation.backend});
    require_distinct({{"--json", o.json}, {"--page", o.page}});
    require_json_writable(o.json);
    const std::filesystem::path page = o.page, folder = std::filesystem::path(page).replace_extension();
    if (!o.page.empty()) {
        require_writable(page);
        require_folder_writable(folder);
    }
    const Simulation sim = load_simulation(o.simulation);
    const std::vector<FrontierSetting> settings = frontier_settings(sim.scene.parameters);
    Machine machine;
    std::vector<FrontierPoint> points;
    {
        Progress progress("setting", settings.size());
        for (const FrontierSetting& setting : settings) {
            points.push_back(measure_frontier_point(o.simulation, setting, o.seconds, machine));
            progress.update(points.size());
        }
    }
    machine.require_no_validation_messages();
    const auto backend = make_backend(o.simulation.backend, o.simulation.threads, machine);
    const Provenance from =
        make_provenance(devices_of(o.simulation.backend, *backend, machine), {scene_facts(sim, o.simulation)});
    const TextTable table = frontier_table(points);
    if (!is_standard_output(o.json))
        std::printf("%s: %s of water on %s\n%s", sim.scene.title.c_str(), (short_number(o.seconds) + " s").c_str(),
                    backend->name().c_str(), table.text("  ").c_str());
    write_json(o.json, whole_report("frontier", from, frontier_json(points, sim.scene.name, o.seconds)));
    if (o.page.empty()) return;
    std::string text =
        "# What water costs: " + markdown_escaped(sim.scene.title) + "\n\n" + short_number(o.seconds) + " s of `" +
        sim.scene.name +
        "` in each way. Compression is max(ρ/ρ0 − 1, 0): its mean over all particles and twenty moments, and the "
        "largest of any of them. A setting lies on a frontier if none here is as cheap and better; one that gained "
        "energy lies on none of energy.\n";
    StagedFolder staged(folder);
    for (const FrontierMeasure& measure : frontier_measures()) {
        if (frontier_of(points, measure).empty()) continue;
        const std::string file = std::string(measure.name) + ".svg";
        write_file(staged.path() / file, frontier_svg(points, measure, sim.scene.title));
        text += std::string("\n![") + measure.title + "](" + folder.filename().string() + "/" + file + ")\n";
    }
    staged.commit();
    write_file(page, text + "\n" + table.markdown() + "\n" + provenance_markdown(from));
}

}  // namespace

void add_frontier_command(CLI::App& app) {
    auto* command = app.add_subcommand("frontier", "Measure what water costs and how good it is, over many settings.");
    auto o = std::make_shared<FrontierOptions>();
    add_simulation_options(*command, o->simulation);
    command->add_option("--seconds", o->seconds, "of water, in each way")
        ->check(number_between(0.001, 1000.0))
        ->type_name("S")
        ->capture_default_str();
    command->add_option("--page", o->page, "write a page in Markdown, and its plots into a folder of the same name")
        ->type_name("FILE.md");
    command->add_option("--json", o->json, "write the report as JSON; - is standard output")->type_name("FILE");
    command->callback([o] { frontier(*o); });
}

}  // namespace undine
