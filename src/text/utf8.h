// Text from outside as characters.
#pragma once
#include <cstdint>
#include <string_view>

namespace undine {

struct Character {
    uint32_t code = 0;  // U+...; of a byte that begins no character: kNoCharacter
    size_t bytes = 1;   // that it takes, at least 1
};
inline constexpr uint32_t kNoCharacter = 0xFFFFFFFF;

// The character at the start of a text that is not empty, by RFC 3629: neither overlong forms nor surrogates.
Character first_character(std::string_view text);

// Characters that a terminal obeys rather than shows: control characters, U+0080 to U+009F among them, line separators,
// and the marks that turn the direction of what stands around them.
bool is_control(uint32_t code);

}  // namespace undine
