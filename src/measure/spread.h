// A measurement that was repeated: its median, and how far it went either way.
#pragma once
#include <algorithm>
#include <vector>

namespace undine {

struct Spread {
    double median = 0, least = 0, most = 0;
};

// Of at least one value; the median of an even number is the mean of the middle two.
inline Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

}  // namespace undine
