#include "ply/header.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "text/text.h"
#include "undine/error.h"

namespace undine::ply {
namespace {

constexpr size_t kMaxLine = 4096;  // bytes
constexpr size_t kMaxHeaderLines = 1000;
constexpr size_t kMaxElements = 64, kMaxProperties = 64;

std::optional<Scalar> scalar_of(std::string_view name) {
    constexpr std::pair<std::string_view, Scalar> kNames[] = {
        {"char", Scalar::i8},   {"uchar", Scalar::u8},   {"short", Scalar::i16},   {"ushort", Scalar::u16},
        {"int", Scalar::i32},   {"uint", Scalar::u32},   {"float", Scalar::f32},   {"double", Scalar::f64},
        {"int8", Scalar::i8},   {"uint8", Scalar::u8},   {"int16", Scalar::i16},   {"uint16", Scalar::u16},
        {"int32", Scalar::i32}, {"uint32", Scalar::u32}, {"float32", Scalar::f32}, {"float64", Scalar::f64},
    };
    for (const auto& [known, type] : kNames) {
        if (known == name) return type;
    }
    return std::nullopt;
}

using Words = std::vector<std::string_view>;

Format read_format(const Words& words, const std::string& path) {
    if (words.size() == 3 && words[2] == "1.0") {
        if (words[1] == "ascii") return Format::ascii;
        if (words[1] == "binary_little_endian") return Format::little_endian;
        if (words[1] == "binary_big_endian") return Format::big_endian;
    }
    refuse(path, "the format must be ascii, binary_little_endian or binary_big_endian, and 1.0");
}

// "property TYPE NAME" or "property list COUNT_TYPE TYPE NAME".
Property read_property(const Words& words, const std::string& path) {
    const bool list = words.size() >= 2 && words[1] == "list";
    const size_t at = list ? 3 : 1;
    const std::optional<Scalar> type = words.size() == at + 2 ? scalar_of(words[at]) : std::nullopt;
    if (!type) refuse(path, "a property line of the header must give a PLY type and a name");
    const std::optional<Scalar> count = list ? scalar_of(words[2]) : std::nullopt;
    if (list && !(count && is_integer(*count))) refuse(path, "the length of a list must have an integer type");
    return {std::string(words[at + 1]), *type, count};
}

void add_property(Element& element, const Words& words, const std::string& path) {
    Property property = read_property(words, path);
    const std::string name = "element " + printable(element.name);
    if (element.find(property.name))
        refuse(path, name + " must not have property " + printable(property.name) + " twice");
    if (element.properties.size() == kMaxProperties)
        refuse(path, name + " must not have more than " + std::to_string(kMaxProperties) + " properties");
    element.properties.push_back(std::move(property));
}

void add_element(Header& header, const Words& words, const std::string& path) {
    uint64_t count = 0;
    const char* const end = words.size() == 3 ? words[2].data() + words[2].size() : nullptr;
    const auto result = end ? std::from_chars(words[2].data(), end, count) : std::from_chars_result{};
    if (!end || result.ec != std::errc{} || result.ptr != end)
        refuse(path, "an element line of the header must give a name and a count");
    if (header.find(words[1])) refuse(path, "element " + printable(words[1]) + " must not appear twice in the header");
    if (header.elements.size() == kMaxElements)
        refuse(path, "the header must not have more than " + std::to_string(kMaxElements) + " elements");
    header.elements.push_back({std::string(words[1]), count, {}});
}

}  // namespace

size_t byte_size(Scalar type) {
    constexpr size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return kSizes[static_cast<size_t>(type)];
}

bool is_integer(Scalar type) { return type != Scalar::f32 && type != Scalar::f64; }

bool Element::has_lists() const {
    return std::ranges::any_of(properties, [](const Property& p) { return p.count.has_value(); });
}

size_t Element::least_bytes() const {
    size_t sum = 0;
    for (const Property& p : properties) sum += byte_size(p.count.value_or(p.type));
    return sum;
}

std::optional<size_t> Element::find(std::string_view property) const {
    const auto at = std::ranges::find(properties, property, &Property::name);
    if (at == properties.end()) return std::nullopt;
    return static_cast<size_t>(at - properties.begin());
}

const Element* Header::find(std::string_view element) const {
    const auto at = std::ranges::find(elements, element, &Element::name);
    return at == elements.end() ? nullptr : &*at;
}

void refuse(const std::string& path, const std::string& sentence) {
    throw Error(Exit::bad_input, path_text(path) + ": " + sentence);
}

bool read_line(std::istream& stream, std::string& line, const std::string& path, size_t most) try {
    line.clear();
    std::streambuf& buffer = *stream.rdbuf();
    int c = buffer.sbumpc();
    if (c == EOF) return false;
    for (; c != EOF && c != '\n'; c = buffer.sbumpc()) {
        if (line.size() == most)
            refuse(path, "a line is longer than " + std::to_string(most) + " bytes, so this is not a PLY file");
        line.push_back(static_cast<char>(c));
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
} catch (const std::ios_base::failure&) {  // thrown by the buffer: distinguishes a read error from the end of the file
    refuse(path, "cannot be read to the end");
}

Words words_of(std::string_view line) {
    Words words;
    for (size_t begin = 0; (begin = line.find_first_not_of(" \t", begin)) != std::string_view::npos;) {
        const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

Header read_header(std::istream& stream, const std::string& path) {
    std::string line;
    if (!read_line(stream, line, path, kMaxLine) || line != "ply")
        refuse(path, "this is not a PLY file: its first line is not 'ply'");
    Header header{Format::ascii, {}, {}, 1};
    bool has_format = false;
    for (;;) {
        if (!read_line(stream, line, path, kMaxLine)) refuse(path, "the header ends without 'end_header'");
        if (++header.lines > kMaxHeaderLines)
            refuse(path, "the header must not be longer than " + std::to_string(kMaxHeaderLines) + " lines");
        const Words words = words_of(line);
        if (words.empty() || words[0] == "obj_info") continue;
        if (words[0] == "end_header") break;
        if (words[0] == "comment") {
            header.comments.push_back(line);
        } else if (words[0] == "format") {
            header.format = read_format(words, path);
            has_format = true;
        } else if (words[0] == "element") {
            add_element(header, words, path);
        } else if (words[0] == "property") {
            if (header.elements.empty()) refuse(path, "a property comes before any element");
            add_property(header.elements.back(), words, path);
        } else {
            refuse(path, "the header has an unknown keyword '" + printable(words[0]) + "'");
        }
    }
    if (!has_format) refuse(path, "the header has no format");
    return header;
}

}  // namespace undine::ply
