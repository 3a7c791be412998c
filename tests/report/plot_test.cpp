// The pieces of a page: text as markup, axes, plots, differences of pictures.
#include "report/plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <sstream>

#include "report/axis.h"
#include "report/html_table.h"
#include "report/markup.h"
#include "report/parsed_page.h"
#include "report/picture_difference.h"
#include "report/svg.h"

namespace undine::testing {
namespace {

TEST(Markup, EscapesWhateverComes) {
    EXPECT_EQ(escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
    EXPECT_EQ(escaped("λ — 𝄞 ok\t\n"), "λ — 𝄞 ok\t\n");
    const std::string bad = "\xEF\xBF\xBD";  // U+FFFD
    EXPECT_EQ(escaped(std::string("a\0b\x1B", 4)), "a" + bad + "b" + bad);
    EXPECT_EQ(escaped("\xC3"), bad);                      // cut short
    EXPECT_EQ(escaped("\xC0\xAF"), bad + bad);            // overlong
    EXPECT_EQ(escaped("\xED\xA0\x80"), bad + bad + bad);  // a surrogate
    EXPECT_EQ(escaped("\xEF\xBF\xBF"), bad + bad + bad);  // no character
    EXPECT_EQ(escaped("\xFF<"), bad + "&lt;");
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    EXPECT_EQ(parse_page("<p title=\"" + escaped(all) + "\">" + escaped(all) + "</p>").size(), 1u);
}

TEST(Markup, EncodesBase64) {
    const std::string head = "data:image/png;base64,";
    EXPECT_EQ(png_data_url(""), head);
    EXPECT_EQ(png_data_url("f"), head + "Zg==");
    EXPECT_EQ(png_data_url("fo"), head + "Zm8=");
    EXPECT_EQ(png_data_url("foobar"), head + "Zm9vYmFy");
    EXPECT_EQ(png_data_url("\xFF\xFE\xFD"), head + "//79");
}

std::vector<std::string> tick_texts(const Axis& axis) {
    std::vector<std::string> texts;
    for (const double tick : axis.ticks) texts.push_back(tick_text(axis, tick));
    return texts;
}

TEST(Axis, HasRoundTicks) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(tick_texts(linear_axis({0, 3.2})), (Texts{"0", "1", "2", "3", "4"}));
    EXPECT_EQ(tick_texts(linear_axis({0.12, 0.27})), (Texts{"0", "0.1", "0.2", "0.3"}));
    EXPECT_EQ(tick_texts(linear_axis({0.9985, 1.001})),
              (Texts{"0.9985", "0.9990", "0.9995", "1.0000", "1.0005", "1.0010"}));
    EXPECT_EQ(tick_texts(linear_axis({-1, 1})), (Texts{"-1.0", "-0.5", "0", "0.5", "1.0"}));
    EXPECT_EQ(tick_texts(linear_axis({0, 2e-6})), (Texts{"0", "0.5·10⁻⁶", "1·10⁻⁶", "1.5·10⁻⁶", "2·10⁻⁶"}));
    EXPECT_EQ(tick_texts(log_axis({1e-7, 3})), (Texts{"10⁻⁷", "10⁻⁵", "10⁻³", "10⁻¹", "10¹"}));
    EXPECT_EQ(tick_texts(log_axis({2, 30})), (Texts{"1", "10¹", "10²"}));
    // What has no range, or no number, has an axis all the same.
    for (const std::vector<double>& values :
         {std::vector<double>{}, {0, 0}, {5, 5}, {-3}, {NAN, INFINITY}, {1e-300, 1e300}}) {
        const Axis linear = linear_axis(values), logarithmic = log_axis(values);
        for (const Axis& axis : {linear, logarithmic}) {
            EXPECT_LT(axis.from, axis.to);
            EXPECT_GE(axis.ticks.size(), 2u);
            EXPECT_LE(axis.ticks.size(), 12u);
        }
    }
    EXPECT_DOUBLE_EQ(log_axis({1e-4, 1}).place(1e-2), 0.5);
}

LinePlot three_lines() {
    LinePlot plot{.title = "A & B", .description = "<nothing>", .x_label = "time (s)", .y_label = "distance (m)"};
    for (size_t k = 0; k < 3; ++k) {
        PlotSeries& s = plot.series.emplace_back(PlotSeries{"series " + std::to_string(k), k, {}});
        for (int x = 0; x <= 10; ++x) s.points.emplace_back(x, 1 + 0.001 * double(k) * x);
    }
    return plot;
}

double number(const PageElement& element, const char* attribute) { return std::stod(element.attribute(attribute)); }

TEST(Plot, IsWellFormedAndKeepsLabelsApart) {
    const auto elements = parse_page(line_plot_svg(three_lines(), "p"));
    ASSERT_FALSE(elements.empty());
    EXPECT_EQ(elements[0].name, "svg");
    EXPECT_EQ(elements[0].attribute("role"), "img");
    EXPECT_EQ(elements[1].name, "title");
    EXPECT_EQ(elements[1].text, "A & B");
    std::vector<double> labels;
    for (const PageElement& e : elements)
        if (e.name == "text" && e.text.starts_with("series")) labels.push_back(number(e, "y"));
    ASSERT_EQ(labels.size(), 3u);
    std::ranges::sort(labels);
    for (size_t k = 1; k < labels.size(); ++k) EXPECT_GE(labels[k] - labels[k - 1], 13);
    // Nothing leaves the picture.
    for (const PageElement& e : elements)
        for (const char* y : {"y", "y1", "y2", "cy"})
            if (!e.attribute(y).empty()) {
                EXPECT_GE(number(e, y), 0) << e.name;
                EXPECT_LE(number(e, y), 300) << e.name;
            }
}

// Lines do not run through the name of a level, nor are they drawn over it, wherever they reach it.
TEST(Plot, TheNameOfALevelStandsWhereLinesAreNot) {
    const std::vector<std::function<double(double)>> lines{
        [](double x) { return std::pow(10, -0.2 * (20 - x)); },          // it ends there
        [](double x) { return std::pow(10, -0.2 * x); },                 // it begins there
        [](double x) { return std::pow(10, 0.1 - 7 * std::exp(-x)); }};  // it crosses early, and stays just above
    for (size_t k = 0; k < lines.size(); ++k) {
        SCOPED_TRACE(k);
        LinePlot plot{.log_y = true, .levels = {{1, "1 h: parted"}}};
        PlotSeries& s = plot.series.emplace_back(PlotSeries{"one", 0, {}});
        for (double x = 0; x <= 20; x += 0.05) s.points.emplace_back(x, lines[k](x));
        bool lines_are_drawn = false;
        glm::dvec2 name{-1};
        std::string points;
        for (const PageElement& e : parse_page(line_plot_svg(plot, "p"))) {
            if (e.name == "polyline") lines_are_drawn = true, points = e.attribute("points");
            if (e.name != "text" || e.text != "1 h: parted" || !lines_are_drawn) continue;
            const double ended = e.attribute("text-anchor") == "end" ? 11 * text_width(e.text) : 0;
            name = {number(e, "x") - ended, number(e, "y")};
        }
        ASSERT_GE(name.x, 0);  // where it starts
        std::ranges::replace(points, ',', ' ');
        std::istringstream in(points);
        for (glm::dvec2 p; in >> p.x >> p.y;)
            EXPECT_FALSE(p.x > name.x && p.x < name.x + 11 * text_width("1 h: parted") && p.y > name.y - 11 &&
                         p.y < name.y + 3)
                << p.x << " " << p.y;
    }
}

TEST(Plot, LeavesOutWhatHasNoPlace) {
    LinePlot plot{.log_y = true,
                  .series = {{"one", 0, {{0, 0}, {1, 1e-3}, {2, 0}, {3, 1e-2}, {4, NAN}, {5, 1}, {6, 10}}}}};
    size_t lines = 0;
    for (const PageElement& e : parse_page(line_plot_svg(plot, "p")))
        if (e.name == "polyline") {
            ++lines;
            EXPECT_EQ(e.attribute("points").find("nan"), std::string::npos);
        }
    EXPECT_EQ(lines, 3u);
    EXPECT_FALSE(parse_page(line_plot_svg({}, "p")).empty());
    EXPECT_FALSE(parse_page(dot_plot_svg({}, {1, "limit"}, "p")).empty());
    EXPECT_FALSE(parse_page(bar_plot_svg({}, "p")).empty());
}

TEST(Plot, ShowsZeroAndInfinityBesideALogarithmicAxis) {
    RowPlot plot{.title = "errors", .x_label = "share", .series = {{"a", 0, {}}, {"b", 1, {}}}};
    plot.rows = {{"equal", "", {0.0, 0.0}}, {"some", "field.w", {1e-3, 0.5}}, {"never", "", {INFINITY, std::nullopt}}};
    size_t circles = 0;
    std::set<std::string> texts;
    for (const PageElement& e : parse_page(dot_plot_svg(plot, {1, "limit"}, "p"))) {
        circles += e.name == "circle";
        if (e.name == "text") texts.insert(e.text);
    }
    EXPECT_EQ(circles, 4u);  // three values and the legend's
    for (const char* text : {"equal", "never", "limit", "some", "field.w", "a", "b"})
        EXPECT_TRUE(texts.contains(text)) << text;
}

TEST(Plot, BarsHaveTheLengthOfTheirValues) {
    RowPlot plot{
        .title = "times", .x_label = "ms", .series = {{"a", 0, {}}, {"b", 1, {}}}, .rows = {{"pass", "", {2.0, 4.0}}}};
    std::vector<double> widths;
    for (const PageElement& e : parse_page(bar_plot_svg(plot, "p")))
        if (e.name == "rect" && e.attribute("class").starts_with("bar ")) widths.push_back(number(e, "width"));
    ASSERT_EQ(widths.size(), 2u);
    EXPECT_NEAR(widths[1], 2 * widths[0], 0.2);
}

TEST(Svg, CutsNamesThatHaveNoRoom) {
    EXPECT_EQ(fitted("short", 10), "short");
    EXPECT_EQ(fitted("a very long name of a device", 5.6), "a very lo…");
    EXPECT_EQ(fitted("äöüäöüäöüäöü", 2.8), "äöüä…");
}

TEST(HtmlTable, EscapesCellsAndKeepsValues) {
    HtmlTable table("all \"of\" them", {name_cell("<name>"), {"value"}});
    table.add({name_cell("a & b"), figure_cell(1.0 / 3, "0.333")}, true);
    const auto tables = tables_of(parse_page(table.markup()));
    ASSERT_EQ(tables.size(), 1u);
    EXPECT_EQ(tables[0].label, "all \"of\" them");
    EXPECT_EQ(tables[0].rows.at(0).at(0).text, "<name>");
    EXPECT_EQ(tables[0].rows.at(1).at(0).text, "a & b");
    EXPECT_EQ(std::stod(tables[0].rows.at(1).at(1).attribute("data-value")), 1.0 / 3);
}

TEST(PictureDifference, IsAmplifiedAsFarAsItCanBe) {
    std::vector<std::byte> a(4 * 1000, std::byte{100}), b = a;
    const PictureDifference none = difference_of(a, b);
    EXPECT_EQ(none.largest, 0u);
    EXPECT_EQ(none.share, 0);
    for (size_t p = 0; p < 500; ++p) b[4 * p + 1] = std::byte{103};
    b[3] = std::byte{0};  // alpha
    PictureDifference d = difference_of(a, b);
    EXPECT_EQ(d.largest, 3u);
    EXPECT_DOUBLE_EQ(d.share, 0.5);
    EXPECT_DOUBLE_EQ(d.mean, 0.5);
    EXPECT_EQ(d.factor, 64u);
    EXPECT_EQ(d.picture[1], std::byte{192});
    EXPECT_EQ(d.picture[3], std::byte{255});
    for (size_t p = 0; p < 500; ++p) b[4 * p + 1] = std::byte{140};
    d = difference_of(a, b);
    EXPECT_EQ(d.factor, 4u);
    EXPECT_EQ(d.picture[1], std::byte{160});
}

}  // namespace
}  // namespace undine::testing
