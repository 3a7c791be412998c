#include "measure/channel_difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace undine {
namespace {

// In 2D a density is per area.
std::string unit_in(uint32_t dimensions, std::string_view unit) {
    return std::string(dimensions == 2 && unit == "kg/m³" ? "kg/m²" : unit);
}

double value(uint32_t word) { return std::bit_cast<float>(word); }

}  // namespace

std::vector<Channel> channels_of(Field field, uint32_t dimensions) {
    const FieldInfo& of = info(field);
    const std::string unit = unit_in(dimensions, of.unit);
    if (field == Field::multiplier)
        return {{".sum", 0, 1, 4, false, "m²"},
                {".denominator", 1, 1, 4, false, "1/m²"},
                {".density", 2, 1, 4, false, unit_in(dimensions, "kg/m³")},
                {".kept", 3, 1, 4, false, ""}};
    if (of.type == "vec4")
        return {{".xyz", 0, 3, 4, false, unit},
                {".w", 3, 1, 4, field == Field::predicted, unit_in(dimensions, of.w_unit)}};
    if (of.type == "float") return {{"", 0, 1, 1, false, unit}};
    if (of.type == "uvec2") return {{"", 0, 2, 2, true, unit}};
    if (field == Field::solver_state)
        return {{".done", 0, 1, 4, true, ""}, {".iterations", 1, 1, 4, true, ""}, {".error", 2, 1, 4, false, ""}};
    return {{"", 0, 1, 1, true, ""}};
}

double ChannelComparison::share_of_limit(const ParityTolerance& tolerance) const {
    if (unequal_integers > 0 || not_finite > 0) return std::numeric_limits<double>::infinity();
    if (max_difference == 0) return 0;
    const double share = max_difference / limit(tolerance);
    if (max_difference <= rounding || rms == 0) return share;
    const double relative_rounding = rounding / rms;
    return std::max(share, nmse / (tolerance.max_nmse + relative_rounding * relative_rounding));
}

void ChannelDifference::add(const ChannelComparison& comparison, const ParityTolerance& tolerance) {
    const double share = comparison.share_of_limit(tolerance);
    if (compared == 0 || share > worst.share_of_limit(tolerance)) worst = comparison;
    if (share > 1 && !first_beyond) first_beyond = comparison;
    max_difference = std::max(max_difference, comparison.max_difference);
    if (comparison.rms > 0) max_part_of_rms = std::max(max_part_of_rms, comparison.max_difference / comparison.rms);
    max_nmse = std::max(max_nmse, comparison.nmse);
    compared += comparison.compared;
    integers = comparison.integers;
    unequal_integers += comparison.unequal_integers;
    not_finite += comparison.not_finite;
}

ChannelComparison compare_channel(const Channel& channel, std::span<const uint32_t> a, std::span<const uint32_t> b,
                                  std::span<const uint32_t> from, UlpHistogram& ulps) {
    ChannelComparison c{.integers = channel.integers};
    double sum_sq = 0, difference_sq = 0, largest_operand = 0;
    for (size_t e = 0; e < a.size(); e += channel.stride)
        for (size_t k = e + channel.first; k < e + channel.first + channel.count; ++k, ++c.compared) {
            const auto place = [&](double x, double y) {
                return Place{e / channel.stride, static_cast<uint32_t>(k - e), {}, x, y};
            };
            if (channel.integers) {
                if (a[k] != b[k] && c.unequal_integers++ == 0) c.place = place(a[k], b[k]);
                continue;
            }
            const double x = value(a[k]), y = value(b[k]);
            if (!std::isfinite(x) || !std::isfinite(y)) {
                if (c.not_finite++ == 0) c.place = place(x, y);
                continue;
            }
            ulps.add(ulp_distance(static_cast<float>(x), static_cast<float>(y)));
            const double start = from.empty() ? 0 : value(from[k]), moved = x - start;
            sum_sq += moved * moved;
            difference_sq += (x - y) * (x - y);
            if (start != 0) largest_operand = std::max(largest_operand, std::abs(x));
            if (std::abs(x - y) <= c.max_difference) continue;
            c.max_difference = std::abs(x - y);
            if (c.not_finite == 0) c.place = place(x, y);
        }
    c.rms = c.compared > 0 ? std::sqrt(sum_sq / double(c.compared)) : 0;
    c.rounding = largest_operand * std::numeric_limits<float>::epsilon();
    c.nmse = sum_sq > 0 ? difference_sq / sum_sq : 0;
    return c;
}

}  // namespace undine
