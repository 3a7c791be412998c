#include "report/text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "report/markdown.h"
#include "text/text.h"

namespace undine {

std::string TextTable::text(const std::string& indent) const {
    std::vector<size_t> widths;
    for (const Row& row : rows_) {
        widths.resize(std::max(widths.size(), row.size()));
        for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns(row[k]));
    }
    std::string out;
    for (const Row& row : rows_) {
        std::string line = indent;
        for (size_t k = 0; k < row.size(); ++k) {
            if (k > 0) line += "  ";
            line += k < left_ ? padded(row[k], widths[k]) : std::string(widths[k] - columns(row[k]), ' ') + row[k];
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
}

std::string TextTable::markdown() const {
    size_t width = 0;
    for (const Row& row : rows_) width = std::max(width, row.size());
    std::string out;
    for (size_t r = 0; r < rows_.size(); ++r) {
        for (size_t k = 0; k < width; ++k)
            out += "| " + (k < rows_[r].size() ? markdown_escaped(rows_[r][k]) : "") + ' ';
        out += "|\n";
        if (r > 0) continue;
        for (size_t k = 0; k < width; ++k) out += k < left_ ? "|---" : "|--:";
        out += "|\n";
    }
    return out;
}

std::string short_number(double value) {
    const double size = std::abs(value);
    const char* const format = size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : size >= 0.9995 ? "%.2f" : "%.3g";
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string with_commas(uint64_t number) { return grouped_text(number); }

std::string spread_text(const Spread& s, double scale) {
    return short_number(s.median * scale) + " [" + short_number(s.least * scale) + ".." + short_number(s.most * scale) +
           "]";
}

}  // namespace undine
