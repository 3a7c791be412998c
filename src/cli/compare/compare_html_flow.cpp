// The sections of the page on the free runs (distances, figures over time, pictures) and on times.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/compare/compare_html.h"
#include "measure/spread.h"
#include "report/axis.h"
#include "report/html_table.h"
#include "report/markup.h"
#include "report/plot.h"
#include "report/text_table.h"
#include "text/quantity_text.h"

namespace undine {
namespace {

std::string digits(const char* format, double value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string seconds(double time) { return digits("%.4g s", time); }

std::string distance_plot(const ComparePage& page) {
    const FreeRunReport& report = *page.flow;
    LinePlot plot{
        .title = "Distance from the twins on " + page.flow_what.backends[0].option,
        .description =
            "RMS distance of particles from those with the same number on the first backend, in support radii, "
            "against time; logarithmic.",
        .x_label = "time (s)",
        .y_label = "RMS distance (h, the support radius)",
        .log_y = true,
        .levels = {{1, "1 h: neighbours have parted"}}};
    const auto names = short_names(page.flow_what);
    for (size_t k = 1; k < report.runs.size(); ++k) {
        PlotSeries& s = plot.series.emplace_back(PlotSeries{names[k], k, {}});
        for (const ParticleDistance& d : report.runs[k].distances)
            s.points.emplace_back(double(d.step) * report.dt, d.rms / report.support_radius);
    }
    return line_plot_svg(plot, "distance");
}

size_t number_of(const FlowFigure& figure) { return static_cast<size_t>(&figure - flow_figures().data()); }

std::string figure_plot(const ComparePage& page, const FlowFigure& figure) {
    const FreeRunReport& report = *page.flow;
    const std::string unit = std::string(figure.unit) == "1" ? "" : " (" + std::string(figure.unit) + ")";
    LinePlot plot{.title = figure.name,
                  .description = std::string(figure.name) + " of the flow on every backend against time.",
                  .x_label = "time (s)",
                  .y_label = figure.name + unit,
                  .least_span = 8 * compare_figures(report, 1)[number_of(figure)].limit};
    const auto names = short_names(page.flow_what);
    for (size_t k = 0; k < report.runs.size(); ++k) {
        PlotSeries& s = plot.series.emplace_back(PlotSeries{names[k], k, {}});
        for (const FlowSample& sample : report.runs[k].samples)
            s.points.emplace_back(double(sample.step) * report.dt, figure.value(sample));
    }
    return line_plot_svg(plot, "figure" + std::to_string(number_of(figure)));
}

// "10⁻⁴ h"
std::string level_text(double level) {
    const Axis powers{.logarithmic = true};
    return tick_text(powers, level) + " h";
}

std::string parting_table(const ComparePage& page) {
    const FreeRunReport& report = *page.flow;
    std::vector<HtmlCell> header{name_cell("RMS distance passes")};
    for (const double level : kPartingLevels) header.push_back({level_text(level)});
    header.insert(header.end(), {{"e-folding time"}, {"correlation"}, {"RMS at the end"}, {"largest"}});
    HtmlTable table("When trajectories part", header);
    for (size_t k = 1; k < report.runs.size(); ++k) {
        HtmlCell name = name_cell(page.flow_what.backends[k].option);
        name.markup_before = series_mark_svg(k);
        std::vector<HtmlCell> row{name};
        for (const double level : kPartingLevels) {
            const auto time = time_of_parting(report, k, level * report.support_radius);
            row.push_back(time ? figure_cell(*time, seconds(*time)) : HtmlCell{"never", "equal", {}, {}});
        }
        const auto growth = fit_growth(report, k);
        row.push_back(growth ? figure_cell(growth->e_folding_time, seconds(growth->e_folding_time))
                             : HtmlCell{"no fit", "equal", {}, {}});
        row.push_back(growth ? figure_cell(growth->correlation, digits("%.3f", growth->correlation)) : HtmlCell{});
        const ParticleDistance& end = report.runs[k].distances.back();
        row.push_back(figure_cell(end.rms, short_number(end.rms / report.support_radius) + " h"));
        row.push_back(figure_cell(end.largest, short_number(end.largest / report.support_radius) + " h"));
        table.add(row);
    }
    return table.markup();
}

std::string figures_table(const ComparePage& page) {
    const FreeRunReport& report = *page.flow;
    const auto names = short_names(page.flow_what);
    std::vector<HtmlCell> header{name_cell("mean over the run"), name_cell("unit"), {names[0]}};
    for (size_t k = 1; k < names.size(); ++k) header.insert(header.end(), {{names[k]}, {"differs by"}});
    header.insert(header.end(), {{"limit"}, {"verdict"}});
    HtmlTable table("Figures of the flow, means over the run", header);
    for (size_t f = 0; f < flow_figures().size(); ++f) {
        std::vector<HtmlCell> row;
        bool agrees = true;
        double limit = 0;
        for (size_t k = 1; k < report.runs.size(); ++k) {
            const FigureComparison c = compare_figures(report, k)[f];
            if (k == 1) {
                const std::string unit = c.figure->unit;
                row = {name_cell(c.figure->name), name_cell(unit == "1" ? "" : unit),
                       figure_cell(c.first, digits("%.5g", c.first))};
            }
            const double apart = std::abs(c.own - c.first);
            row.push_back(figure_cell(c.own, digits("%.5g", c.own)));
            row.push_back(figure_cell(apart, short_number(apart), c.agrees() ? "" : "bad"));
            agrees = agrees && c.agrees();
            limit = c.limit;
        }
        row.push_back(figure_cell(limit, short_number(limit)));
        row.push_back(agrees ? HtmlCell{"ok", "ok", {}, {}} : HtmlCell{"BEYOND", "bad", {}, {}});
        table.add(row);
    }
    return table.markup();
}

// Whether a figure is worth plotting: one that stays zero on every backend appears in the table only.
bool is_plotted(const FreeRunReport& report, const FlowFigure& figure) {
    return std::ranges::any_of(report.runs, [&](const FreeRun& run) {
        return std::ranges::any_of(run.samples, [&](const FlowSample& s) { return figure.value(s) != 0; });
    });
}

std::string png_image(const std::string& png, const FlowPictures& moment, const std::string& alt) {
    return "<img width=\"" + std::to_string(moment.width) + "\" height=\"" + std::to_string(moment.height) +
           "\" alt=\"" + escaped(alt) + "\" src=\"" + png_data_url(png) + "\"/>";
}

std::string moment_markup(const ComparePage& page, const FlowPictures& moment) {
    const auto names = short_names(page.flow_what);
    const std::string time = seconds(double(moment.step) * page.flow_what.dt);
    std::string columns;
    for (size_t k = 0; k < moment.pictures.size(); ++k) {
        const FlowPictures::Picture& p = moment.pictures[k];
        const std::string mark = series_mark_svg(k);
        columns += "<div>\n<figure>" + png_image(p.png, moment, "The fluid after " + time + " on " + names[k]) +
                   "<figcaption>" + mark + escaped(names[k]) + "</figcaption></figure>\n";
        if (k > 0)
            columns +=
                "<figure>" +
                png_image(p.difference_png, moment, "Difference of the pictures of " + names[k] + " and " + names[0]) +
                "<figcaption>" + mark + escaped("|" + names[k] + " − " + names[0] + "|") + ", amplified " +
                std::to_string(p.difference.factor) + " ×. Largest " + std::to_string(p.difference.largest) +
                " of 255, mean " + short_number(p.difference.mean) + "; " + short_number(100 * p.difference.share) +
                " % of the pixels differ.</figcaption></figure>\n";
        columns += "</div>\n";
    }
    return "<div class=\"card\">\n<h3>After " + time + "</h3>\n<div class=\"pictures\">\n" + columns +
           "</div>\n</div>\n";
}

}  // namespace

std::string flow_section(const ComparePage& page) {
    if (!page.flow) return {};
    const FreeRunReport& report = *page.flow;
    const Comparands& w = page.flow_what;
    std::string out =
        "<section id=\"flow\">\n<h2>Every backend on its own</h2>\n<p>From the same start" +
        (w.start_step > 0 ? " (step " + std::to_string(w.start_step) + " of " + escaped(w.backends[0].option) + ")"
                          : std::string()) +
        ", " + counted(report.steps, "step") + ", " + seconds(double(report.steps) * report.dt) +
        " of water. The system is chaotic: rounding in the last digit grows until particles are far from their "
        "twins, even on correct backends. "
        "Distances are therefore not failures; what must agree are means of the flow.</p>\n<div "
        "class=\"tiles\">\n" +
        plot_card("Trajectories part", distance_plot(page),
                  "From particles with the same number on " + escaped(w.backends[0].option) +
                      ". h = " + short_number(report.support_radius) + " m.");
    for (const FlowFigure& figure : flow_figures()) {
        if (!is_plotted(report, figure)) continue;
        std::string title = figure.name;
        title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
        out += plot_card(title, figure_plot(page, figure));
    }
    return out + "</div>\n<div class=\"card\">\n<h3>When trajectories part</h3>\n" + parting_table(page) +
           "<h3>Figures of the flow</h3>\n" + figures_table(page) +
           "<p class=\"note\">Means over 20 moments of the run. Each limit is three times the difference between runs "
           "of one backend whose starts differ in "
           "the last place.</p>\n</div>\n</section>\n";
}

std::string pictures_section(const ComparePage& page) {
    if (page.pictures.empty())
        return page.no_pictures.empty()
                   ? ""
                   : "<section id=\"pictures\">\n<h2>Pictures</h2>\n<p>None: " + escaped(page.no_pictures) +
                         "</p>\n</section>\n";
    std::string out =
        "<section id=\"pictures\">\n<h2>The same moment on every backend</h2>\n<p>All pictures are drawn by one "
        "device, " +
        escaped(page.pictures[0].drawn_on) +
        ", from the particles of each backend’s own run: what differs was simulated differently, not drawn "
        "differently.</p>\n";
    for (const FlowPictures& moment : page.pictures) out += moment_markup(page, moment);
    return out + "</section>\n";
}

std::string times_section(const ComparePage& page) {
    if (!page.times) return {};
    const GroupMeasurement& g = *page.times;
    const auto names = short_names(page.what);
    RowPlot plot{.title = "Time of each pass",
                 .description = "Milliseconds that each pass takes in one step, on each backend.",
                 .x_label = "ms a step"};
    std::vector<std::string> passes;
    HtmlTable table("Time of a step", {name_cell("backend"), {"ms a step"}, {"least"}, {"most"}, {"ns/particle"}});
    for (size_t k = 0; k < g.backends.size(); ++k) {
        const BackendMeasurement& m = g.backends[k];
        HtmlCell name = name_cell(page.what.backends[k].option);
        name.markup_before = series_mark_svg(k);
        plot.series.push_back({names[k], k, {}});
        if (!m.out_of_memory.empty()) {
            table.add({name, {m.out_of_memory, "text", {}, {}}, {}, {}, {}});
            continue;
        }
        const Spread step = spread_of(m.step_ms);
        table.add({name, figure_cell(step.median, short_number(step.median)),
                   figure_cell(step.least, short_number(step.least)), figure_cell(step.most, short_number(step.most)),
                   figure_cell(step.median * 1e6 / g.particles, short_number(step.median * 1e6 / g.particles))});
        for (const PassMeasurement& p : m.passes)
            if (p.name.find('/') == std::string::npos && std::ranges::find(passes, p.name) == passes.end())
                passes.push_back(p.name);
    }
    for (const std::string& pass : passes) {
        RowPlot::Row& row = plot.rows.emplace_back(RowPlot::Row{.name = pass});
        for (const BackendMeasurement& m : g.backends) {
            const auto found = std::ranges::find(m.passes, pass, &PassMeasurement::name);
            row.values.push_back(found == m.passes.end() ? std::nullopt : std::optional(spread_of(found->ms).median));
        }
    }
    return "<section id=\"times\">\n<h2>Time</h2>\n<div class=\"tiles\">\n" +
           (plot.rows.empty()
                ? ""
                : plot_card("Time of each pass", bar_plot_svg(plot, "times"), "Medians; on the device’s own clock.")) +
           "<div class=\"card\">\n<h3>A step</h3>\n" + table.markup() + "<p class=\"note\">The median of " +
           counted(page.times_settings.repetitions, "repetition") + " of " +
           counted(page.times_settings.steps, "step") +
           " from the end of the free runs; backends take turns. undine bench measures longer, and "
           "more.</p>\n</div>\n</div>\n</section>\n";
}

}  // namespace undine
