// The range of an axis and the places of its round numbers.
#pragma once
#include <string>
#include <vector>

namespace undine {

struct Axis {
    double from = 0, to = 1;  // from < to; both above 0 if it is logarithmic
    bool logarithmic = false;
    std::vector<double> ticks;  // round numbers from `from` to `to`, ascending

    // 0 … 1 along the axis.
    double place(double value) const;
};

// A linear axis around the values that begins and ends at a tick, with about `wanted` steps of 1, 2 or 5 times a power
// of ten. Ignores values that are not finite. Includes zero if that costs less than half of the axis.
Axis linear_axis(const std::vector<double>& values, int wanted = 5);

// A logarithmic axis between the powers of ten around the positive values, with at most `most` ticks.
Axis log_axis(const std::vector<double>& values, int most = 7);

// The tick's number with just enough digits to tell the ticks apart: "0.25"; on a logarithmic axis "10⁻⁴".
std::string tick_text(const Axis& axis, double tick);

}  // namespace undine
