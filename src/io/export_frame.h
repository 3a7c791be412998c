// One frame as other programs read it: what the writers of VTP, PLY and OBJ files are given.
#pragma once
#include <span>
#include <string>

#include "io/ply.h"
#include "surface/solid_surfaces.h"
#include "surface/surface_mesh.h"

namespace undine {

// Owns nothing. All lengths in m, times in s.
struct ExportFrame {
    StateTime time;
    const ParticleState* particles = nullptr;
    MoreColumns more;                       // of them
    bool has_lambda = true;                 // the method computes λ
    std::span<const std::string> comments;  // for the headers of PLY files of particles
    const DiffuseState* diffuse = nullptr;  // spray, foam and bubbles; nullptr: not wanted
    const SurfaceMesh* surface = nullptr;   // of the water; nullptr: not wanted
    const PlacedSolids* solids = nullptr;   // nullptr: not wanted
};

}  // namespace undine
