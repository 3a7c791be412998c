// Text for Markdown as GitHub and similar sites read it.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// The same text, escaped: whatever characters it holds, none acts as markup, ends a table cell or starts a line.
std::string markdown_escaped(std::string_view text);

// The text in monospaced type, for a command or a scene's name.
std::string markdown_code(std::string_view text);

}  // namespace undine
