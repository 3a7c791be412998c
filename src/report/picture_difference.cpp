#include "report/picture_difference.h"

#include <algorithm>
#include <array>

#include "internal_error.h"

namespace undine {
namespace {

constexpr uint32_t kMostFactor = 64;

uint32_t apart(std::byte a, std::byte b) { return static_cast<uint32_t>(std::abs(int(a) - int(b))); }

}  // namespace

PictureDifference difference_of(std::span<const std::byte> a, std::span<const std::byte> b) {
    UNDINE_CHECK(a.size() == b.size(), "pictures of different sizes are compared");
    std::array<uint64_t, 256> count{};
    PictureDifference d;
    uint64_t pixels_apart = 0, sum = 0;
    for (size_t p = 0; p + 3 < a.size(); p += 4) {
        uint32_t most = 0;
        for (size_t c = p; c < p + 3; ++c) {
            const uint32_t difference = apart(a[c], b[c]);
            ++count[difference];
            sum += difference;
            most = std::max(most, difference);
        }
        d.largest = std::max(d.largest, most);
        pixels_apart += most > 0;
    }
    const uint64_t pixels = a.size() / 4, cut_allowed = 3 * pixels / 1000;
    if (pixels == 0) return d;
    d.mean = double(sum) / double(3 * pixels);
    d.share = double(pixels_apart) / double(pixels);
    while (d.factor < kMostFactor) {
        uint64_t cut = 0;
        for (uint32_t k = 255 / (2 * d.factor) + 1; k < 256; ++k) cut += count[k];
        if (cut > cut_allowed) break;
        d.factor *= 2;
    }
    d.picture.resize(a.size(), std::byte{255});
    for (size_t p = 0; p + 3 < a.size(); p += 4)
        for (size_t c = p; c < p + 3; ++c) d.picture[c] = std::byte(std::min(255u, apart(a[c], b[c]) * d.factor));
    return d;
}

}  // namespace undine
