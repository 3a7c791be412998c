#include "scene/toml_nesting.h"

#include <algorithm>

namespace undine::toml_values {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_bare(char c) {
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '+';
}

// The end of the string that begins here, behind its last quote. TOML has four kinds: "…" with escapes and '…' without,
// which end in their line, and either with three quotes, which may begin and end with up to two more that belong to it.
size_t end_of_string(std::string_view text, size_t at) {
    const char quote = text[at];
    const bool long_string = text.substr(at, 3) == std::string_view(quote == '"' ? "\"\"\"" : "'''");
    for (at += long_string ? 3 : 1; at < text.size(); ++at) {
        if (text[at] == '\n' && !long_string) return at;  // not valid TOML
        if (text[at] == '\\' && quote == '"') ++at;
        else if (text[at] != quote) continue;
        else if (!long_string) return at + 1;
        else if (const size_t end = std::min(text.find_first_not_of(quote, at), text.size()); end - at >= 3)
            return std::min(end, at + 5);
    }
    return text.size();
}

// Of a run of characters of which keys and numbers consist: "a.b" has a dot, "0.5" has none, unless it is itself part
// of a key, as in "0.5 . a".
int dots_of_run(std::string_view text, size_t begin, size_t end) {
    const std::string_view run = text.substr(begin, end - begin);
    const int dots = static_cast<int>(std::ranges::count(run, '.'));
    const size_t dot = run.find('.');
    const bool number =
        dots == 1 && dot > 0 && dot + 1 < run.size() && is_digit(run[dot - 1]) && is_digit(run[dot + 1]);
    const size_t before = begin == 0 ? std::string_view::npos : text.find_last_not_of(" \t", begin - 1);
    const size_t after = text.find_first_not_of(" \t", end);
    const auto joins = [&](size_t at) { return at != std::string_view::npos && text[at] == '.'; };
    return number && !joins(before) && !joins(after) ? 0 : dots;
}

}  // namespace

std::optional<uint64_t> line_with_more_dots(std::string_view text, int most) {
    uint64_t line = 1;
    int dots = 0;
    for (size_t at = 0; at < text.size();) {
        const char c = text[at];
        size_t end = at + 1;
        if (c == '"' || c == '\'') {
            end = std::min(end_of_string(text, at), text.size());
            const auto lines = std::ranges::count(text.substr(at, end - at), '\n');
            line += static_cast<uint64_t>(lines);
            if (lines > 0) dots = 0;
        } else if (c == '#') {
            end = std::min(text.find('\n', at), text.size());
        } else if (c == '\n') {
            ++line;
            dots = 0;
        } else if (is_bare(c) || c == '.') {
            while (end < text.size() && (is_bare(text[end]) || text[end] == '.')) ++end;
            dots += dots_of_run(text, at, end);
            if (dots > most) return line;
        }
        at = end;
    }
    return std::nullopt;
}

}  // namespace undine::toml_values
