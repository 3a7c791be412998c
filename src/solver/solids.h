// The solids of a scene as passes read them: the array `solid` (shaders/sim/solid.glsl).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "scene/solid.h"
#include "solver/shader_types.h"

namespace undine {

struct FluidParams;
struct Scene;

// The tank's walls, where the scene has walls, and its planes: xyz: normal, w: offset, m.
std::vector<vec4> all_planes(const Scene& scene);

// Corners of a box, m, in which no point is behind a plane or a wall of the tank; without such a box, max < min. A
// point that lies r inside of it, on each axis, is at least r from each of them.
struct OpenBox {
    vec3 min{-1e30f}, max{1e30f};
};
OpenBox open_box(const Scene& scene);

// Planes and other solids, which are in these states, one for each. masses: kg, one for each; 0: it does not float;
// none: nothing floats, or nothing feels it.
std::vector<vec4> solid_array(const Scene& scene, const std::vector<SolidState>& states,
                              std::span<const double> masses = {});

// Those without the planes, PBF_SOLID_SIZE elements each. flat: of a scene in 2D. support_radius: for meshes' fields;
// 0: they are not looked up.
std::vector<vec4> solid_bodies(const std::vector<Solid>& solids, const std::vector<SolidState>& states, bool flat,
                               double support_radius = 0);

// PBF_SOLIDS_… of shaders/sim/choices.glsl: what its solids are and, with these parameters, do.
uint32_t solid_traits(const Scene& scene, const FluidParams& params);

// Whether any of them moves.
bool solids_move(const Scene& scene);

}  // namespace undine
