// Diffuse particles: spray, foam and bubbles [Ihmsen12], which water creates and carries and does not feel. Each has a slot
// of the arrays diffuse_… for as long as it lives, so that nothing is ever moved; a slot whose life is over is free.
// Newborns take the free slots in order, by prefix sums over blocks of slots, and of the fluid's particles.
#ifndef PBF_DIFFUSE
#define PBF_DIFFUSE

#include "sim/diffuse_words.glsl"
#include "sim/sizes.glsl"

// Spray and bubbles are on their way to become foam and lose life more slowly, but are not immortal either.
#define PBF_AGING_ON_THE_WAY 0.25f

// Newborns fan out from the way of the particle that creates them: of its speed, at its edge.
#define PBF_FAN 0.1f

// A normal shorter than this is not counted as one of the surface: a tried value.
#define PBF_SURFACE_NORMAL 0.5f

PBF_FN uint slot_blocks() { return (params.diffuse_capacity + PBF_SLOT_BLOCK - 1u) / PBF_SLOT_BLOCK; }
PBF_FN uint birth_blocks() { return (params.particle_capacity + PBF_BIRTH_BLOCK - 1u) / PBF_BIRTH_BLOCK; }

// Births of a particle in this step, as estimate_births left it.
PBF_FN uint whole_births(vec4 potential) { return uint(potential.w); }

#endif
