#include "io/ply_header.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "error.h"
#include "text/text.h"

namespace undine::ply {
namespace {

constexpr size_t kMaxLine = 4096;  // bytes: 64 for each property that an ascii vertex may have
constexpr size_t kMaxHeaderLines = 1000;
constexpr size_t kMaxProperties = 64;

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

PlyFormat read_format(const std::vector<std::string_view>& words, const std::string& path) {
    if (words.size() == 3 && words[2] == "1.0") {
        if (words[1] == "ascii") return PlyFormat::ascii;
        if (words[1] == "binary_little_endian") return PlyFormat::binary;
    }
    refuse(path, "the format must be ascii 1.0 or binary_little_endian 1.0");
}

void add_property(Header& header, const std::vector<std::string_view>& words, const std::string& path) {
    if (words.size() >= 2 && words[1] == "list") refuse(path, "element vertex must not have a list property");
    const std::optional<Scalar> type = words.size() == 3 ? scalar_of(words[1]) : std::nullopt;
    if (!type) refuse(path, "a property line of the header must give a PLY type and a name");
    const std::string name(words[2]);
    const bool twice = std::any_of(header.properties.begin(), header.properties.end(),
                                   [&](const Property& property) { return property.name == name; });
    if (twice) refuse(path, "element vertex must not have property " + printable(name) + " twice");
    if (header.properties.size() == kMaxProperties) {
        refuse(path, "element vertex must not have more than " + std::to_string(kMaxProperties) + " properties");
    }
    header.properties.push_back({name, *type, header.record_size});
    header.record_size += byte_size(*type);
}

template <class T>
bool read_number(std::string_view word, T& value) {
    const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
    return result.ec == std::errc{} && result.ptr == word.data() + word.size();
}

uint64_t read_count(const std::vector<std::string_view>& words, const std::string& path) {
    uint64_t count = 0;
    if (words.size() != 3 || !read_number(words[2], count))
        refuse(path, "an element line of the header must give a name and a count");
    return count;
}

// Reads "comment time 1.152 s after 72 steps" or "comment next id 5321". Other programs write comments too: one that is
// not exactly of these forms is ignored.
void read_time(const std::vector<std::string_view>& words, StateTime& time) {
    if (words.size() == 4 && words[1] == "next" && words[2] == "id") {
        uint32_t next_id = 0;
        if (read_number(words[3], next_id)) time.next_id = next_id;
        return;
    }
    StateTime read{.next_id = time.next_id};
    const bool ours = words.size() == 7 && words[0] == "comment" && words[1] == "time" && words[3] == "s" &&
                      words[4] == "after" && words[6] == "steps";
    if (!ours || !read_number(words[2], read.seconds) || !read_number(words[5], read.steps)) return;
    if (std::isfinite(read.seconds) && read.seconds >= 0) time = read;
}

}  // namespace

size_t byte_size(Scalar type) {
    constexpr size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return kSizes[static_cast<size_t>(type)];
}

bool is_integer(Scalar type) { return type != Scalar::f32 && type != Scalar::f64; }

void refuse(const std::string& path, const std::string& sentence) {
    throw Error(Exit::bad_input, path_text(path) + ": " + sentence);
}

bool read_line(std::istream& stream, std::string& line, const std::string& path) try {
    line.clear();
    std::streambuf& buffer = *stream.rdbuf();
    int c = buffer.sbumpc();
    if (c == EOF) return false;
    for (; c != EOF && c != '\n'; c = buffer.sbumpc()) {
        if (line.size() == kMaxLine) {
            refuse(path,
                   "a line is longer than " + std::to_string(kMaxLine) + " bytes, so this is not a PLY file of points");
        }
        line.push_back(static_cast<char>(c));
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
} catch (const std::ios_base::failure&) {  // thrown by the buffer: distinguishes a read error from the end of the file
    refuse(path, "cannot be read to the end");
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (size_t begin = 0; (begin = line.find_first_not_of(" \t", begin)) != std::string_view::npos;) {
        const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

Header read_header(std::istream& stream, const std::string& path) {
    std::string line;
    if (!read_line(stream, line, path) || line != "ply")
        refuse(path, "this is not a PLY file: its first line is not 'ply'");
    Header header{PlyFormat::ascii, 0, {}, 0, true, 1, {}};
    bool has_format = false, has_vertex = false, in_vertex = false;
    for (;;) {
        if (!read_line(stream, line, path)) refuse(path, "the header ends without 'end_header'");
        if (++header.lines > kMaxHeaderLines) {
            refuse(path, "the header must not be longer than " + std::to_string(kMaxHeaderLines) + " lines");
        }
        const std::vector<std::string_view> words = words_of(line);
        if (!words.empty() && words[0] == "comment") read_time(words, header.time);
        if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
        if (words[0] == "end_header") break;
        if (words[0] == "format") {
            header.format = read_format(words, path);
            has_format = true;
        } else if (words[0] == "element") {
            const uint64_t count = read_count(words, path);
            in_vertex = words[1] == "vertex";
            if (in_vertex && has_vertex) refuse(path, "element vertex must not appear twice in the header");
            if (!in_vertex && !has_vertex) {
                refuse(path, "element vertex must come first, not " + printable(words[1]));
            }
            if (in_vertex) header.vertex_count = count;
            if (!in_vertex && count > 0) header.vertices_last = false;
            has_vertex = true;
        } else if (words[0] == "property") {
            if (!has_vertex) refuse(path, "a property comes before any element");
            if (in_vertex) add_property(header, words, path);
        } else {
            refuse(path, "the header has an unknown keyword '" + printable(words[0]) + "'");
        }
    }
    if (!has_format) refuse(path, "the header has no format");
    if (!has_vertex || header.vertex_count == 0) refuse(path, "the file must have at least one vertex");
    if (header.vertex_count > kMaxParticles) {
        refuse(path, "the header declares " + std::to_string(header.vertex_count) + " vertices, and at most " +
                         std::to_string(kMaxParticles) + " are allowed");
    }
    return header;
}

}  // namespace undine::ply
