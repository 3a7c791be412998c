#include "cli/size_option.h"

#include <charconv>

#include "error.h"

namespace undine {

void read_size(const std::string& text, uint32_t& width, uint32_t& height) {
    const char* const end = text.data() + text.size();
    auto [x, error] = std::from_chars(text.data(), end, width);
    const bool has_width = error == std::errc() && x != end && *x == 'x' && width > 0;
    if (has_width) {
        auto [rest, error_too] = std::from_chars(x + 1, end, height);
        if (error_too == std::errc() && rest == end && height > 0) return;
    }
    throw Error(Exit::usage, "--size " + text + ": expected WIDTHxHEIGHT in pixels, as 1280x720");
}

}  // namespace undine
