#include "text/utf8.h"

namespace undine {

Character first_character(std::string_view text) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
    const uint32_t first = byte(0);
    if (first < 0x80) return {first, 1};
    const size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || bytes > text.size()) return {kNoCharacter, 1};
    uint32_t code = first & (0x7F >> bytes);
    for (size_t at = 1; at < bytes; ++at) {
        if ((byte(at) & 0xC0) != 0x80) return {kNoCharacter, 1};
        code = code << 6 | (byte(at) & 0x3F);
    }
    constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < kLeast[bytes] || code > 0x10FFFF || surrogate) return {kNoCharacter, 1};
    return {code, bytes};
}

bool is_control(uint32_t code) {
    const auto within = [&](uint32_t from, uint32_t to) { return code >= from && code <= to; };
    return code < 0x20 || within(0x7F, 0x9F) ||  // C0, DEL and C1
           within(0x2028, 0x2029) ||             // line and paragraph separators
           code == 0x61C || within(0x200E, 0x200F) || within(0x202A, 0x202E) || within(0x2066, 0x2069);  // direction
}

}  // namespace undine
