// A simulation method: the passes of a step and their order. What every method shares, the particles' arrays, their
// sort and their neighbours, is left to Solver and to the functions below.
#pragma once
#include <string_view>

#include "solver/backend.h"

namespace undine {

enum class MethodType : uint32_t;  // scene/parameters.h

struct Method {
    std::string_view name;  // as in scene files
    PassSet passes;        // run by `step` and `density`, besides kParticlePasses; only their arrays and programs exist
    PassSet solid_passes;  // and these, if there are solids beside the planes
    PassSet reaction_passes;  // and these, if one of them floats; empty: the method cannot float any

    // Records one substep. Afterwards the particles' state (position, velocity, id) is in the order of the step's sort,
    // as are the scratch arrays: element i of each describes the same particle.
    void (*step)(Backend&, const FluidParams&);

    // Computes `density` of the sorted particles at `predicted`, whose neighbours must have been found. Moves nothing.
    void (*density)(Backend&);

    bool iterates() const { return passes.contains(Pass::apply_delta_p); }
};

const Method& method_of(MethodType type);

extern const Method kPbf, kWcsph;

// Passes that every method has: the pull, the sort, the neighbour search, and what is derived from the particles for
// drawing and to watch over them.
inline constexpr PassSet kParticlePasses =
    pass_set({Pass::pull, Pass::locate, Pass::count_cells, Pass::scan_blocks, Pass::scan_sums, Pass::scan_add,
              Pass::scatter, Pass::order_in_cell, Pass::reorder, Pass::find_neighbors, Pass::compute_vorticity,
              Pass::fit_ellipsoid, Pass::sum_health, Pass::finish_health});

// Passes added if there is surface tension or cohesion, if particles adhere to what is solid, and if that drags at
// what slides along it.
inline constexpr PassSet kTensionPasses = pass_set({Pass::compute_surface_normal, Pass::apply_surface_tension});
inline constexpr PassSet kAdhesionPasses = pass_set({Pass::apply_adhesion});
inline constexpr PassSet kSlipPasses = pass_set({Pass::drag_at_solids});

// Passes of PBF added if solids have friction, and restitution.
inline constexpr PassSet kFrictionPasses = pass_set({Pass::avoid_solids, Pass::press_solids, Pass::apply_friction});
inline constexpr PassSet kRestitutionPasses = pass_set({Pass::apply_restitution});

// Passes of PBF added if gradients are those at the step's start, if there is a coarse pressure, and if repulsion
// shifts particles.
inline constexpr PassSet kMultiplierPasses =
    pass_set({Pass::begin_multiplier, Pass::compute_multiplier, Pass::update_multiplier});
inline constexpr PassSet kCoarsePasses =
    pass_set({Pass::load_coarse, Pass::relax_red, Pass::relax_black, Pass::apply_coarse});
inline constexpr PassSet kShiftPasses = pass_set({Pass::shift_positions});

// Passes added if there are spray, foam and bubbles (solver/diffuse.h).
inline constexpr PassSet kDiffusePasses =
    pass_set({Pass::compute_surface_normal, Pass::estimate_births, Pass::count_births, Pass::advect_diffuse,
              Pass::count_free, Pass::admit_diffuse, Pass::spawn_diffuse});
inline constexpr PassSet kDiffuseSolidPasses = pass_set({Pass::stop_diffuse_at_solids});

// Passes added if particles come and go.
inline constexpr PassSet kPopulationPasses = pass_set({Pass::admit, Pass::emit, Pass::drain, Pass::count_living});

// All passes of a scene by this method, from the extents besides them.
PassSet passes_of(const Method& method, const Extents& extents);

// unsorted_predicted and cell → the arrays in sorted order and, if the variant has one, the neighbour list; and what
// solids displace there.
void sort_and_list(Backend& backend, const FluidParams& params);

// As sort_and_list(), for a step: particles inside sinks are drained first.
void find_neighbors(Backend& backend, const FluidParams& params);

// What solids displace at x*, for `density`; after sort_and_list() only where x* has moved since.
void weigh_solids(Backend& backend, const FluidParams& params);

// Forces at the surface of the fluid, as far as there are any: velocity_star ← velocity_star + dt a, from `density` and
// `predicted`.
void apply_surface_forces(Backend& backend, const FluidParams& params);
bool has_tension(const FluidParams& params);  // surface tension or cohesion
bool adheres(const FluidParams& params);

// Whether a step of PBF confines vorticity. It then leaves `vorticity`, computed from the velocity before confinement.
bool confines_vorticity(const FluidParams& params);

}  // namespace undine
