// Decodes untrusted text into characters.
#pragma once
#include <cstdint>
#include <string_view>

namespace undine {

struct Character {
    uint32_t code = 0;  // code point; kNoCharacter if the byte does not begin a character
    size_t bytes = 1;   // its length, at least 1
};
inline constexpr uint32_t kNoCharacter = 0xFFFFFFFF;

// The character at the start of a non-empty text, by RFC 3629: overlong forms and surrogates are not characters.
Character first_character(std::string_view text);

// Whether a terminal obeys the character rather than showing it: control characters including U+0080 to U+009F, line
// separators, and the marks that change the direction of the text around them.
bool is_control(uint32_t code);

}  // namespace undine
