// What stands around the fluid in a picture, and how the fluid's numbers become colours.
#pragma once
#include "render/camera/camera.h"
#include "render/particles/coloring.h"
#include "scene/particles.h"
#include "scene/plane.h"
#include "scene/radial_kernel.h"
#include "scene/solid.h"

namespace undine {

struct Parameters;
struct Scene;

struct Surroundings {
    Box tank;                          // m; without walls: the bounds of the fluid at the start
    bool has_tank = true;              // draw it, and the floor it stands on
    float rim = -1e30f;                // m: height of a basin that holds the fluid at rest; -1e30: there is none
    std::vector<Plane> planes;         // at most RENDER_MOST_PLANES: what is below one of them …
    Box solids;                        // … and in here, m, is drawn as solid
    std::vector<Solid> bodies;         // solids that are no planes
    std::vector<glm::vec3> boundary;   // boundary particles, m
    std::vector<glm::vec3> obstacles;  // those of them that are drawn
    bool flat = false;                 // 2D
    float foam_speed = 1;              // m/s: a particle this fast is drawn white
    float diffuse_life = 0;            // s: the longest of spray, foam and bubbles; 0: there are none
    float rest_density = 1000;         // kg/m³ (kg/m² in 2D)
    ValueRanges ranges{};              // of the colourings of particles
    RadialKernel kernel;               // of the simulation
    float particle_spacing = 1;        // m
};

// Of the boundary particles, those inside the tank are drawn, not the tank's own walls; without a tank, all of them.
Surroundings make_surroundings(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary = {});

// The radius that particles are drawn with: in a lattice at rest they touch.
float drawn_radius(const Parameters& parameters);

// The scene's camera, which shows as much from side to side in a picture narrower than 16:9, or one that frames the
// tank.
Camera picture_camera(const Scene& scene, const Surroundings& surroundings, float aspect);

}  // namespace undine
