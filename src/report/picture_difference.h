// Two pictures of the same size, and a third that shows where they differ.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace undine {

struct PictureDifference {
    uint32_t largest = 0;  // of a channel, of 255
    double mean = 0;       // over all channels, of 255
    double share = 0;      // of the pixels that differ at all
    uint32_t factor =
        1;  // the picture's: a power of two up to 64, with which at most one channel value in a thousand is cut
    std::vector<std::byte> picture;  // RGBA: |a − b| · factor
};

// RGBA, 4 bytes a pixel, alpha not compared; as many of both.
PictureDifference difference_of(std::span<const std::byte> a, std::span<const std::byte> b);

}  // namespace undine
