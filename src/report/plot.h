// Plots as inline SVG, for a page that has page_style(), where their colours come from, so that they follow light and
// dark. Series are told apart by colour, by dashes, marks or hatching, and by their names beside them.
#pragma once
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

namespace undine {

struct PlotSeries {
    std::string name;  // short: it stands in the plot
    size_t style = 0;  // which colour and mark: the same for a backend in every plot
    std::vector<glm::dvec2> points;
    bool marks = false;  // a mark at each point, in place of a line
};

// A line across the plot, with a few words.
struct PlotLevel {
    double value = 0;
    std::string name;
};

struct LinePlot {
    std::string title, description;  // for screen readers: what it shows, and what it says
    std::string x_label, y_label;    // with units
    double least_span = 0;           // of a linear y axis, so that values that differ by far less look nearly equal
    // Logarithmic axes: values that are not positive are left out, and the line breaks.
    bool log_x = false, log_y = false;
    std::vector<PlotSeries> series;
    std::vector<PlotLevel> levels;
};

// Values by row and series.
struct RowPlot {
    struct Row {
        std::string name, note;                     // the note in small print below the name
        std::vector<std::optional<double>> values;  // by series; empty: no value
    };
    std::string title, description, x_label;
    std::vector<PlotSeries> series;  // names and styles
    std::vector<Row> rows;
};

// id: unique in the page, of letters and digits.
std::string line_plot_svg(const LinePlot& plot, const std::string& id);

// Marks on a logarithmic axis, with zero and infinity beside it; `limit` is drawn as a line with its name.
std::string dot_plot_svg(const RowPlot& plot, const PlotLevel& limit, const std::string& id);

// Bars from zero, each with its value.
std::string bar_plot_svg(const RowPlot& plot, const std::string& id);

// A small mark of a series, for tables and legends in the text.
std::string series_mark_svg(size_t style);

}  // namespace undine
