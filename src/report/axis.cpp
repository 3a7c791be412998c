#include "report/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace undine {
namespace {

double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= least * (1 - 1e-9)) return step * power;
    return 10 * power;
}

std::string superscript(int number) {
    constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(number))) text += kDigits[digit - '0'];
    return text;
}

}  // namespace

double Axis::place(double value) const {
    if (logarithmic) return std::log(value / from) / std::log(to / from);
    return (value - from) / (to - from);
}

Axis linear_axis(const std::vector<double>& values, int wanted) {
    double least = INFINITY, most = -INFINITY;
    for (const double v : values)
        if (std::isfinite(v)) least = std::min(least, v), most = std::max(most, v);
    if (least > most) least = 0, most = 1;
    if (least > 0 && least < 0.5 * most) least = 0;
    if (most < 0 && most > 0.5 * least) most = 0;
    // If all values are equal, a range around them that is not empty.
    if (most - least <= 1e-9 * std::max(std::abs(least), std::abs(most)))
        most = least + std::max(std::abs(least) * 0.1, 1e-12), least -= least == 0 ? 0 : std::abs(least) * 0.1;
    const double step = round_step((most - least) / wanted);
    const auto first = static_cast<int64_t>(std::floor(least / step + 1e-9)),
               last = static_cast<int64_t>(std::ceil(most / step - 1e-9));
    Axis axis{double(first) * step, double(last) * step};
    for (int64_t k = first; k <= last; ++k) axis.ticks.push_back(double(k) * step);
    return axis;
}

Axis log_axis(const std::vector<double>& values, int most_ticks) {
    double least = INFINITY, most = 0;
    for (const double v : values)
        if (std::isfinite(v) && v > 0) least = std::min(least, v), most = std::max(most, v);
    if (most == 0) least = 0.1, most = 1;
    const int first = static_cast<int>(std::floor(std::log10(least) + 1e-9));
    const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most) - 1e-9)));
    Axis axis{std::pow(10, first), std::pow(10, last), true};
    const int every = (last - first) / most_ticks + 1;
    for (int k = last; k >= first; k -= every) axis.ticks.insert(axis.ticks.begin(), std::pow(10, k));
    return axis;
}

std::string tick_text(const Axis& axis, double tick) {
    if (axis.logarithmic) {
        const int power = static_cast<int>(std::lround(std::log10(tick)));
        return power == 0 ? "1" : "10" + superscript(power);
    }
    const double step = axis.ticks.size() > 1 ? axis.ticks[1] - axis.ticks[0] : 1;
    const double largest = std::max(std::abs(axis.from), std::abs(axis.to));
    if (std::abs(tick) < step * 1e-6) return "0";
    char text[32];
    if (largest < 1e-3 || largest >= 1e5) {
        const int power = static_cast<int>(std::floor(std::log10(largest)));
        std::snprintf(text, sizeof text, "%.3g", tick / std::pow(10, power));
        return text + ("·10" + superscript(power));
    }
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    std::snprintf(text, sizeof text, "%.*f", decimals, tick);
    return text;
}

}  // namespace undine
