// Text as markup: HTML that is XML too, so that any parser can check it.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// Text from anywhere, fit for an element or a quoted attribute. What XML has no character for becomes U+FFFD.
std::string escaped(std::string_view text);

// "data:image/png;base64,…"
std::string png_data_url(std::string_view png);

}  // namespace undine
