#include "report/markdown.h"

#include <algorithm>

namespace undine {
namespace {

// Replaces control characters, which would end the line or do worse.
std::string on_one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    return line;
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
    constexpr std::string_view kMarkup = "\\`*_{}[]<>#|~&$!";
    std::string out;
    for (const char c : on_one_line(text)) {
        if (kMarkup.find(c) != std::string_view::npos) out += '\\';
        out += c;
        // An invisible comment separates '@' from the name after it, so that nobody is notified.
        if (c == '@') out += "<!-- -->";
    }
    return out;
}

std::string markdown_code(std::string_view text) {
    const std::string line = on_one_line(text);
    size_t longest = 0, run = 0;
    std::string escaped;
    for (const char c : line) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        if (c == '|') escaped += '\\';  // in a table, a bar ends the cell even inside code
        escaped += c;
    }
    const std::string fence(longest + 1, '`');
    const std::string pad = longest > 0 ? " " : "";
    return fence + pad + escaped + pad + fence;
}

}  // namespace undine
