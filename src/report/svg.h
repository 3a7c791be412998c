// A sequence of SVG elements. Coordinates are in units of the view box; classes are those of page_style().
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

namespace undine {

class Svg {
  public:
    void line(glm::dvec2 a, glm::dvec2 b, std::string_view style_class);
    void rect(glm::dvec2 corner, glm::dvec2 size, std::string_view style_class, std::string_view fill = {});
    void polyline(const std::vector<glm::dvec2>& points, std::string_view style_class);
    // anchor: start, middle or end of the text.
    void text(glm::dvec2 at, std::string_view anchor, std::string_view style_class, std::string_view text);
    // The mark of a series: circle, square, triangle, diamond, then those again, hollow.
    void mark(glm::dvec2 at, double radius, size_t style);
    void raw(std::string_view markup) { body_ += markup; }

    // The <svg> element around them, with a title and a description for screen readers.
    std::string element(glm::dvec2 size, const std::string& id, const std::string& title,
                        const std::string& description) const;
    const std::string& body() const { return body_; }

  private:
    std::string body_;
};

// "12.3"
std::string coordinate(double value);

// The approximate width of a text, in units of the font's size.
double text_width(std::string_view text);

// The text; if it is wider than `width`, in units of the font's size, its beginning with an ellipsis.
std::string fitted(std::string_view text, double width);

}  // namespace undine
