// The legend of a colouring as pixels: a bar of its colours with ticks, its title, its unit and its range.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "render/particles/coloring.h"

namespace undine {

struct Legend {
    uint32_t width = 0, height = 0;
    uint32_t margin = 0;           // pixels to leave between it and the picture's borders
    std::vector<uint32_t> pixels;  // rows from the top; R8G8B8A8, sRGB, alpha not multiplied in
    uint64_t pixel_bytes() const { return uint64_t{width} * height * sizeof(uint32_t); }

    // The bar's pixels, end excluded. Its rows have the colours of the range, high at the top.
    uint32_t bar_left = 0, bar_right = 0, bar_top = 0, bar_bottom = 0;
};

// Draws the legend for a picture of that height in pixels, but never smaller than for 576 rows, so that it stays
// legible. The colouring must have a legend.
Legend make_legend(Coloring coloring, const ValueRange& range, uint32_t picture_height);

// The most bytes that the pixels of any legend take in a picture of that height.
uint64_t most_legend_bytes(uint32_t picture_height);

// Values that get a tick: the ends and round ones between them, from range.low to range.high.
std::vector<float> legend_ticks(const ValueRange& range);

// A number in at most three significant digits, as "4.43" or "−10"; whole from 1000, as "12345"; below 0.001 and from a
// million in two, as "−5.1e−5".
std::string legend_number(float value);

}  // namespace undine
