// One step by a backend held against the reference solver: the same scene and state for both, and how far apart
// they end, field by field.
#pragma once
#include <memory>
#include <string>

#include "oracle/reference_solver.h"
#include "scene/particles.h"
#include "scene/scene.h"
#include "solver/backend.h"

namespace undine::testing {

// A block of `count` particles on a lattice of spacing d, displaced by up to 0.15 d, swirling and shaking at about
// 1 m/s. It fills the floor of the tank that it puts into the scene, so that a third of it feels walls. Every digit
// comes from a fixed sequence, the same on every machine.
ParticleState jittered_block(Scene& scene, size_t count);

// The scene as the reference understands it: from the floats of the scene, but with conversions of its own.
reference::Parameters reference_parameters(const Scene& scene);
reference::Particles reference_particles(const ParticleState& state);

// psi computed by the reference where the state brings none.
reference::Boundary reference_boundary(const BoundaryState& boundary, const reference::Parameters& parameters);

// The smallest | |x_i − x_j| − h | / h over the pairs of the prediction, boundary particles included: a state where
// it is below rounding could have different neighbours in float and double.
double closest_to_support(const reference::Parameters& parameters, const reference::Boundary& boundary,
                          const reference::Particles& before);

// Over particles and components of a field: max |a − b|, the RMS of a − b, the RMS of b.
struct FieldDifference {
    double worst = 0, rms = 0, field_rms = 0;
    double relative_worst() const { return worst / field_rms; }
    double relative_rms() const { return rms / field_rms; }
};

struct StateDifference {
    FieldDifference position, displacement, velocity, density, lambda, pressure;
};

StateDifference compare(const ParticleState& before, const ParticleState& actual, const reference::Particles& expected);

// The state after `steps` steps of the scene.
ParticleState after_steps(const Scene& scene, const ParticleState& before, const BoundaryState& boundary,
                          std::unique_ptr<Backend> backend, int steps = 1);

}  // namespace undine::testing
