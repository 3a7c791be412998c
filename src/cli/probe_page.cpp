#include "cli/probe_page.h"

#include <cmath>

#include "report/markup.h"
#include "report/page_style.h"
#include "report/plot.h"

namespace undine {

std::string probe_page(const std::string& title, std::span<const Probe> probes, bool flat,
                       const std::vector<std::vector<double>>& rows, const std::string& from) {
    std::string main = "<header>\n<p class=\"kind\">Undine · probes</p>\n<h1>" + escaped(title) +
                       "</h1>\n</header>\n<section class=\"tiles\">\n";
    size_t column = 2;  // after the step and the time
    for (size_t k = 0; k < probes.size(); ++k) {
        const ProbeQuantityInfo& quantity = info(probes[k].quantity);
        LinePlot plot{
            .title = probes[k].name,
            .description = std::string(quantity.name) + " over time",
            .x_label = "time, s",
            .y_label = std::string(quantity.name) + ", " + std::string(flat ? quantity.unit_2d : quantity.unit)};
        const size_t axes = !quantity.is_vector ? 1 : flat ? 2 : 3;
        for (size_t axis = 0; axis < axes; ++axis, ++column) {
            PlotSeries series{.name = axes > 1 ? std::string(1, "xyz"[axis]) : "", .style = axis};
            for (const std::vector<double>& row : rows)
                if (std::isfinite(row[column])) series.points.emplace_back(row[1], row[column]);
            plot.series.push_back(series);
        }
        main += "<figure class=\"card\">\n<h3>" + escaped(probes[k].name) + "</h3>\n" +
                line_plot_svg(plot, "probe" + std::to_string(k)) + "</figure>\n";
    }
    return html_page(title, main + "</section>\n<footer>\n<p>" + escaped(from) + ".</p>\n</footer>\n");
}

}  // namespace undine
