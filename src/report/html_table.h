// Tables of a page: names left-aligned, figures right-aligned, each figure with its unrounded value beside its text.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace undine {

struct HtmlCell {
    std::string text;             // escaped by the table
    std::string style_class;      // a class of page_style(): name, text, ok, bad, equal; empty: a figure
    std::optional<double> value;  // data-value: unrounded
    std::string markup_before;    // trusted: a mark before the text
};

class HtmlTable {
  public:
    // caption: what the table holds, for screen readers.
    HtmlTable(std::string caption, std::vector<HtmlCell> header);
    // first: the row begins a group and has a rule above it.
    void add(const std::vector<HtmlCell>& row, bool first = false);
    std::string markup() const;

  private:
    std::string caption_, head_, body_;
};

inline HtmlCell figure_cell(double value, std::string text, std::string style_class = {}) {
    return {std::move(text), std::move(style_class), value, {}};
}
inline HtmlCell name_cell(std::string text) { return {std::move(text), "name", {}, {}}; }

}  // namespace undine
