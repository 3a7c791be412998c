// A repeated measurement: its median, least and greatest value.
#pragma once
#include <algorithm>
#include <vector>

namespace undine {

struct Spread {
    double median = 0, least = 0, most = 0;
};

// values: at least one. The median of an even number of values is the mean of the middle two.
inline Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

}  // namespace undine
