// The range of an axis and where its round numbers stand.
#pragma once
#include <string>
#include <vector>

namespace undine {

struct Axis {
    double from = 0, to = 1;  // from < to; both above 0 where it is logarithmic
    bool logarithmic = false;
    std::vector<double> ticks;  // round numbers from `from` to `to`, ascending

    // 0 … 1 along the axis.
    double place(double value) const;
};

// Linear, from tick to tick around the values: steps of 1, 2 or 5 times a power of ten, some `wanted` of them.
// Values that are not finite do not count. Starts at zero where that costs less than half of the axis.
Axis linear_axis(const std::vector<double>& values, int wanted = 5);

// Powers of ten around the positive ones of the values; at most `most` ticks.
Axis log_axis(const std::vector<double>& values, int most = 7);

// As short as it tells the ticks apart: "0.25"; of a logarithmic axis "10⁻⁴".
std::string tick_text(const Axis& axis, double tick);

}  // namespace undine
