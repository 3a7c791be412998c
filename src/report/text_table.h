// Reports as columns: names left-aligned, figures right-aligned.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "measure/spread.h"

namespace undine {

class TextTable {
  public:
    using Row = std::vector<std::string>;

    // The first `left` columns hold names and are left-aligned; the others hold figures.
    TextTable(Row header, size_t left) : left_(left) { add(std::move(header)); }
    void add(Row row) { rows_.push_back(std::move(row)); }

    // A line per row, the header first; two spaces between columns, `indent` before the first.
    std::string text(const std::string& indent = "") const;

    // The same as a Markdown table, with its cells escaped.
    std::string markdown() const;

  private:
    size_t left_;
    std::vector<Row> rows_;
};

// Three significant digits, or all digits of a larger integer part: 0.000123, 1.23, 12.3, 123, 1234.
std::string short_number(double value);

// Median and range of the values times `scale`: "7.81 [7.60..7.90]".
std::string spread_text(const Spread& s, double scale = 1);

// 50,400
std::string with_commas(uint64_t number);

}  // namespace undine
