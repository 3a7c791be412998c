// How a report looks: on a screen, light or dark, wide or narrow, and on paper.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// The text of a <style> element. It refers to nothing outside the page.
std::string_view page_style();

// A whole page that has it. main: markup of the <main> element.
std::string html_page(const std::string& title, const std::string& main);

// A plot's <svg> element as a file, which brings the style along.
std::string standalone_svg(const std::string& element);

}  // namespace undine
