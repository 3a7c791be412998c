// Letters as pen strokes, for the few words of a legend: equally sharp at any size, and no font file is needed.
#pragma once
#include <glm/vec2.hpp>
#include <string_view>
#include <vector>

namespace undine {

// Heights in units of the font: the baseline is 0, y points up.
inline constexpr float kCapHeight = 6, kDescent = 2;

struct StrokeSegment {
    glm::vec2 from, to;  // equal for a dot
};

struct StrokeText {
    std::vector<StrokeSegment> segments;
    float width = 0;  // from the first letter's left edge to the last one's right edge
};

// text: UTF-8. stroke_text() aborts at a letter that the font lacks; has_letters() tells whether it has them all.
StrokeText stroke_text(std::string_view text);
bool has_letters(std::string_view text);

}  // namespace undine
