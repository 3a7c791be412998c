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

    // Of the bar, whose rows have the colours of the range, high at the top: its pixels, end excluded.
    uint32_t bar_left = 0, bar_right = 0, bar_top = 0, bar_bottom = 0;
};

// For a picture of that height in pixels; never smaller than for 576 rows, so that it can be read. The colouring has a
// legend.
Legend make_legend(Coloring coloring, const ValueRange& range, uint32_t picture_height);

// Of the pixels of any of them.
uint64_t most_legend_bytes(uint32_t picture_height);

// Values that get a mark: round ones between the ends, and the ends. From low to high.
std::vector<float> legend_ticks(const ValueRange& range);

// A number in at most three digits, as "4.43", "−10" or "−5.1e−5".
std::string legend_number(float value);

}  // namespace undine
