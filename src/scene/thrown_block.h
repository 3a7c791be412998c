// A block of fluid thrown among existing particles. Plain geometry.
#pragma once
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "scene/particles.h"

namespace undine {

struct Scene;

// Where a throw comes from.
struct Throw {
    glm::vec3 eye{0};                // m
    glm::vec3 direction{0};          // unit length; in 2D a throw that is mostly along z falls instead
    float speed = 0;                 // m/s
    std::vector<SolidState> solids;  // where the scene's solids are; empty: as at the start
};

// A cube (2D: square) of lattice, an eighth of the shortest edge of [tank_min, tank_max] wide, and at least two
// particles. It is put at the first place on the line of sight inside that box, or else above where the line enters it,
// at which no particle would lie behind a plane of the scene, in a solid or nearer than 0.9 particle_spacing to one of
// `fluid` or `boundary`. If there is no such place, it is put where most particles fit, without the others; it may be
// empty. Ids continue from the largest of `fluid`.
ParticleState thrown_block(const Scene& scene, const glm::vec3& tank_min, const glm::vec3& tank_max,
                           const Throw& thrown, const ParticleState& fluid, const BoundaryState& boundary);

}  // namespace undine
