#include "text/quantity_text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

#include "text/text.h"

namespace undine {
namespace {

// To three significant digits; for less than 1,000.
std::string three_digits(double value) {
    const double size = std::abs(value);
    char text[32];
    std::snprintf(text, sizeof text, size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
    return text;
}

// Three significant digits, without trailing zeros after the point, in the largest unit that leaves at least 1.
std::string scaled(uint64_t bytes, uint64_t base, const std::array<const char*, 5>& units) {
    if (bytes < base) return counted(bytes, "byte");
    double value = static_cast<double>(bytes);
    size_t unit = 0;
    // A value that would round to `base` of one unit is printed as 1 of the next.
    for (const double most = static_cast<double>(base) - 0.5; unit < units.size() && (unit == 0 || value >= most);
         ++unit)
        value /= static_cast<double>(base);
    std::string number = three_digits(value);
    if (number.find('.') != std::string::npos) {
        number.erase(number.find_last_not_of('0') + 1);
        if (number.back() == '.') number.pop_back();
    }
    return number + ' ' + units[unit - 1];
}

}  // namespace

std::string counted(uint64_t count, std::string_view noun, std::string_view plural) {
    std::string text = grouped_text(count) + ' ';
    if (count == 1) return text += noun;
    return plural.empty() ? (text += noun) + 's' : text += plural;
}

std::string percent_text(double part, int decimals) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f %%", decimals, 100 * part);
    return text;
}

std::string memory_text(uint64_t bytes) { return scaled(bytes, 1024, {"KiB", "MiB", "GiB", "TiB", "PiB"}); }

std::string energy_text(double joules) {
    static constexpr std::pair<double, const char*> kUnits[] = {{1e-3, "mJ"}, {1, "J"}, {1e3, "kJ"}, {1e6, "MJ"}};
    const double size = std::abs(joules);
    auto unit = std::begin(kUnits);
    if (size == 0) ++unit;
    while (std::next(unit) != std::end(kUnits) && size >= 999.5 * unit->first) ++unit;
    return three_digits(joules / unit->first) + ' ' + unit->second;
}

std::string file_size_text(uint64_t bytes) { return scaled(bytes, 1000, {"kB", "MB", "GB", "TB", "PB"}); }

}  // namespace undine
