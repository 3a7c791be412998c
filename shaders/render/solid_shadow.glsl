// The shadow of everything solid: of planes and bodies that rays meet, and of meshes.
#ifndef RENDER_SOLID_SHADOW
#define RENDER_SOLID_SHADOW

#include "render/mesh_shadow.glsl"
#include "render/solids.glsl"

// Share of the sun's light that solids let through to x, which must lie a little above the lit surface.
float past_solids(vec3 x) { return meet_solids(x, args.sun.toward.xyz).at < 1e8 ? 0.0 : past_meshes(x); }

#endif
