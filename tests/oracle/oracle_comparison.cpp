#include "oracle/oracle_comparison.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "solver/solver.h"

namespace undine::testing {
namespace {

reference::Vec3 to_double(const glm::vec3& v) { return {v.x, v.y, v.z}; }

// [−1, 1], the same everywhere: std::uniform_real_distribution differs between standard libraries.
float shake(std::mt19937& random) { return static_cast<float>(random()) / 2147483648.0f - 1.0f; }

struct Accumulator {
    double worst = 0, squares = 0, field_squares = 0;
    double count = 0;
    void add(double actual, double expected) {
        // A NaN must not hide behind a comparison that is false.
        const double difference = std::abs(actual - expected);
        worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
        squares += difference * difference;
        field_squares += expected * expected;
        ++count;
    }
    void add(reference::Vec3 actual, reference::Vec3 expected, int axes) {
        add(actual.x, expected.x);
        add(actual.y, expected.y);
        if (axes == 3) add(actual.z, expected.z);
    }
    FieldDifference result() const { return {worst, std::sqrt(squares / count), std::sqrt(field_squares / count)}; }
};

}  // namespace

ParticleState jittered_block(Scene& scene, size_t count) {
    Parameters& p = scene.parameters;
    const bool flat = p.dimensions == 2;
    const float d = p.particle_spacing;
    const auto side = static_cast<size_t>(std::ceil(flat ? std::sqrt(count) : std::cbrt(count)));
    const float half = 0.5f * static_cast<float>(side) * d;
    p.tank_min = {-half, -half, flat ? 0 : -half};
    p.tank_max = {half, 2 * half, flat ? 0 : half};

    std::mt19937 random(1234);
    ParticleState state;
    state.resize(count);
    for (size_t k = 0; k < count; ++k) {
        const size_t i = k % side, row = k / side;
        const glm::vec3 cell(i, flat ? row : row / side, flat ? 0 : row % side);
        glm::vec3 x = p.tank_min + d * (cell + 0.5f), v(0);
        if (flat) x.z = 0;
        for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
            x[axis] += 0.15f * d * shake(random);
            v[axis] = 0.5f * shake(random);
        }
        state.position[k] = x;
        state.velocity[k] = v + glm::vec3(-4 * x.y, 4 * x.x, flat ? 0.0f : 2 * x.x);
        state.id[k] = static_cast<uint32_t>(3 * k + 7);  // not the index, and not dense
    }
    return state;
}

reference::Parameters reference_parameters(const Scene& scene) {
    const Parameters& p = scene.parameters;
    const double h = p.support_radius;
    reference::Parameters r;
    r.dimensions = static_cast<int>(p.dimensions);
    r.support_radius = h;
    r.particle_spacing = p.particle_spacing;
    r.rest_density = p.rest_density;
    r.kernel = p.kernel == KernelType::cubic_spline ? reference::Kernel::kCubicSpline : reference::Kernel::kPoly6Spiky;
    r.constraint = p.constraint == ConstraintType::unilateral ? reference::Constraint::kUnilateral
                                                              : reference::Constraint::kBilateral;
    r.relaxation = p.relaxation / (h * h);
    if (p.repulsion == Repulsion::scorr) r.scorr_k = p.scorr_k * h * h;
    if (p.repulsion == Repulsion::shift) r.shift_rate = p.shift_rate * h * h;
    r.gradients_at_start = p.gradients == GradientPlace::start;
    r.error_rate = p.error_rate;
    r.warm_start = p.warm_start;
    r.coarse_sweeps = static_cast<int>(p.coarse_sweeps);
    r.coarse_edge = 1.0001 * h;  // the cells of the sort
    r.coarse_blocked = !scene.planes.empty() || !scene.solids.empty();
    r.tank_min = to_double(p.tank_min);
    r.tank_max = to_double(p.tank_max);
    r.scorr_n = static_cast<int>(p.scorr_n);
    r.scorr_dq = p.scorr_dq;
    r.iterations = static_cast<int>(p.max_iterations);
    r.dt = p.dt;
    r.acceleration = double{p.buoyancy} * to_double(p.gravity) + to_double(p.external_acceleration);
    r.max_speed = p.max_speed * h / p.dt;
    r.vorticity = static_cast<reference::VorticityForm>(p.vorticity);
    r.vorticity_epsilon = p.vorticity_epsilon;
    r.xsph_c = 1 - (1 - p.xsph_c) * std::exp(-double{p.xsph_rate} * p.dt);
    r.viscosity = p.viscosity;
    r.mean_density = p.viscosity_density == PairDensity::mean;
    r.surface_tension = p.surface_tension;
    r.cohesion = p.cohesion;
    r.adhesion = p.adhesion;
    r.free_surface_drag = p.free_surface_drag;
    r.friction = p.friction;
    r.restitution = p.restitution;
    r.slip_length = p.slip_length;
    r.particle_mass = p.particle_mass > 0 ? double{p.particle_mass} : reference::lattice_mass(r);
    r.walls = p.walls == WallModel::density ? reference::WallMode::kDensity
              : p.walls == WallModel::none  ? reference::WallMode::kNone
                                            : reference::WallMode::kClamp;
    if (p.walls == WallModel::density || p.walls == WallModel::particles) r.clearance = 0.5 * p.particle_spacing;
    if (p.walls != WallModel::none)
        for (int axis = 0; axis < r.dimensions; ++axis) {
            glm::vec3 normal(0);
            normal[axis] = 1;
            r.planes.push_back({to_double(normal), p.tank_min[axis]});
            r.planes.push_back({-to_double(normal), -double{p.tank_max[axis]}});
        }
    for (const Plane& plane : scene.planes) r.planes.push_back({to_double(plane.normal), plane.offset});
    for (const Solid& solid : scene.solids) {  // at the end of the first step
        const SolidState at = state_at(solid, p.dt);
        const auto vector = [](const glm::dvec3& v) { return reference::Vec3{v.x, v.y, v.z}; };
        reference::Body body{.center = vector(at.center),
                             .radius = solid.radius,
                             .velocity = vector(at.velocity),
                             .spin = vector(at.angular_velocity)};
        for (int k = 0; k < 3; ++k) {
            glm::dvec3 axis(0);
            axis[k] = 1;
            body.axis[k] = vector(at.rotation * axis);
            body.half[k] = solid.half_size[k];
        }
        r.bodies.push_back(body);
    }
    return r;
}

reference::Particles reference_particles(const ParticleState& state) {
    reference::Particles particles;
    for (const glm::vec3& x : state.position) particles.position.push_back(to_double(x));
    for (const glm::vec3& v : state.velocity) particles.velocity.push_back(to_double(v));
    particles.density.assign(state.density.begin(), state.density.end());
    particles.pressure.assign(state.pressure.begin(), state.pressure.end());
    return particles;
}

reference::Boundary reference_boundary(const BoundaryState& boundary, const reference::Parameters& parameters) {
    reference::Boundary result;
    for (const glm::vec3& x : boundary.position) result.position.push_back(to_double(x));
    result.psi.assign(boundary.psi.begin(), boundary.psi.end());
    if (result.psi.empty()) result.psi = reference::compute_psi(parameters, result.position);
    return result;
}

double closest_to_support(const reference::Parameters& p, const reference::Boundary& boundary,
                          const reference::Particles& before) {
    std::vector<reference::Vec3> x = before.position;
    for (size_t i = 0; i < x.size(); ++i) x[i] += p.dt * (before.velocity[i] + p.dt * p.acceleration);
    double closest = 1;
    const auto look = [&](reference::Vec3 a, reference::Vec3 b) {
        closest = std::min(closest, std::abs(length(a - b) / p.support_radius - 1));
    };
    for (size_t i = 0; i < x.size(); ++i) {
        for (size_t j = 0; j < i; ++j) look(x[i], x[j]);
        for (const reference::Vec3& b : boundary.position) look(x[i], b);
    }
    return closest;
}

StateDifference compare(const ParticleState& before, const ParticleState& actual,
                        const reference::Particles& expected) {
    const bool flat =
        std::all_of(expected.position.begin(), expected.position.end(), [](reference::Vec3 x) { return x.z == 0; });
    Accumulator position, displacement, velocity, density, lambda, pressure;
    for (size_t i = 0; i < actual.size(); ++i) {
        const int axes = flat && actual.position[i].z == 0 && actual.velocity[i].z == 0 ? 2 : 3;
        const reference::Vec3 start = to_double(before.position[i]);
        position.add(to_double(actual.position[i]), expected.position[i], axes);
        displacement.add(to_double(actual.position[i]) - start, expected.position[i] - start, axes);
        velocity.add(to_double(actual.velocity[i]), expected.velocity[i], axes);
        density.add(actual.density[i], expected.density[i]);
        lambda.add(actual.lambda[i], expected.lambda[i]);
        pressure.add(actual.pressure[i], expected.pressure[i]);
    }
    return {position.result(), displacement.result(), velocity.result(),
            density.result(),  lambda.result(),       pressure.result()};
}

ParticleState after_steps(const Scene& scene, const ParticleState& before, const BoundaryState& boundary,
                          std::unique_ptr<Backend> backend, int steps) {
    Solver solver(scene, before, boundary, std::move(backend));
    for (int k = 0; k < steps; ++k) solver.step();
    return solver.state();
}

}  // namespace undine::testing
