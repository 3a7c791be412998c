// The checked header of a PLY file (Stanford polygon format, version 1.0), on which records.h relies.
#pragma once
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace undine::ply {

enum class Format { ascii, little_endian, big_endian };
enum class Scalar { i8, u8, i16, u16, i32, u32, f32, f64 };
size_t byte_size(Scalar type);
bool is_integer(Scalar type);

struct Property {
    std::string name;
    Scalar type;                  // of the value, or of each value of a list
    std::optional<Scalar> count;  // of a list: the integer type of its length, which precedes the values
};

struct Element {
    std::string name;
    uint64_t count;                    // as declared: nothing says that the file has as many
    std::vector<Property> properties;  // each name once

    bool has_lists() const;
    size_t least_bytes() const;  // of a binary record: that of empty lists
    std::optional<size_t> find(std::string_view property) const;
};

struct Header {
    Format format;
    std::vector<Element> elements;      // in the order of the file; each name once
    std::vector<std::string> comments;  // whole lines
    uint64_t lines;                     // number of lines in the header

    const Element* find(std::string_view element) const;
};

// Reads up to and including the line end_header. Throws Error (bad_input), "PATH: ...", for a wrong magic word, an
// unknown format, type or keyword, a line or a header that is too long, a count that is not a number, too many elements
// or properties, or a duplicate.
Header read_header(std::istream& stream, const std::string& path);

// Reads one line without its end, "\n" or "\r\n". Returns false at the end of the file. Throws Error (bad_input) if the
// line is longer than `most` bytes, or if reading fails.
bool read_line(std::istream& stream, std::string& line, const std::string& path, size_t most);

// The words of a line, separated by spaces or tabs.
std::vector<std::string_view> words_of(std::string_view line);

[[noreturn]] void refuse(const std::string& path, const std::string& sentence);

}  // namespace undine::ply
