#include "report/markup.h"

#include <cstddef>
#include <cstdint>

namespace undine {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 character that the text begins with; 0 if it is malformed or not allowed in XML.
size_t character_at(std::string_view text) {
    const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? 1 : 0;
    const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    uint32_t code = first & (0xFFu >> (length + 1));
    for (size_t k = 1; k < length; ++k) {
        if ((byte(k) & 0xC0) != 0x80) return 0;
        code = code << 6 | (byte(k) & 0x3Fu);
    }
    const uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF, none = (code & 0xFFFE) == 0xFFFE;
    return code < least || code > 0x10FFFF || surrogate || none ? 0 : length;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t length = character_at(text);
        switch (length == 1 ? text[0] : length == 0 ? '\0' : 'x') {
            case '\0': out += kReplacement; break;
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

std::string png_data_url(std::string_view png) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out = "data:image/png;base64,";
    out.reserve(out.size() + (png.size() + 2) / 3 * 4);
    for (size_t at = 0; at < png.size(); at += 3) {
        const size_t count = png.size() - at < 3 ? png.size() - at : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? static_cast<unsigned char>(png[at + k]) : 0u);
        for (size_t k = 0; k < 4; ++k) out += k <= count ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

}  // namespace undine
