#include "solver/fluid_params.h"

#include <cmath>
#include <numbers>

#include "scene/radial_kernel.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/floating_bodies.h"
#include "solver/solids.h"
#include "solver/surface_forces.h"
#include "solver/wall_table.h"
#include "undine/error.h"

namespace undine {
namespace {

// A cell is this much wider than h, so that rounding never puts two particles with r < h two cells apart.
constexpr double kCellMargin = 1.0001;
constexpr float kFreeSlip = 1e6f;         // m: slip_length from which on solids do not drag
constexpr uint64_t kMaxCells = 1u << 28;  // cell_tag keeps 29 bits

void set_grid(const Parameters& p, uint32_t capacity, FluidParams& out) {
    const double inv_cell = 1 / (p.support_radius * kCellMargin);
    out.grid_origin = vec4(p.tank_min, static_cast<float>(inv_cell));
    uint64_t cells = 1;
    if (p.grid == GridType::hashed) {
        // A power-of-two box with about two cells per particle; at least 4 wide, so that adjoining cells are distinct.
        const uint32_t axes = p.dimensions;
        uint32_t bits = 2;
        while (bits * axes < 28 && (uint64_t{1} << (bits * axes)) < 2 * uint64_t{capacity}) ++bits;
        out.grid_dims = uvec4(1u << bits, 1u << bits, axes == 3 ? 1u << bits : 1u, 1u);
        cells = uint64_t{1} << (bits * axes);
    } else {
        for (uint32_t axis = 0; axis < 3; ++axis) {
            const double extent = axis < p.dimensions ? double{p.tank_max[axis]} - p.tank_min[axis] : 0;
            const double n = std::floor(extent * inv_cell) + 1;
            if (n * cells > kMaxCells)
                throw Error(Exit::bad_input,
                            "the tank has more than 2^28 grid cells of support_radius; make the tank "
                            "smaller, support_radius larger, or set grid = \"hashed\"");
            out.grid_dims[axis] = static_cast<uint32_t>(n);
            cells *= out.grid_dims[axis];
        }
        out.grid_dims.w = 0;
    }
    out.cell_count = static_cast<uint32_t>(cells);
}

// The coarse grid: the sort's cells, but that the last is no thinner than half an edge.
void set_coarse_grid(const Parameters& p, FluidParams& out) {
    const double edge = p.support_radius * kCellMargin;
    out.coarse_dims = uvec4(1, 1, 1, 0);
    out.coarse_last = vec4(static_cast<float>(edge));
    for (uint32_t axis = 0; axis < p.dimensions; ++axis) {
        const double extent = double{p.tank_max[axis]} - p.tank_min[axis],
                     cells = std::max(std::round(extent / edge), 1.0);
        out.coarse_dims[axis] = static_cast<uint32_t>(cells);
        out.coarse_last[axis] = static_cast<float>(extent - (cells - 1) * edge);
    }
}

// Spray, foam and bubbles. Rates per volume and second become births of a particle in a step.
void set_diffuse(const Parameters& p, FluidParams& out) {
    const auto inverse_range = [](double lowest, double highest) { return static_cast<float>(1 / (highest - lowest)); };
    const auto part_in_step = [&](double rate) { return static_cast<float>(1 - std::exp(-rate * p.dt)); };
    const double volume_dt = double{out.mass_ratio} * p.dt;
    out.diffuse_capacity = p.diffuse_capacity;
    out.diffuse_radius = 0.5f * p.particle_spacing;
    constexpr double kBlendPerSecond = 20;  // so that a kind lasts for some steps, and nothing pops
    out.diffuse_blend = part_in_step(kBlendPerSecond);
    out.splash_energy_min = p.splash_energy_min;
    out.splash_energy_scale = inverse_range(p.splash_energy_min, p.splash_energy_max);
    // ∫(1 − r/h) over a ball is π h³/3, over a disc π h²/3.
    out.trapped_air_norm =
        static_cast<float>(3 * double{out.mass_ratio} / (std::numbers::pi * std::pow(p.support_radius, p.dimensions)));
    out.trapped_air_min = p.trapped_air_min;
    out.trapped_air_scale = inverse_range(p.trapped_air_min, p.trapped_air_max);
    out.trapped_air_births = static_cast<float>(p.trapped_air_rate * volume_dt);
    out.crest_min = p.crest_min;
    out.crest_scale = inverse_range(p.crest_min, p.crest_max);
    out.crest_births = static_cast<float>(p.crest_rate * volume_dt);
    out.foam_life_min = p.foam_lifetime_min;
    out.foam_life_range = p.foam_lifetime_max - p.foam_lifetime_min;
    out.spray_slowing = part_in_step(p.spray_drag);
    out.bubble_lift = p.bubble_buoyancy;
    out.bubble_pull = part_in_step(p.bubble_drag);
}

}  // namespace

FluidParams make_fluid_params(const Scene& scene, uint32_t capacity, uint32_t boundary_count) {
    const Parameters& p = scene.parameters;
    const double h = p.support_radius;
    const double mass = p.particle_mass > 0 ? double{p.particle_mass} : lattice_mass(p);
    const RadialKernel kernel(p);

    FluidParams out{};
    out.acceleration = vec4(p.gravity * p.buoyancy + p.external_acceleration, 0);
    set_grid(p, capacity, out);
    out.dt = p.dt;
    out.inv_dt = static_cast<float>(1 / double{p.dt});
    out.support_radius = p.support_radius;
    out.support_radius_sq = p.support_radius * p.support_radius;
    out.particle_mass = static_cast<float>(mass);
    out.rest_density = p.rest_density;
    out.mass_ratio = static_cast<float>(mass / p.rest_density);
    out.inv_rest_density = static_cast<float>(1 / double{p.rest_density});
    out.kernel_scale = static_cast<float>(kernel.weight_scale);
    out.gradient_scale = static_cast<float>(kernel.gradient_scale);
    out.self_weight = static_cast<float>(kernel.weight(0));
    out.relaxation = static_cast<float>(p.relaxation / (h * h));
    out.scorr_k = p.repulsion == Repulsion::scorr ? static_cast<float>(p.scorr_k * h * h) : 0;
    out.scorr_inv_weight = static_cast<float>(1 / kernel.weight(p.scorr_dq * h));
    out.scorr_n = p.scorr_n;
    const bool iterates = p.method == MethodType::pbf;
    out.start_gradients = iterates && p.gradients == GradientPlace::start;
    const double multiplier_pressure = p.rest_density / (double{p.dt} * p.dt);
    out.multiplier_pressure = static_cast<float>(multiplier_pressure);
    out.warm_start = out.start_gradients != 0 ? static_cast<float>(p.warm_start / multiplier_pressure) : 0;
    const bool has_coarse_grid = p.grid == GridType::dense && p.walls != WallModel::none;
    out.coarse_sweeps = out.start_gradients != 0 && has_coarse_grid ? p.coarse_sweeps : 0;
    out.coarse_relaxation = 1.8f;
    out.coarse_blocked = !scene.planes.empty() || !scene.solids.empty();
    set_coarse_grid(p, out);
    out.error_per_step = p.error_rate * p.dt;
    const bool shifts = iterates && p.repulsion == Repulsion::shift;
    out.shift_scale = shifts ? static_cast<float>(p.shift_rate * h * h * p.dt * mass / p.rest_density) : 0;
    out.shift_at_rest =
        static_cast<float>(std::pow(kernel.weight(p.particle_spacing) / kernel.weight(p.scorr_dq * h), p.scorr_n));
    out.unilateral = p.constraint == ConstraintType::unilateral;
    out.density_tolerance = p.density_tolerance;
    out.min_iterations = p.min_iterations;
    out.max_iterations = p.max_iterations;
    out.max_speed = static_cast<float>(p.max_speed * h / p.dt);
    out.vorticity_epsilon = p.vorticity_epsilon;
    out.vorticity_form = static_cast<uint32_t>(p.vorticity);
    out.xsph_c = static_cast<float>(1 - (1 - double{p.xsph_c}) * std::exp(-double{p.xsph_rate} * p.dt));
    out.own_density_share = p.viscosity_density == PairDensity::mean ? 0.5f : 0;
    const SurfaceForces surface = surface_forces(p, mass);
    out.cohesion = static_cast<float>(surface.cohesion);
    out.area_tension = static_cast<float>(surface.area_tension);
    out.boundary_adhesion = static_cast<float>(surface.adhesion / p.rest_density);
    // Where boundary particles stand for the walls they attract, and the planes do not.
    out.solid_adhesion = p.walls == WallModel::particles ? 0 : static_cast<float>(surface.adhesion);
    out.friction = p.friction;
    out.restitution = p.restitution;
    out.free_surface_drag = p.free_surface_drag;
    if (p.slip_length < kFreeSlip) {
        const double viscosity_dt = p.viscosity * p.dt + out.xsph_c * lattice_smoothing(p, mass);
        out.slip_length = p.slip_length;
        out.drag_scale = static_cast<float>(2 * viscosity_dt / (double{p.particle_spacing} * p.particle_spacing));
        out.drag_layer = p.particle_spacing;
    }
    set_diffuse(p, out);
    out.stiffness = static_cast<float>(double{p.rest_density} * p.sound_speed * p.sound_speed / 7);
    // So that water has the ν that is asked for, and not what a few neighbours make of it; where they are hardly in
    // reach, at most twice as much as without.
    out.viscosity_scale = static_cast<float>(2 * (p.dimensions + 2.0) * p.viscosity /
                                             std::max(lattice_viscosity(p, out.particle_mass), 0.5));
    out.pressure_form = static_cast<uint32_t>(p.pressure_form);
    out.particle_count = out.particle_capacity = capacity;
    out.plane_count = static_cast<uint32_t>(all_planes(scene).size());
    const OpenBox open = open_box(scene);
    out.open_min = vec4(open.min, 0);
    out.open_max = vec4(open.max, 0);
    out.solid_count = static_cast<uint32_t>(scene.solids.size());
    out.solid_weight = static_cast<float>(solid_weight(p, out.particle_mass));
    out.reaction_count = FloatingBodies::any(scene) ? out.solid_count : 0;
    out.sink_count = static_cast<uint32_t>(scene.sinks.size());
    out.boundary_count = boundary_count;
    out.wall_density = p.walls == WallModel::density;
    out.list_capacity = p.neighbors == NeighborSearch::list ? p.neighbor_capacity : 0;
    out.dimensions = p.dimensions;
    // walls = "clamp" lets particles onto the wall itself; it exists for comparison.
    const bool walls_have_density = p.walls == WallModel::density || p.walls == WallModel::particles;
    out.wall_clearance = walls_have_density ? 0.5f * p.particle_spacing : 0;
    out.wall_table_scale = static_cast<float>((PBF_WALL_SAMPLES - 1) / (2 * h));
    return out;
}

bool has_pressure(const Parameters& p) { return p.method == MethodType::wcsph || p.gradients == GradientPlace::start; }

Variant make_variant(const Parameters& p) {
    return {p.kernel == KernelType::cubic_spline ? PBF_KERNEL_CUBIC_SPLINE : PBF_KERNEL_POLY6_SPIKY,
            p.neighbors == NeighborSearch::grid ? PBF_NEIGHBORS_GRID : PBF_NEIGHBORS_LIST};
}

}  // namespace undine
