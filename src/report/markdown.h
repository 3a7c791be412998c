// Text for Markdown as GitHub and its like read it.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// The same words, whatever characters they hold: nothing in them is markup, ends a cell of a table or starts a line.
std::string markdown_escaped(std::string_view text);

// The text in type of one width: a command, a scene's name.
std::string markdown_code(std::string_view text);

}  // namespace undine
