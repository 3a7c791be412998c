// Position Based Fluids: the order of the passes, [MM13] Algorithm 1.
#include "solver/method.h"

#include "solver/fluid_params.h"

namespace undine {

bool confines_vorticity(const FluidParams& p) { return p.vorticity_form != 0 && p.vorticity_epsilon > 0; }

namespace {

// Leaves what it adds to the multipliers where apply_delta_p reads it.
void solve_coarse_pressure(Backend& b, const FluidParams& p) {
    b.run(Pass::load_coarse);
    for (uint32_t k = 0; k < p.coarse_sweeps; ++k) {
        b.run(Pass::relax_red);
        b.run(Pass::relax_black);
    }
    b.run(Pass::apply_coarse);
}

void step(Backend& b, const FluidParams& p) {
    const bool solids = p.solid_count > 0, rubs = p.friction > 0;
    b.run(Pass::predict);
    if (solids || rubs) b.run(Pass::avoid_solids);
    find_neighbors(b, p);

    const bool until_converged = p.density_tolerance > 0, from_start = p.start_gradients != 0;
    b.fill(Field::solver_state, 0);
    const auto correct = [&] {
        b.run(Pass::apply_delta_p);
        if (p.reaction_count > 0 || rubs) b.run(Pass::press_solids);
        if (rubs) b.run(Pass::apply_friction);
        if (solids) b.run(Pass::leave_solids);
    };
    if (from_start) b.run(Pass::begin_multiplier);
    if (p.warm_start > 0) correct();
    if (p.coarse_sweeps > 0) {
        const GroupScope coarse(b, "coarse pressure", 1);
        b.run(Pass::compute_multiplier);
        solve_coarse_pressure(b, p);
        correct();
    }
    for (uint32_t k = 0; k < p.max_iterations; ++k) {
        const GroupScope iteration(b, "iteration", k + 1);
        const bool first = k == 0 && p.coarse_sweeps == 0;
        b.run(!from_start ? Pass::compute_lambda : first ? Pass::compute_multiplier : Pass::update_multiplier);
        if (until_converged) b.check_convergence();
        correct();
    }

    b.run(Pass::update_velocity);
    if (p.restitution > 0) b.run(Pass::apply_restitution);
    if (p.drag_scale > 0) b.run(Pass::drag_at_solids);
    if (p.reaction_count > 0) {
        b.run(Pass::sum_reactions);
        b.run(Pass::join_reactions);
        b.run(Pass::finish_reactions);
        b.run(Pass::give_way);
    }
    if (confines_vorticity(p)) {
        b.run(Pass::compute_vorticity);
        b.run(Pass::confine_vorticity);
    }
    apply_surface_forces(b, p);
    b.run(Pass::apply_xsph);
    if (p.shift_scale > 0) b.run(Pass::shift_positions);
}

void density(Backend& b) {
    b.fill(Field::solver_state, 0);
    b.run(Pass::compute_lambda);
}

}  // namespace

const Method kPbf{
    "pbf",
    pass_set({Pass::predict, Pass::compute_lambda, Pass::sum_errors, Pass::check_error, Pass::apply_delta_p,
              Pass::update_velocity, Pass::compute_vorticity, Pass::confine_vorticity, Pass::drag_free_surface,
              Pass::apply_xsph}),
    pass_set({Pass::avoid_solids, Pass::weigh_solids, Pass::leave_solids}),
    pass_set({Pass::press_solids, Pass::sum_reactions, Pass::join_reactions, Pass::finish_reactions, Pass::give_way}),
    step,
    density};

}  // namespace undine
