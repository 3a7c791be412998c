#include "report/svg.h"

#include <algorithm>
#include <cstdio>

#include "report/markup.h"
#include "text/text.h"

namespace undine {
namespace {

constexpr double kCharacterWidth = 0.56;  // of the font's size: DejaVu Sans' mean, wider than most

std::string at(const char* name, double value) { return std::string(" ") + name + "=\"" + coordinate(value) + '"'; }

}  // namespace

std::string coordinate(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    std::string trimmed = text;
    if (trimmed.ends_with(".0")) trimmed.resize(trimmed.size() - 2);
    return trimmed == "-0" ? "0" : trimmed;
}

double text_width(std::string_view text) { return kCharacterWidth * double(columns(text)); }

std::string fitted(std::string_view text, double width) {
    if (text_width(text) <= width) return std::string(text);
    const auto room = static_cast<size_t>(std::max(1.0, width / kCharacterWidth - 1 + 1e-9));
    size_t end = 0;
    for (size_t seen = 0; end < text.size(); ++end)
        if ((text[end] & 0xC0) != 0x80 && seen++ == room) break;
    return std::string(text.substr(0, end)) + "…";
}

void Svg::line(glm::dvec2 a, glm::dvec2 b, std::string_view style_class) {
    body_ += "<line class=\"" + std::string(style_class) + '"' + at("x1", a.x) + at("y1", a.y) + at("x2", b.x) +
             at("y2", b.y) + "/>\n";
}

void Svg::rect(glm::dvec2 corner, glm::dvec2 size, std::string_view style_class, std::string_view fill) {
    body_ += "<rect class=\"" + std::string(style_class) + '"' + at("x", corner.x) + at("y", corner.y) +
             at("width", size.x) + at("height", size.y);
    if (!fill.empty()) body_ += " fill=\"" + std::string(fill) + '"';
    body_ += "/>\n";
}

void Svg::polyline(const std::vector<glm::dvec2>& points, std::string_view style_class) {
    body_ += "<polyline class=\"" + std::string(style_class) + "\" points=\"";
    for (const glm::dvec2& p : points)
        body_ += (&p == points.data() ? "" : " ") + coordinate(p.x) + ',' + coordinate(p.y);
    body_ += "\"/>\n";
}

void Svg::text(glm::dvec2 where, std::string_view anchor, std::string_view style_class, std::string_view text) {
    body_ += "<text class=\"" + std::string(style_class) + "\" text-anchor=\"" + std::string(anchor) + '"' +
             at("x", where.x) + at("y", where.y) + '>' + escaped(text) + "</text>\n";
}

void Svg::mark(glm::dvec2 p, double r, size_t style) {
    const std::string style_class = "mark s" + std::to_string(style % 8) + (style % 8 >= 4 ? " hollow" : "");
    const double s = 0.9 * r, t = 1.2 * r, d = 1.3 * r;
    auto polygon = [&](std::initializer_list<glm::dvec2> corners) {
        body_ += "<polygon class=\"" + style_class + "\" points=\"";
        for (const glm::dvec2& c : corners)
            body_ += (&c == corners.begin() ? "" : " ") + coordinate(p.x + c.x) + ',' + coordinate(p.y + c.y);
        body_ += "\"/>\n";
    };
    switch (style % 4) {
        case 0:
            body_ += "<circle class=\"" + style_class + '"' + at("cx", p.x) + at("cy", p.y) + at("r", r) + "/>\n";
            break;
        case 1: polygon({{-s, -s}, {s, -s}, {s, s}, {-s, s}}); break;
        case 2: polygon({{0, -t}, {t, 0.8 * t}, {-t, 0.8 * t}}); break;
        case 3: polygon({{0, -d}, {d, 0}, {0, d}, {-d, 0}}); break;
    }
}

std::string Svg::element(glm::dvec2 size, const std::string& id, const std::string& title,
                         const std::string& description) const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" aria-labelledby=\"" + id + "t " + id +
           "d\" viewBox=\"0 0 " + coordinate(size.x) + ' ' + coordinate(size.y) + "\">\n<title id=\"" + id + "t\">" +
           escaped(title) + "</title>\n<desc id=\"" + id + "d\">" + escaped(description) + "</desc>\n" + body_ +
           "</svg>\n";
}

}  // namespace undine
