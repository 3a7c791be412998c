// A page as a strict XML parser sees it.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace undine::testing {

struct PageElement {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text;  // of itself and of all that is in it
    size_t depth = 0;
    const std::string& attribute(const std::string& name) const {
        static const std::string none;
        const auto found = attributes.find(name);
        return found == attributes.end() ? none : found->second;
    }
};

// The elements in the order in which they begin; none, and a failure with the line, where the text is not
// well-formed.
std::vector<PageElement> parse_page(const std::string& text);

struct PageTable {
    std::string label;
    std::vector<std::vector<PageElement>> rows;  // the cells; the header first
};
std::vector<PageTable> tables_of(const std::vector<PageElement>& page);

// No attribute that would make a browser fetch anything, no script, and no style that does.
void expect_self_contained(const std::string& text, const std::vector<PageElement>& page);

}  // namespace undine::testing
