#include "cli/size_option.h"

#include <charconv>

#include "undine/error.h"

namespace undine {

PictureSize read_size(const std::string& text) {
    PictureSize size;
    const char* const end = text.data() + text.size();
    auto [x, error] = std::from_chars(text.data(), end, size.width);
    const bool has_width = error == std::errc() && x != end && *x == 'x' && size.width > 0;
    if (has_width) {
        auto [rest, error_too] = std::from_chars(x + 1, end, size.height);
        if (error_too == std::errc() && rest == end && size.height > 0) return size;
    }
    throw Error(Exit::usage, "--size " + text + ": expected WIDTHxHEIGHT in pixels, such as 1280x720");
}

}  // namespace undine
