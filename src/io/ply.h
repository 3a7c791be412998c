// Particles in PLY files: reads all three formats (ply/), writes ascii and binary_little_endian.
#pragma once
#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>

#include "scene/particles.h"

namespace undine {

enum class PlyFormat { binary, ascii };

// Called now and then with the number of particles read so far and the number that the header declares.
using ReadProgress = std::function<void(uint64_t done, uint64_t total)>;

// A file stores its StateTime in a line of its header, "comment time 1.152 s after 72 steps", and, if
// StateTime::next_id is set, in a second line, "comment next id 5321". Comments of any other form are ignored; without
// these lines the time is 0. Where solids move, their poses are such comments: "comment solid 1 center ...".

// Reads element vertex: x y z [m] are required; vx vy vz, density, lambda and pressure default to 0, id to 0..n-1.
// Properties may come in any order and have any scalar type (id: any integer type); other properties, and elements
// after vertex, are ignored. The order of the file is kept. Throws Error (bad_input) for anything else: see ply/ and
// ply.cpp.
ParticleState read_particles(const std::string& path, StateTime* time = nullptr, const ReadProgress& progress = {});

// Reads x y z [m] and, if the file has the property, psi [kg].
BoundaryState read_boundary(const std::string& path, const ReadProgress& progress = {});

// What binary files of write_particles() begin with, by which the program knows its own.
inline constexpr std::string_view kParticlePlyMark =
    "ply\nformat binary_little_endian 1.0\ncomment SI units: m, m/s, kg/m^3, m^2\n";

inline constexpr std::string_view kDiffusePlyMark =
    "ply\nformat binary_little_endian 1.0\ncomment spray, foam and bubbles; SI units\n";

// Values of particles that not every scene has.
struct MoreColumns {
    bool pressure = false;                      // ParticleState's
    std::span<const glm::vec3> vorticity = {};  // ω, 1/s, of each particle; empty: none
};

// Writes float x y z vx vy vz density lambda [pressure] [wx wy wz] and uint id, in the order of the ids. Both formats
// keep every bit of a finite value. The file is written next to its destination and renamed, so that a failure leaves
// the previous file. Throws Error (bad_input) if that fails. A state at the start of its scene gets no comment about
// its time. comments: further lines of the header, without the word "comment".
void write_particles(const std::string& path, const ParticleState& state, PlyFormat format = PlyFormat::binary,
                     const StateTime& time = {}, const MoreColumns& more = {},
                     std::span<const std::string> comments = {});

// Spray, foam and bubbles: float x y z vx vy vz life wetness, uint id born kind, in their order, binary. kind: 0 spray,
// 1 foam, 2 bubble. The file exists whole or not at all. Throws Error (bad_input).
void write_diffuse(const std::string& path, const DiffuseState& state, const StateTime& time = {});

}  // namespace undine
