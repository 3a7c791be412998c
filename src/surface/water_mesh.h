// The water's surface, from the ellipsoids with which water is drawn: where a field of anisotropic kernels, [YT13]
// eq. 4 and 5, is a half.
#pragma once
#include <glm/vec4.hpp>
#include <span>

#include "surface/surface_mesh.h"

namespace undine {

// The field is Σ V_j W_j(x), with kernels W_j whose integral is 1, shaped as the ellipsoids, and the volume
// V = m/ρ0 of a particle at rest. So it is what a blur makes of the function that is 1 in the water and 0 outside:
// where the surface is flat compared with the kernels it is 1/2 there, whatever the kernel, and the water keeps its
// volume. Deviations from [YT13]: the volume is not m/ρ_j, which is too large at the surface, where the SPH density is
// too low; and kernels stay where the particles are, for centres drawn towards their neighbours (eq. 6) take a layer of
// the water's volume.
inline constexpr float kSurfaceLevel = 0.5f;

struct WaterMeshOptions {
    double cell = 0;             // m between samples
    double particle_volume = 0;  // m³
    int threads = 0;             // 0: all cores; the mesh is the same with any
};

// How far kernels reach, m, whose ellipsoid is a ball. alone: the reach at which a lone particle's drop is the largest,
// 3/4 of its volume. in_water: that at which a kernel's standard deviation is half of what a particle measures;
// particles in a lattice then make a field that differs from 1 by 1.5 % along each axis. Between the
// two, the ellipsoid's crowd decides.
struct KernelReach {
    double alone, in_water;
};
KernelReach kernel_reach(double particle_volume);

// position: m. ellipsoids: three for each particle, as shaders/sim/fit_ellipsoid.glsl leaves them. Sums are made in the
// order of the particles. A particle whose numbers are not finite, or farther away than 2³⁰ cells, has no surface. The
// mesh is as marching_cubes() makes it. Throws Error as that does.
SurfaceMesh water_mesh(std::span<const glm::vec3> position, std::span<const glm::vec4> ellipsoids,
                       const WaterMeshOptions& options);

}  // namespace undine
