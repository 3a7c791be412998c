#include "render/particles/stroke_font.h"

#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

#include "internal_error.h"

namespace undine {
namespace {

constexpr float kLetterGap = 1.5f, kSpace = 2.2f;

// m x y: the pen moves to a point, and makes a dot if no line follows; l x y: a line from the pen to a point; a x y rx
// ry from to: an arc of the ellipse around (x, y), angles in degrees, counterclockwise if they increase, which leaves
// the pen at its end.
struct Letter {
    char32_t code;
    float width;
    const char* path;
};

constexpr Letter kLetters[] = {
    {U'0', 3.6f, "a 1.8 3 1.8 3 0 360"},
    {U'1', 3.6f, "m 0.6 4.7 l 2.1 6 l 2.1 0"},
    {U'2', 3.6f, "a 1.8 4.3 1.65 1.7 165 -38 l 0.1 0 l 3.6 0"},
    {U'3', 3.6f, "a 1.75 4.55 1.5 1.45 155 -90 a 1.75 1.55 1.8 1.55 90 -155"},
    {U'4', 3.6f, "m 2.7 0 l 2.7 6 l 0 1.7 l 3.6 1.7"},
    {U'5', 3.6f, "m 3.2 6 l 0.7 6 l 0.4 3.2 a 1.75 1.95 1.8 1.95 140 -150"},
    {U'6', 3.6f, "a 1.8 1.9 1.8 1.9 0 360 a 3.3 1.9 3.3 4.1 180 97"},
    {U'7', 3.6f, "m 0.2 6 l 3.5 6 l 1.3 0"},
    {U'8', 3.6f, "a 1.8 4.5 1.5 1.5 0 360 a 1.8 1.5 1.8 1.5 0 360"},
    {U'9', 3.6f, "a 1.8 4.1 1.8 1.9 0 360 a 0.3 4.1 3.3 4.1 0 -83"},
    {U'.', 0.4f, "m 0.2 0"},
    {U'−', 3.0f, "m 0 2.7 l 3 2.7"},
    {U'+', 3.0f, "m 0 2.7 l 3 2.7 m 1.5 1.2 l 1.5 4.2"},
    {U'/', 2.2f, "m 0 -0.8 l 2.2 6.4"},
    {U'%', 4.8f, "a 1 4.9 1 1.1 0 360 a 3.8 1.1 1 1.1 0 360 m 3.9 6 l 0.9 0"},
    {U'²', 1.8f, "a 0.9 5.4 0.8 0.8 165 -38 l 0.1 3.5 l 1.8 3.5"},
    {U'N', 3.8f, "m 0 0 l 0 6 l 3.8 0 l 3.8 6"},
    {U'P', 3.4f, "m 0 0 l 0 6 l 1.7 6 a 1.7 4.4 1.7 1.6 90 -90 l 0 2.8"},
    {U'a', 3.4f, "a 1.7 2 1.7 2 0 360 m 3.4 4 l 3.4 0"},
    {U'b', 3.4f, "m 0 6 l 0 0 a 1.7 2 1.7 2 0 360"},
    {U'c', 3.1f, "a 1.8 2 1.8 2 48 312"},
    {U'd', 3.4f, "a 1.7 2 1.7 2 0 360 m 3.4 6 l 3.4 0"},
    {U'e', 3.5f, "m 0 2.1 l 3.5 2.1 a 1.75 2 1.75 2 3 312"},
    {U'g', 3.4f, "a 1.7 2 1.7 2 0 360 m 3.4 4 l 3.4 -0.4 a 1.75 -0.4 1.65 1.6 0 -150"},
    {U'h', 3.2f, "m 0 6 l 0 0 m 0 2.4 a 1.6 2.4 1.6 1.6 180 0 l 3.2 0"},
    {U'i', 0.4f, "m 0.2 4 l 0.2 0 m 0.2 5.7"},
    {U'm', 5.2f, "m 0 4 l 0 0 a 1.3 2.7 1.3 1.3 180 0 l 2.6 0 m 2.6 2.7 a 3.9 2.7 1.3 1.3 180 0 l 5.2 0"},
    {U'n', 3.2f, "m 0 4 l 0 0 a 1.6 2.4 1.6 1.6 180 0 l 3.2 0"},
    {U'o', 3.6f, "a 1.8 2 1.8 2 0 360"},
    {U'p', 3.4f, "m 0 4 l 0 -2 a 1.7 2 1.7 2 0 360"},
    {U'r', 2.2f, "m 0 4 l 0 0 a 1.6 2.3 1.6 1.7 180 68"},
    {U's', 2.8f, "a 1.4 3.02 1.15 0.98 38 270 a 1.4 1.02 1.35 1.02 90 -145"},
    {U't', 2.2f, "m 0.8 5.4 l 0.8 1.2 a 1.9 1.2 1.1 1.2 180 285 m 0 4 l 2.1 4"},
    {U'u', 3.2f, "m 0 4 l 0 1.6 a 1.6 1.6 1.6 1.6 180 360 m 3.2 4 l 3.2 0"},
    {U'v', 3.4f, "m 0 4 l 1.7 0 l 3.4 4"},
    {U'y', 3.4f, "m 0 4 l 1.7 0 m 3.4 4 l 0.9 -2"},
    {U'λ', 3.4f, "m 0.2 6 l 0.8 6 l 3.4 0 m 1.75 3.7 l 0 0"},
};

const Letter* find(char32_t code) {
    for (const Letter& letter : kLetters)
        if (letter.code == code) return &letter;
    return nullptr;
}

// Decodes well-formed UTF-8 of up to three bytes a letter.
std::vector<char32_t> decode(std::string_view text) {
    std::vector<char32_t> codes;
    for (size_t k = 0; k < text.size();) {
        const auto lead = static_cast<uint8_t>(text[k++]);
        const int more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : 2;
        char32_t code = more == 0 ? lead : lead & (more == 1 ? 0x1F : 0x0F);
        for (int b = 0; b < more && k < text.size(); ++b) code = code << 6 | (static_cast<uint8_t>(text[k++]) & 0x3F);
        codes.push_back(code);
    }
    return codes;
}

void draw_path(const char* path, glm::vec2 at, std::vector<StrokeSegment>& out) {
    std::istringstream words(path);
    glm::vec2 pen{0};
    auto point = [&] {
        float x, y;
        words >> x >> y;
        return at + glm::vec2(x, y);
    };
    auto line_to = [&](glm::vec2 to) {
        out.push_back({pen, to});
        pen = to;
    };
    for (char command; words >> command;) {
        if (command == 'm') {
            pen = point();
            if ((words >> std::ws).eof() || words.peek() == 'm') out.push_back({pen, pen});
        } else if (command == 'l') {
            line_to(point());
        } else {
            const glm::vec2 center = point();
            float rx, ry, from, to;
            words >> rx >> ry >> from >> to;
            auto on = [&](float degrees) {
                const float a = degrees * 3.14159265f / 180;
                return center + glm::vec2(rx * std::cos(a), ry * std::sin(a));
            };
            pen = on(from);
            const int parts = static_cast<int>(std::ceil(std::abs(to - from) / 15));
            for (int k = 1; k <= parts; ++k) line_to(on(from + (to - from) * float(k) / float(parts)));
        }
    }
}

}  // namespace

bool has_letters(std::string_view text) {
    for (char32_t code : decode(text))
        if (code != U' ' && !find(code)) return false;
    return true;
}

StrokeText stroke_text(std::string_view text) {
    StrokeText out;
    float x = 0;
    for (char32_t code : decode(text)) {
        if (code == U' ') {
            x += kSpace;
            continue;
        }
        const Letter* letter = find(code);
        UNDINE_CHECK(letter, "a letter that the stroke font lacks");
        draw_path(letter->path, {x, 0}, out.segments);
        out.width = x + letter->width;
        x = out.width + kLetterGap;
    }
    return out;
}

}  // namespace undine
