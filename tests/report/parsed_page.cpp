#include "report/parsed_page.h"

#include <expat.h>
#include <gtest/gtest.h>

#include <memory>

namespace undine::testing {
namespace {

struct Reader {
    std::vector<PageElement> elements;
    std::vector<size_t> open;
};

void begin(void* user, const char* name, const char** attributes) {
    auto& reader = *static_cast<Reader*>(user);
    PageElement element{.name = name, .depth = reader.open.size()};
    for (; *attributes; attributes += 2) element.attributes[attributes[0]] = attributes[1];
    reader.open.push_back(reader.elements.size());
    reader.elements.push_back(std::move(element));
}

void end(void* user, const char*) { static_cast<Reader*>(user)->open.pop_back(); }

void text(void* user, const char* characters, int length) {
    auto& reader = *static_cast<Reader*>(user);
    for (const size_t k : reader.open) reader.elements[k].text.append(characters, static_cast<size_t>(length));
}

}  // namespace

std::vector<PageElement> parse_page(const std::string& page) {
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"),
                                                                              &XML_ParserFree);
    Reader reader;
    XML_SetUserData(parser.get(), &reader);
    XML_SetElementHandler(parser.get(), begin, end);
    XML_SetCharacterDataHandler(parser.get(), text);
    if (XML_Parse(parser.get(), page.data(), static_cast<int>(page.size()), 1) == XML_STATUS_OK) return reader.elements;
    ADD_FAILURE() << "line " << XML_GetCurrentLineNumber(parser.get()) << ": "
                  << XML_ErrorString(XML_GetErrorCode(parser.get()));
    return {};
}

std::vector<PageTable> tables_of(const std::vector<PageElement>& page) {
    std::vector<PageTable> tables;
    for (const PageElement& element : page) {
        if (element.name == "table") tables.push_back({element.attribute("aria-label"), {}});
        if (element.name == "tr") tables.back().rows.emplace_back();
        if (element.name == "td" || element.name == "th") tables.back().rows.back().push_back(element);
    }
    return tables;
}

void expect_self_contained(const std::string& text, const std::vector<PageElement>& page) {
    for (const PageElement& element : page) {
        EXPECT_NE(element.name, "script");
        EXPECT_NE(element.name, "link");
        EXPECT_NE(element.name, "iframe");
        for (const auto& [name, value] : element.attributes) {
            EXPECT_FALSE(name.starts_with("on")) << name;
            if (name == "src") {
                EXPECT_TRUE(value.starts_with("data:image/png;base64,")) << value.substr(0, 60);
            }
            if (name == "fill" && value.starts_with("url")) {
                EXPECT_TRUE(value.starts_with("url(#")) << value;
            }
            EXPECT_TRUE(name != "href" && name != "srcset" && name != "poster" && name != "xlink:href") << name;
        }
    }
    EXPECT_EQ(text.find("@import"), std::string::npos);
    for (size_t at = 0; (at = text.find("url(", at)) != std::string::npos; ++at) EXPECT_EQ(text[at + 4], '#');
}

}  // namespace undine::testing
