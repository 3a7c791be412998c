#include "render/particles/legend.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "internal_error.h"
#include "render/particles/color_map.h"
#include "render/particles/stroke_font.h"

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;
using glm::vec4;

// Pixels in a picture of 720 rows; other pictures in proportion.
constexpr float kReferenceHeight = 720, kLeastHeight = 576;
constexpr float kMostWidth = 200, kMostHeight = 260;
constexpr float kUnit = 1.75f;  // pixels per unit of the font; capitals are six units high
constexpr float kPen = 0.72f;   // half the width of a stroke
constexpr float kBarWidth = 15, kBarHeight = 190, kTick = 5, kPadding = 13, kGap = 7, kMargin = 18, kCorner = 6;

const vec3 kInk{0.93f, 0.95f, 0.97f}, kPanel{0.035f, 0.045f, 0.060f};
constexpr float kPanelOpacity = 0.72f;

constexpr float kWantedTicks = 4;  // round ones within the range

float scale_for(uint32_t picture_height) { return std::max(float(picture_height), kLeastHeight) / kReferenceHeight; }

// 1, 2 or 5 times a power of ten.
float round_step(float wanted) {
    const float power = std::pow(10.0f, std::floor(std::log10(wanted))), digits = wanted / power;
    return power * (digits < 1.5f ? 1.0f : digits < 3.5f ? 2.0f : digits < 7.5f ? 5.0f : 10.0f);
}

float segment_distance(vec2 x, const StrokeSegment& s) {
    const vec2 along = s.to - s.from, v = x - s.from;
    const float length_sq = glm::dot(along, along);
    const float t = length_sq > 0 ? glm::clamp(glm::dot(v, along) / length_sq, 0.0f, 1.0f) : 0.0f;
    return glm::length(v - t * along);
}

// An image with straight alpha; coordinates are in pixels, y down.
class Canvas {
  public:
    Canvas(uint32_t width, uint32_t height)
        : width_(width), height_(height), pixels_(size_t{width} * height, vec4(0)) {}

    void cover(uint32_t x, uint32_t y, const vec3& color, float share) {
        vec4& p = pixels_[size_t{y} * width_ + x];
        const float alpha = share + p.w * (1 - share);
        if (alpha > 0) p = vec4((color * share + vec3(p) * (p.w * (1 - share))) / alpha, alpha);
    }

    // shape(centre of a pixel): signed distance, negative inside.
    template <class Shape>
    void fill(const vec3& color, float opacity, vec2 low, vec2 high, Shape shape) {
        const auto first = [](float v) { return static_cast<uint32_t>(std::max(0.0f, std::floor(v - 1))); };
        const auto end = [](float v, uint32_t most) { return std::min(most, static_cast<uint32_t>(std::ceil(v + 1))); };
        for (uint32_t y = first(low.y); y < end(high.y, height_); ++y)
            for (uint32_t x = first(low.x); x < end(high.x, width_); ++x)
                cover(x, y, color, opacity * glm::clamp(0.5f - shape(vec2(x, y) + 0.5f), 0.0f, 1.0f));
    }

    // at: left end of the baseline.
    void write(const StrokeText& text, vec2 at, float unit, float pen) {
        std::vector<StrokeSegment> strokes;
        for (const StrokeSegment& s : text.segments)
            strokes.push_back({at + vec2(s.from.x, -s.from.y) * unit, at + vec2(s.to.x, -s.to.y) * unit});
        fill(kInk, 1, at - vec2(pen, kCapHeight * unit + 2 * pen),
             at + vec2(text.width * unit + pen, kDescent * unit + 2 * pen), [&](vec2 x) {
                 float distance = 1e9f;
                 for (const StrokeSegment& s : strokes) distance = std::min(distance, segment_distance(x, s));
                 return distance - pen;
             });
    }

    std::vector<uint32_t> pixels() const {
        std::vector<uint32_t> out;
        for (const vec4& p : pixels_) {
            const glm::uvec4 bytes(p * 255.0f + 0.5f);
            out.push_back(bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24);
        }
        return out;
    }

  private:
    uint32_t width_, height_;
    std::vector<vec4> pixels_;
};

}  // namespace

std::string legend_number(float value) {
    char text[32];
    const float size = std::abs(value);
    if (size != 0 && (size < 1e-3f || size >= 1e6f)) {
        int exponent = static_cast<int>(std::floor(std::log10(size)));
        std::snprintf(text, sizeof text, "%.2ge%d", double(value) * std::pow(10.0, -exponent), exponent);
    } else if (size >= 999.5f) {  // which %.3g would write as 1e+03
        std::snprintf(text, sizeof text, "%.0f", double(value));
    } else {
        std::snprintf(text, sizeof text, "%.3g", double(value));
    }
    std::string out;
    for (const char* c = text; *c; ++c) out += *c == '-' ? "−" : std::string(1, *c);
    return out;
}

std::vector<float> legend_ticks(const ValueRange& range) {
    const float span = std::abs(range.high - range.low), step = round_step(span / kWantedTicks);
    const float low = std::min(range.low, range.high);
    std::vector<float> ticks{low};
    for (float k = std::floor(low / step) + 1; k * step < low + span; ++k) {
        const float from_low = k * step - low;  // not so near an end that labels would touch
        if (from_low > 0.09f * span && from_low < 0.91f * span) ticks.push_back(k * step);
    }
    ticks.push_back(low + span);
    if (range.high < range.low) std::reverse(ticks.begin(), ticks.end());
    return ticks;
}

uint64_t most_legend_bytes(uint32_t picture_height) {
    const float scale = scale_for(picture_height);
    return uint64_t(std::ceil(kMostWidth * scale)) * uint64_t(std::ceil(kMostHeight * scale)) * sizeof(uint32_t);
}

Legend make_legend(Coloring coloring, const ValueRange& range, uint32_t picture_height) {
    const ColoringInfo& c = info(coloring);
    const float scale = scale_for(picture_height), unit = kUnit * scale, pen = kPen * scale;
    const std::string title(c.title), named(range.unit.empty() ? c.unit : range.unit),
        in_unit = named.empty() ? "" : "  " + named;
    const StrokeText heading = stroke_text(title + in_unit);
    std::vector<std::pair<float, StrokeText>> labels;
    float widest = 0;
    for (float tick : legend_ticks(range)) {
        const bool signs = c.map == ColorMap::diverging && tick > 0;
        labels.emplace_back(tick, stroke_text((signs ? "+" : "") + legend_number(tick)));
        widest = std::max(widest, labels.back().second.width * unit);
    }

    Legend legend;
    const float bar_and_labels = (kBarWidth + kTick + kGap) * scale + widest;
    const auto pixels = [&](float v) { return static_cast<uint32_t>(std::lround(v * scale)); };
    legend.width =
        static_cast<uint32_t>(std::ceil(std::max(heading.width * unit, bar_and_labels) + 2 * kPadding * scale));
    legend.bar_left = pixels(kPadding);
    legend.bar_right = legend.bar_left + pixels(kBarWidth);
    legend.bar_top = static_cast<uint32_t>(std::lround(2 * kPadding * scale + (kCapHeight + kDescent) * unit));
    legend.bar_bottom = legend.bar_top + pixels(kBarHeight);
    legend.height = legend.bar_bottom + pixels(kPadding + kGap / 2);
    legend.margin = pixels(kMargin);

    UNDINE_CHECK(legend.pixel_bytes() <= most_legend_bytes(picture_height), "a legend's title is too long");

    Canvas canvas(legend.width, legend.height);
    const vec2 size(legend.width, legend.height), center = 0.5f * size;
    canvas.fill(kPanel, kPanelOpacity, vec2(0), size, [&](vec2 x) {  // a rounded rectangle
        const vec2 beyond = glm::abs(x - center) - center + kCorner * scale;
        return glm::length(glm::max(beyond, 0.0f)) + std::min(std::max(beyond.x, beyond.y), 0.0f) - kCorner * scale;
    });
    canvas.write(heading, vec2(kPadding * scale, kPadding * scale + kCapHeight * unit), unit, pen);
    const auto rows = float(legend.bar_bottom - legend.bar_top);
    for (uint32_t y = legend.bar_top; y < legend.bar_bottom; ++y) {
        const vec3 color = map_color(c.map, 1 - (float(y - legend.bar_top) + 0.5f) / rows);
        for (uint32_t x = legend.bar_left; x < legend.bar_right; ++x) canvas.cover(x, y, color, 1);
    }
    for (const auto& [value, text] : labels) {
        const float t = (value - range.low) / (range.high - range.low);
        const float y = float(legend.bar_bottom) - t * rows, left = float(legend.bar_right);
        const float level = glm::clamp(y, float(legend.bar_top) + pen, float(legend.bar_bottom) - pen);
        const StrokeSegment tick{{left + 2 * pen, level}, {left + kTick * scale, level}};
        canvas.fill(kInk, 1, tick.from - 2 * pen, tick.to + 2 * pen,
                    [&](vec2 x) { return segment_distance(x, tick) - pen; });
        canvas.write(text, {left + (kTick + kGap) * scale, level + 0.5f * kCapHeight * unit}, unit, pen);
    }
    legend.pixels = canvas.pixels();
    return legend;
}

}  // namespace undine
