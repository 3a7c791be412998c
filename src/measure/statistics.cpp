#include "measure/statistics.h"

#include <algorithm>
#include <cmath>

#include "solver/fluid_params.h"
#include "solver/leaf_view.h"

namespace undine {
namespace {

bool is_in_solid(const glm::dvec3& x, const Solver::Measurement& measured, const FluidParams& params) {
    const std::vector<vec4>& solid = measured.solid;
    const double least = -1e-5 * params.support_radius;
    for (uint32_t k = 0; k < params.plane_count; ++k)
        if (glm::dot(glm::dvec3(solid[k]), x) - solid[k].w < least) return true;
    LeafView<> view{};
    view.params = params;
    view.solid = const_cast<vec4*>(solid.data());  // a view's arrays are not const; solid_point() only reads
    view.mesh_field = const_cast<uvec2*>(measured.mesh_field.data());
    for (uint32_t k = 0; k < params.solid_count; ++k)
        if (view.solid_point(view.solid_at(k), vec3(x)).distance < least) return true;
    return false;
}

}  // namespace

Energy energy_of(const ParticleState& state, const FluidParams& params) {
    const glm::dvec3 down = vec3(params.acceleration), corner = vec3(params.grid_origin);
    double speed_sq = 0, height = 0;
    for (size_t i = 0; i < state.size(); ++i) {
        const glm::dvec3 v = state.velocity[i];
        speed_sq += glm::dot(v, v);
        // Velocities are those halfway between two positions: half a step back a free fall keeps its energy.
        height -= glm::dot(down, glm::dvec3(state.position[i]) - 0.5 * params.dt * v - corner);
    }
    return {0.5 * params.particle_mass * speed_sq, params.particle_mass * height};
}

Statistics measure_statistics(const ParticleState& state, const Solver::Measurement& measured,
                              const FluidParams& params) {
    Statistics s;
    const double n = std::max<double>(1, static_cast<double>(state.size()));  // empty before the first arrival
    double neighbor_sum = 0;
    for (size_t i = 0; i < state.size(); ++i) {
        const glm::dvec3 x = state.position[i], v = state.velocity[i];
        if (!std::isfinite(x.x + x.y + x.z + v.x + v.y + v.z) || !std::isfinite(measured.density[i])) ++s.nan_count;
        s.center_of_mass += x / n;
        s.largest_speed = std::max(s.largest_speed, glm::length(v));
        s.pressure_mean += state.pressure[i] / n;
        s.pressure_max = std::max<double>(s.pressure_max, state.pressure[i]);
        if (is_in_solid(x, measured, params)) ++s.outside_count;
    }
    for (size_t i = 0; i < state.size(); ++i) {
        const double c = measured.density[i] / params.rest_density - 1;
        s.density_error_mean += std::max(c, 0.0) / n;
        s.density_deficit_mean += std::min(c, 0.0) / n;
        s.density_error_max = std::max(s.density_error_max, c);
        const uint32_t neighbors = measured.neighbor_count[i].x + measured.neighbor_count[i].y;
        neighbor_sum += neighbors;
        s.neighbors_max = std::max(s.neighbors_max, neighbors);
    }
    s.neighbors_mean = neighbor_sum / n;
    const Energy energy = energy_of(state, params);
    s.kinetic_energy = energy.kinetic;
    s.kinetic_energy_per_mass = energy.kinetic / (params.particle_mass * n);
    s.potential_energy = energy.potential;
    s.clamped_speeds = measured.clamped_speeds;
    s.dropped_neighbors = measured.dropped_neighbors;
    return s;
}

}  // namespace undine
