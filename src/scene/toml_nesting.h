// How deep the dotted keys of a TOML text nest, before a parser that calls itself for each dot reads it.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace undine::toml_values {

// The first line, counted from 1, with more than `most` dots that can nest a table: not those of strings, comments and
// numbers. The text must be UTF-8 without control characters.
std::optional<uint64_t> line_with_more_dots(std::string_view text, int most);

}  // namespace undine::toml_values
