// Reports as columns: names to the left, figures to the right.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "measure/spread.h"

namespace undine {

class TextTable {
  public:
    using Row = std::vector<std::string>;

    // The first `left` columns hold names and stand to the left; the others hold figures.
    TextTable(Row header, size_t left) : left_(left) { add(std::move(header)); }
    void add(Row row) { rows_.push_back(std::move(row)); }

    // A line per row, the header first; two spaces between columns, `indent` before the first.
    std::string text(const std::string& indent = "") const;

    // The same as a table of Markdown, its cells escaped.
    std::string markdown() const;

  private:
    size_t left_;
    std::vector<Row> rows_;
};

// Three digits: 0.000123, 1.23, 12.3, 123, 1234.
std::string short_number(double value);

// "7.81 [7.6..7.9]" of the values times `scale`.
std::string spread_text(const Spread& s, double scale = 1);

// 50,400
std::string with_commas(uint64_t number);

}  // namespace undine
