#include "report/html_table.h"

#include "report/markup.h"
#include "text/text.h"

namespace undine {
namespace {

std::string markup_of(const HtmlCell& cell, const char* element) {
    std::string out = std::string("<") + element;
    if (!cell.style_class.empty()) out += " class=\"" + cell.style_class + '"';
    if (cell.value) out += " data-value=\"" + number_text(*cell.value) + '"';
    return out + '>' + cell.markup_before + escaped(cell.text) + "</" + element + '>';
}

std::string row_of(const std::vector<HtmlCell>& row, const char* element, bool first) {
    std::string out = first ? "<tr class=\"first\">" : "<tr>";
    for (const HtmlCell& cell : row) out += markup_of(cell, element);
    return out + "</tr>\n";
}

}  // namespace

HtmlTable::HtmlTable(std::string caption, std::vector<HtmlCell> header)
    : caption_(std::move(caption)), head_(row_of(header, "th", false)) {}

void HtmlTable::add(const std::vector<HtmlCell>& row, bool first) { body_ += row_of(row, "td", first); }

std::string HtmlTable::markup() const {
    return "<div class=\"wide\"><table aria-label=\"" + escaped(caption_) + "\">\n<thead>" + head_ +
           "</thead>\n<tbody>\n" + body_ + "</tbody></table></div>\n";
}

}  // namespace undine
