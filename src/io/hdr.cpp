#include "io/hdr.h"

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "platform/whole_file.h"
#include "text/text.h"
#include "undine/error.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace undine {
namespace {

struct Header {
    uint32_t width = 0, height = 0;
    std::string_view pixels;  // the bytes after the header
};

// Removes the first line from `rest` and returns it. Nothing for a line that stb_image might read differently: one that
// is unterminated, longer than stb_image's buffer, or has a null byte, which stb_image takes for its end.
std::optional<std::string_view> take_line(std::string_view& rest) {
    constexpr size_t kLongestLine = 1000;
    const size_t end = rest.substr(0, kLongestLine + 1).find('\n');
    if (end == std::string_view::npos) return {};
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.find('\0') != std::string_view::npos) return {};
    return line;
}

// Removes `before` and the whole number after it from the start of `text`, and returns the number.
std::optional<uint32_t> take_number(std::string_view& text, std::string_view before) {
    if (!text.starts_with(before)) return {};
    text.remove_prefix(before.size());
    uint32_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc{}) return {};
    text.remove_prefix(static_cast<size_t>(result.ptr - text.data()));
    return number;
}

// Nothing unless the file has a header that stb_image reads in the same way.
std::optional<Header> read_header(std::string_view file) {
    const auto first = take_line(file);
    if (first != "#?RADIANCE" && first != "#?RGBE") return {};
    bool has_format = false;
    for (auto line = take_line(file); line != ""; line = take_line(file)) {
        if (!line) return {};
        has_format |= *line == "FORMAT=32-bit_rle_rgbe";
    }
    auto size = take_line(file);
    if (!has_format || !size) return {};
    const auto height = take_number(*size, "-Y "), width = take_number(*size, " +X ");
    if (!height || !width || !size->empty()) return {};
    return Header{*width, *height, file};
}

// Whether the file has all of its pixels: stb_image invents missing ones, and loops without end at a run of length
// zero. Pixels are either rows of runs, one channel after another, or four bytes per pixel.
bool complete(const Header& header) {
    const std::string_view pixels = header.pixels;
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(pixels[at]); };
    const bool runs = header.width >= 8 && pixels.size() >= 4 && byte(0) == 2 && byte(1) == 2 && byte(2) < 128;
    if (!runs) return pixels.size() >= size_t{4} * header.width * header.height;
    size_t at = 0;
    for (uint32_t y = 0; y < header.height; ++y) {
        if (at + 4 > pixels.size() || byte(at) != 2 || byte(at + 1) != 2 ||
            (uint32_t{byte(at + 2)} << 8 | byte(at + 3)) != header.width)
            return false;
        at += 4;
        for (int channel = 0; channel < 4; ++channel)
            for (uint32_t x = 0; x < header.width;) {
                if (at >= pixels.size()) return false;
                const uint32_t count = byte(at++), equal = count > 128 ? count - 128 : 0;  // 0: literal bytes follow
                const uint32_t length = equal > 0 ? equal : count;
                if (length == 0 || length > header.width - x) return false;
                at += equal > 0 ? 1 : length;
                x += length;
            }
    }
    return at <= pixels.size();
}

}  // namespace

Panorama read_panorama(const std::filesystem::path& path) {
    constexpr uint32_t kMostWidth = 16384;
    constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // twice what the widest picture takes without runs
    const std::string bytes = read_whole_file(path, "an equirectangular Radiance picture (.hdr)", kMostBytes);
    auto refuse = [&](const std::string& sentence) { throw Error(Exit::bad_input, path_text(path) + ": " + sentence); };

    const std::optional<Header> header = read_header(bytes);
    if (!header)
        refuse("is not a Radiance picture; expected an equirectangular .hdr file, its rows from top to bottom");
    if (header->width != uint64_t{2} * header->height || header->width < 4 || header->width > kMostWidth)
        refuse("is " + std::to_string(header->width) + " x " + std::to_string(header->height) +
               " pixels; expected a panorama twice as wide as high, at most " + std::to_string(kMostWidth) + " wide");
    if (!complete(*header)) refuse("is damaged: its pixels end early, or a row differs in width from the others");

    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<float, void (*)(void*)> pixels(
        stbi_loadf_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width,
                               &height, &channels, 3),
        stbi_image_free);
    if (!pixels || uint32_t(width) != header->width || uint32_t(height) != header->height) refuse("cannot be decoded");

    Panorama panorama{header->width, header->height, {}};
    panorama.radiance.resize(size_t{header->width} * header->height);
    for (size_t k = 0; k < panorama.radiance.size(); ++k) {
        const float* p = pixels.get() + 3 * k;
        if (!std::isfinite(p[0] + p[1] + p[2]) || p[0] < 0 || p[1] < 0 || p[2] < 0)
            refuse("has a radiance that is negative or not finite in pixel " + std::to_string(k));
        panorama.radiance[k] = {p[0], p[1], p[2]};
    }
    return panorama;
}

}  // namespace undine
