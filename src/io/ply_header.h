// The header of a PLY file, checked: what ply.cpp may rely on.
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
    std::vector<Property> properties;  // of a vertex, each name once; scalars only
    size_t record_size;                // bytes of a binary vertex
    bool vertices_last;                // no element with entries follows
    uint64_t lines;                    // of the header
    StateTime time;                    // of its comment; 0 without one
};

// Reads up to and with the line end_header. Throws Error (bad_input), "PATH: ...", for a wrong magic word, an
// unknown format or type, a line or a header too long, a count that is no number or above kMaxParticles, an element
// before vertex, a list inside it, or a property twice.
Header read_header(std::istream& stream, const std::string& path);

// Reads one line without its end, "\n" or "\r\n". False at the end of the file. Throws if it is longer than any
// line of a PLY file of scalars has reason to be.
bool read_line(std::istream& stream, std::string& line, const std::string& path);

// The words of a line.
std::vector<std::string_view> words_of(std::string_view line);

[[noreturn]] void refuse(const std::string& path, const std::string& sentence);

}  // namespace undine::ply
