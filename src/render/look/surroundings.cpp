#include "render/look/surroundings.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "scene/scene.h"

namespace undine {
namespace {

// Those of its own boundary particles are not to be seen beside a solid.
bool in_solid(const Scene& scene, const glm::vec3& x) {
    if (scene.parameters.walls != WallModel::particles) return false;
    const int axes = scene.parameters.dimensions == 2 ? 2 : 3;
    return std::ranges::any_of(scene.solids, [&](const Solid& solid) {
        const SolidState at = state_at(solid, 0);
        const glm::dvec3 to = glm::dvec3(x) - at.center, flat(to.x, to.y, axes == 2 ? 0 : to.z);
        return glm::length(flat) < reach_of(solid, axes) && signed_distance(solid, at, x, axes) < 0;
    });
}

// The rim of a basin: a third above the fluid at rest, but low enough to look over.
float basin_rim(const Parameters& p, const Box& tank, size_t particles) {
    const glm::vec3 size = tank.max - tank.min;
    const float level = float(particles) * std::pow(p.particle_spacing, 3.0f) / (size.x * size.z);
    return tank.min.y + std::clamp(1.3f * level, 0.25f * size.y, 0.6f * size.y);
}

}  // namespace

Surroundings make_surroundings(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary) {
    const Parameters& p = scene.parameters;
    Surroundings s;
    s.has_tank = p.walls != WallModel::none;
    s.flat = p.dimensions == 2;
    s.rest_density = p.rest_density;
    s.diffuse_life = p.diffuse_capacity > 0 ? p.foam_lifetime_max : 0;
    s.tank = {p.tank_min, p.tank_max};
    if (!s.has_tank && initial.size() > 0) {
        s.tank = {initial.position[0], initial.position[0]};
        for (const auto& x : initial.position) s.tank = {glm::min(s.tank.min, x), glm::max(s.tank.max, x)};
    }
    if (s.flat) s.tank.min.z = s.tank.max.z = 0;
    if (s.has_tank && !s.flat) s.rim = basin_rim(p, s.tank, initial.size());
    s.kernel = RadialKernel(p);
    s.particle_spacing = p.particle_spacing;
    s.boundary = boundary.position;
    s.planes = scene.planes;
    s.bodies = scene.solids;
    s.solids = s.tank;
    const float around = s.has_tank ? 0 : glm::length(s.tank.max - s.tank.min);
    s.solids.min -= around;
    s.solids.max += around;
    if (s.flat) {
        s.solids.min.z = -drawn_radius(p);
        s.solids.max.z = drawn_radius(p);
    }
    for (const glm::vec3& x : boundary.position) {
        const glm::vec3 inside = glm::min(x - s.tank.min, s.tank.max - x);
        const float least = s.flat ? std::min(inside.x, inside.y) : std::min({inside.x, inside.y, inside.z});
        if ((!s.has_tank || least > 0.1f * p.particle_spacing) && !in_solid(scene, x)) s.obstacles.push_back(x);
    }
    // A fall from the top of the tank reaches √(2 g H); foam is about as fast as that.
    const float fall = glm::length(p.gravity * p.buoyancy + p.external_acceleration);
    s.foam_speed = std::sqrt(2 * fall * (s.tank.max.y - s.tank.min.y));
    // Without gravity or height: the speed at which a particle crosses its own radius in a step.
    if (!(s.foam_speed > 0)) s.foam_speed = drawn_radius(p) / p.dt;
    s.ranges = make_value_ranges(p, s.foam_speed, initial.size());
    return s;
}

float drawn_radius(const Parameters& parameters) { return 0.5f * parameters.particle_spacing; }

// For which a scene's camera is chosen.
constexpr double kSceneAspect = 16.0 / 9;

Camera picture_camera(const Scene& scene, const Surroundings& surroundings, float aspect) {
    if (scene.camera.given) {
        Camera camera = scene.camera;
        const double half = glm::radians(camera.fov_degrees / 2.0);
        if (aspect < kSceneAspect)
            camera.fov_degrees = float(glm::degrees(2 * std::atan(kSceneAspect / aspect * std::tan(half))));
        return camera;
    }
    Box box = surroundings.tank;
    const float radius = drawn_radius(scene.parameters);
    box.min -= radius;
    box.max += radius;
    return frame_box(box, aspect, surroundings.flat);
}

}  // namespace undine
