#include "report/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>

#include "report/axis.h"
#include "report/svg.h"

namespace undine {
namespace {

using glm::dvec2;

// Units of the view box. A plot is narrow enough for a phone, and two fit side by side on a desktop.
constexpr double kWidth = 520, kFont = 13, kSmallFont = 11, kMark = 4.5;
constexpr double kTop = 34, kBottom = 46;  // margins of the plotted area, for what stands above and below it

std::string series_class(size_t style) { return "s" + std::to_string(style % 8); }

// Places from `from` to `to`, at least `gap` apart: the wanted ones, pushed forward as far as needed, then back from
// `to`.
std::vector<double> spread(const std::vector<double>& wanted, double gap, double from, double to) {
    std::vector<size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](size_t k) { return std::round(wanted[k] / 4); });  // nearly equal ones keep order
    std::vector<double> places(wanted.size());
    double next = from;
    for (const size_t k : order) next = (places[k] = std::max(wanted[k], next)) + gap;
    next = to;
    for (auto k = order.rbegin(); k != order.rend(); ++k) next = (places[*k] = std::min(places[*k], next)) - gap;
    return places;
}

// The values, and two more around their middle that are `span` apart if the values span less.
std::vector<double> widened(std::vector<double> values, double span) {
    if (span <= 0 || values.empty()) return values;
    const auto [least, most] = std::ranges::minmax(values);
    const double middle = (least + most) / 2, low = least >= 0 ? std::max(0.0, middle - span / 2) : middle - span / 2;
    if (most - least < span) values.insert(values.end(), {low, low + span});
    return values;
}

// An axis from zero to the last value, whether or not a tick is there: a line that reaches the border is seen to be
// complete.
Axis ended_axis(const std::vector<double>& values) {
    std::vector<double> from_zero = values;
    from_zero.push_back(0);
    Axis axis = linear_axis(from_zero);
    if (!values.empty()) axis.to = std::max(std::ranges::max(values), axis.from + 1e-12);
    std::erase_if(axis.ticks, [&](double tick) { return tick > axis.to * (1 + 1e-6); });  // tolerates a float dt
    return axis;
}

struct Frame {
    dvec2 corner, size;  // of the plotted area; y downwards
    Axis x, y;
    dvec2 at(double px, double py) const {
        return {corner.x + size.x * x.place(px), corner.y + size.y * (1 - y.place(py))};
    }
    double right() const { return corner.x + size.x; }
    double bottom() const { return corner.y + size.y; }
};

void draw_x_axis(Svg& svg, const Frame& f, const std::string& label, const char* grid_class) {
    for (const double tick : f.x.ticks) {
        const double x = f.corner.x + f.size.x * f.x.place(tick);
        svg.line({x, f.corner.y}, {x, f.bottom()}, grid_class);
        svg.text({x, f.bottom() + 17}, "middle", "tick", tick_text(f.x, tick));
    }
    svg.text({f.corner.x + f.size.x / 2, f.bottom() + 37}, "middle", "label", label);
}

void draw_y_axis(Svg& svg, const Frame& f, const std::string& label) {
    for (const double tick : f.y.ticks) {
        const double y = f.at(f.x.from, tick).y;
        svg.line({f.corner.x, y}, {f.right(), y}, "grid");
        svg.text({f.corner.x - 8, y + 4}, "end", "tick", tick_text(f.y, tick));
    }
    svg.text({8, 16}, "start", "label", label);  // horizontal, above the axis, so that it is easy to read
}

// The parts of a line between values that cannot be drawn.
std::vector<std::vector<dvec2>> visible_parts(const Frame& f, const PlotSeries& s) {
    std::vector<std::vector<dvec2>> parts(1);
    for (const dvec2& p : s.points) {
        if (std::isfinite(p.x) && std::isfinite(p.y) && (!f.x.logarithmic || p.x > 0) && (!f.y.logarithmic || p.y > 0))
            parts.back().push_back(f.at(p.x, p.y));
        else if (!parts.back().empty()) parts.emplace_back();
    }
    if (parts.back().empty()) parts.pop_back();
    return parts;
}

// How much of the lines lies between two corners: samples of them, of which a part between two values has eight.
size_t samples_within(const Frame& f, const std::vector<PlotSeries>& series, dvec2 least, dvec2 most) {
    size_t count = 0;
    for (const PlotSeries& s : series)
        for (const std::vector<dvec2>& part : visible_parts(f, s))
            for (size_t k = 1; k < part.size(); ++k)
                for (int e = 0; e < 8; ++e) {
                    const dvec2 p = part[k - 1] + (part[k] - part[k - 1]) * (e / 8.0);
                    count += p.x > least.x && p.x < most.x && p.y > least.y && p.y < most.y;
                }
    return count;
}

// Over the lines of the series, below or above its own, at the end and on the side of it where the least of them
// passes.
void draw_level_name(Svg& svg, const Frame& f, const std::vector<PlotSeries>& series, const PlotLevel& level) {
    const double y = f.at(f.x.from, level.value).y, width = kSmallFont * text_width(level.name);
    constexpr double kLine = 3;  // half of the widest line
    size_t least = SIZE_MAX;
    dvec2 best{};
    for (const double baseline : {y + 13, y - 5})
        for (const double x : {f.right() - 5 - width, f.corner.x + 5}) {
            const dvec2 corner{x - kLine, baseline - kSmallFont - kLine};
            const size_t count = samples_within(f, series, corner, corner + dvec2(width, kSmallFont + 3) + 2.0 * kLine);
            if (count < least && corner.y >= 0) least = count, best = {x, baseline};
        }
    svg.text(best, "start", "small halo", level.name);
}

void draw_legend(Svg& svg, const std::vector<PlotSeries>& series, double x) {
    for (const PlotSeries& s : series) {
        svg.mark({x + 6, 12}, kMark, s.style);
        svg.text({x + 16, 16}, "start", "label", s.name);
        x += 34 + kFont * text_width(s.name);
    }
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text,
                  value >= 99.95    ? "%.0f"
                  : value >= 9.995  ? "%.1f"
                  : value >= 0.9995 ? "%.2f"
                                    : "%.2g",
                  value);
    return text;
}

// Hatching over a series' bars: none, diagonals, dots, crosses.
std::string hatching(const std::string& id) {
    const auto pattern = [&](int k, const char* inside) {
        return "<pattern id=\"" + id + "h" + std::to_string(k) +
               "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">" + inside + "</pattern>\n";
    };
    return "<defs>\n" + pattern(1, "<path class=\"hatch\" d=\"M-1,7 L7,-1 M-1,1 L1,-1 M5,7 L7,5\"/>") +
           pattern(2, "<circle class=\"hatch dot\" cx=\"3\" cy=\"3\" r=\"1.1\"/>") +
           pattern(3, "<path class=\"hatch\" d=\"M0,0 L6,6 M6,0 L0,6\"/>") + "</defs>\n";
}

}  // namespace

std::string line_plot_svg(const LinePlot& plot, const std::string& id) {
    std::vector<double> xs, ys;
    double widest = 0;
    for (const PlotSeries& s : plot.series) {
        for (const dvec2& p : s.points) xs.push_back(p.x), ys.push_back(p.y);
        widest = std::max(widest, kFont * text_width(s.name));
    }
    for (const PlotLevel& level : plot.levels) ys.push_back(level.value);
    const double room = std::min(widest, 130.0) + 36;
    constexpr double kHeight = 300;
    const Axis y_axis = plot.log_y ? log_axis(ys) : linear_axis(widened(ys, plot.least_span));
    const Axis x_axis = plot.log_x ? log_axis(xs) : ended_axis(xs);
    const Frame f{{58, kTop}, {kWidth - 58 - room, kHeight - kTop - kBottom}, x_axis, y_axis};

    Svg svg;
    draw_y_axis(svg, f, plot.y_label);
    draw_x_axis(svg, f, plot.x_label, "grid faint");
    svg.line({f.corner.x, f.bottom()}, {f.right(), f.bottom()}, "axis");
    for (const PlotLevel& level : plot.levels) {
        const double y = f.at(f.x.from, level.value).y;
        svg.line({f.corner.x, y}, {f.right(), y}, "limit");
    }
    // Lines farther behind are drawn wider, so that lines which agree all stay visible.
    std::vector<double> ends;
    std::vector<dvec2> last;
    for (size_t k = 0; k < plot.series.size(); ++k) {
        const PlotSeries& s = plot.series[k];
        const auto parts = visible_parts(f, s);
        for (const auto& part : parts) {
            if (!s.marks)
                svg.polyline(part, "line " + series_class(s.style) + " k" + std::to_string(std::min<size_t>(k, 3)));
            else
                for (const dvec2& at : part) svg.mark(at, kMark, s.style);
        }
        last.push_back(parts.empty() ? dvec2(f.right(), f.bottom()) : parts.back().back());
        ends.push_back(last.back().y + 4);
    }
    for (const PlotLevel& level : plot.levels) draw_level_name(svg, f, plot.series, level);
    const std::vector<double> places = spread(ends, kFont + 4, kTop + 4, f.bottom() + 4);
    for (size_t k = 0; k < plot.series.size(); ++k) {
        const double x = f.right() + 18;
        if (!plot.series[k].marks) svg.line(last[k], {x - 8, places[k] - 4}, "leader");
        svg.mark({x, places[k] - 4}, kMark, plot.series[k].style);
        svg.text({x + 9, places[k]}, "start", "label", fitted(plot.series[k].name, 130 / kFont));
    }
    return svg.element({kWidth, kHeight}, id, plot.title, plot.description);
}

std::string dot_plot_svg(const RowPlot& plot, const PlotLevel& limit, const std::string& id) {
    constexpr double kLeft = 138, kLane = 12;
    std::vector<double> values{limit.value, limit.value * 10};
    bool has_infinity = false;
    for (const RowPlot::Row& row : plot.rows)
        for (const auto& value : row.values)
            if (value) values.push_back(*value), has_infinity |= std::isinf(*value);
    const double gutter = 44, row_height = std::max(34.0, kLane * double(plot.series.size()) + 10);
    const double top = kTop + 26, height = row_height * double(plot.rows.size());
    const double right = has_infinity ? 44 : 14;
    const Frame f{{kLeft + gutter, top}, {kWidth - kLeft - gutter - right, height}, log_axis(values), {}};

    Svg svg;
    draw_legend(svg, plot.series, 8);
    draw_x_axis(svg, f, plot.x_label, "grid");
    const double zero = kLeft + gutter / 2, infinity = kWidth - right / 2;
    svg.text({zero, top - 8}, "middle", "small", "equal");
    if (has_infinity) svg.text({infinity, top - 8}, "middle", "small", "never");
    const double limit_x = f.at(limit.value, 0).x;
    svg.line({limit_x, top - 4}, {limit_x, f.bottom()}, "limit");
    svg.text({limit_x, top - 8}, "middle", "small halo", limit.name);
    for (size_t r = 0; r < plot.rows.size(); ++r) {
        const RowPlot::Row& row = plot.rows[r];
        const double middle = top + row_height * (double(r) + 0.5);
        svg.line({8, middle + row_height / 2}, {kWidth - right + (has_infinity ? right : 0), middle + row_height / 2},
                 "grid faint");
        svg.text({8, middle + (row.note.empty() ? 4 : -1)}, "start", "label", fitted(row.name, (kLeft - 8) / kFont));
        if (!row.note.empty()) svg.text({8, middle + 12}, "start", "small", fitted(row.note, (kLeft - 8) / kSmallFont));
        for (size_t k = 0; k < row.values.size(); ++k) {
            if (!row.values[k]) continue;
            const double value = *row.values[k];
            const double y = middle + kLane * (double(k) - 0.5 * double(row.values.size() - 1));
            const double x = value == 0 ? zero : std::isinf(value) ? infinity : f.at(value, 0).x;
            svg.mark({x, y}, kMark, plot.series[k].style);
        }
    }
    svg.line({kLeft + gutter, top - 4}, {kLeft + gutter, f.bottom()}, "axis");
    return svg.element({kWidth, f.bottom() + kBottom}, id, plot.title, plot.description);
}

std::string bar_plot_svg(const RowPlot& plot, const std::string& id) {
    constexpr double kLeft = 138, kLane = 14, kRight = 56;
    std::vector<double> values{0};
    for (const RowPlot::Row& row : plot.rows)
        for (const auto& value : row.values)
            if (value) values.push_back(*value);
    const double row_height = kLane * double(plot.series.size()) + 10;
    const double top = kTop, height = row_height * double(plot.rows.size());
    const Frame f{{kLeft, top}, {kWidth - kLeft - kRight, height}, linear_axis(values), {}};

    Svg svg;
    svg.raw(hatching(id));
    draw_legend(svg, plot.series, 8);
    draw_x_axis(svg, f, plot.x_label, "grid");
    for (size_t r = 0; r < plot.rows.size(); ++r) {
        const RowPlot::Row& row = plot.rows[r];
        const double middle = top + row_height * (double(r) + 0.5);
        svg.text({8, middle + 4}, "start", "label", fitted(row.name, (kLeft - 12) / kFont));
        for (size_t k = 0; k < row.values.size(); ++k) {
            if (!row.values[k]) continue;
            const double y = middle + kLane * (double(k) - 0.5 * double(row.values.size()));
            const double width = f.at(*row.values[k], 0).x - kLeft;
            const size_t style = plot.series[k].style;
            svg.rect({kLeft, y + 1.5}, {width, kLane - 3}, "bar " + series_class(style));
            if (style % 4 > 0)
                svg.rect({kLeft, y + 1.5}, {width, kLane - 3}, "hatched",
                         "url(#" + id + "h" + std::to_string(style % 4) + ")");
            svg.text({kLeft + width + 5, y + kLane - 3}, "start", "small halo", number(*row.values[k]));
        }
    }
    svg.line({kLeft, top}, {kLeft, f.bottom()}, "axis");
    return svg.element({kWidth, f.bottom() + kBottom}, id, plot.title, plot.description);
}

std::string series_mark_svg(size_t style) {
    Svg svg;
    svg.mark({7, 7}, kMark, style);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"key\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">" +
           svg.body().substr(0, svg.body().size() - 1) + "</svg>";  // without its newline, which shows as a space
}

}  // namespace undine
