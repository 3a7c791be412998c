// The checked header of a PLY file, on which ply.cpp may rely.
#pragma once
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "io/ply.h"

namespace undine::ply {

enum class Scalar { i8, u8, i16, u16, i32, u32, f32, f64 };
size_t byte_size(Scalar type);
bool is_integer(Scalar type);

struct Property {
    std::string name;
    Scalar type;
    size_t offset;  // bytes from the start of a binary record
};

struct Header {
    PlyFormat format;
    uint64_t vertex_count;             // 1 .. kMaxParticles
    std::vector<Property> properties;  // those of a vertex, each name once; scalars only
    size_t record_size;                // bytes of a binary vertex
    bool vertices_last;                // no non-empty element follows
    uint64_t lines;                    // number of lines in the header
    StateTime time;                    // from the comments; 0 without them
};

// Reads up to and including the line end_header. Throws Error (bad_input), "PATH: ...", for a wrong magic word, an
// unknown format, type or keyword, a line or a header that is too long, a count that is not a number, a vertex count of
// 0 or above kMaxParticles, too many properties, an element before vertex, a list inside it, or a duplicate.
Header read_header(std::istream& stream, const std::string& path);

// Reads one line without its end, "\n" or "\r\n". Returns false at the end of the file. Throws Error (bad_input) if the
// line is longer than any sensible line of a PLY file of scalars, or if reading fails.
bool read_line(std::istream& stream, std::string& line, const std::string& path);

// The words of a line, separated by spaces or tabs.
std::vector<std::string_view> words_of(std::string_view line);

[[noreturn]] void refuse(const std::string& path, const std::string& sentence);

}  // namespace undine::ply
