// Particles in PLY files (Stanford polygon format, version 1.0), ascii or binary_little_endian.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "scene/particles.h"

namespace undine {

enum class PlyFormat { binary, ascii };

// Called now and then with the particles read so far, and with all that the header declares.
using ReadProgress = std::function<void(uint64_t done, uint64_t total)>;

// A file has its StateTime as a line of its header, "comment time 1.152 s after 72 steps"; a comment of any other form
// says nothing, and the time of its file is 0. Where particles come and go, a second line, "comment next id 5321".

// Reads element vertex: x y z [m] are required; vx vy vz, density and lambda default to 0, id to 0..n-1. Properties
// may come in any order and as any scalar type (id: an integer type); others, and elements after vertex, are
// ignored. The order of the file is kept. Throws Error (bad_input) for anything else: see ply_header.h and ply.cpp.
ParticleState read_particles(const std::string& path, StateTime* time = nullptr, const ReadProgress& progress = {});

// Reads x y z [m] and, if all have it, psi [kg].
BoundaryState read_boundary(const std::string& path, const ReadProgress& progress = {});

// Writes float x y z vx vy vz density lambda and uint id, in the order of the ids. Both formats keep every bit of a
// finite value. The file is written beside its destination and renamed, so a failure leaves what was there.
// Throws Error (bad_input) if that fails. A state of the scene's start has no comment on its time.
void write_particles(const std::string& path, const ParticleState& state, PlyFormat format = PlyFormat::binary,
                     const StateTime& time = {});

}  // namespace undine
