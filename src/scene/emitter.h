// Where particles enter a scene.
#pragma once
#include <glm/vec3.hpp>
#include <limits>

namespace undine {

// Where particles come from: a lattice of places that moves with `velocity`; a particle starts where a place passes
// through the opening. In 2D the z components are not read.
struct Emitter {
    enum class Shape { disc, box } shape = Shape::disc;
    glm::vec3 center{0};       // m; disc: centre of the opening, which faces along the velocity
    float radius = 0;          // m; disc
    glm::vec3 min{0}, max{0};  // m; box: refilled whenever its particles have moved out
    glm::vec3 velocity{0};     // m/s, not 0; for a box, along one axis
    float spacing = 0;         // m between places; 0: particle_spacing
    float rate = 0;            // particles per second, spread evenly over the places; 0: as many as fit
    float from = 0;            // s, scene time; so is `until`
    float until = std::numeric_limits<float>::infinity();
};

}  // namespace undine
