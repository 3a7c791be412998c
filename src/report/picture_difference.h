// Two pictures of the same size, and a third that shows where they differ.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace undine {

struct PictureDifference {
    uint32_t largest = 0;  // of one channel, 0 … 255
    double mean = 0;       // over all channels, 0 … 255
    double share = 0;      // of the pixels that differ at all
    uint32_t factor = 1;   // of the picture: a power of two up to 64 that clips at most one channel value in a thousand
    std::vector<std::byte> picture;  // RGBA: |a − b| · factor
};

// RGBA, 4 bytes a pixel, alpha not compared; both of the same size.
PictureDifference difference_of(std::span<const std::byte> a, std::span<const std::byte> b);

}  // namespace undine
