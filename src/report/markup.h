// Text as markup: HTML that is also XML, so that any parser can check it.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// Escapes any text for an element or a quoted attribute. Bytes that form no XML character become U+FFFD.
std::string escaped(std::string_view text);

// "data:image/png;base64,…"
std::string png_data_url(std::string_view png);

}  // namespace undine
