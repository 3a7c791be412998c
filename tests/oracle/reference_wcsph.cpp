#include "oracle/reference_wcsph.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "oracle/reference_surface.h"

namespace undine::reference {
namespace {

constexpr double kGamma = 7.0;

double pressure(const Parameters& p, const Wcsph& w, double density) {
    const double k = p.rest_density * w.sound_speed * w.sound_speed / kGamma;
    const double value = k * (std::pow(density / p.rest_density, kGamma) - 1.0);
    return p.constraint == Constraint::kUnilateral ? std::max(value, 0.0) : value;
}

// What stands before m grad W in the acceleration, with a minus.
double pair(const Wcsph& w, double p_i, double rho_i, double p_j, double rho_j) {
    return w.mueller ? 0.5 * (p_i + p_j) / (rho_i * rho_j) : p_i / (rho_i * rho_i) + p_j / (rho_j * rho_j);
}

}  // namespace

void wcsph_step(const Parameters& p, const Wcsph& w, const Boundary& boundary, Particles& particles) {
    const std::size_t n = particles.position.size();
    if (particles.velocity.size() != n || boundary.position.size() != boundary.psi.size())
        throw std::invalid_argument("one velocity a particle, one psi a boundary particle");
    const auto x = particles.position;
    const auto half_space = p.walls == WallMode::kDensity ? std::optional<HalfSpace>(p) : std::nullopt;
    const Neighbours neighbours = find_neighbours(p, x, boundary.position);

    std::vector<double>& rho = particles.density;
    rho.assign(n, p.particle_mass * kernel(p, 0.0));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j : neighbours.fluid[i]) rho[i] += p.particle_mass * kernel(p, length(x[i] - x[j]));
        for (std::size_t b : neighbours.boundary[i])
            rho[i] += boundary.psi[b] * kernel(p, length(x[i] - boundary.position[b]));
        if (half_space) rho[i] += p.rest_density * wall_term(p, *half_space, x[i]).fraction;
    }

    apply_surface_forces(p, neighbours, boundary, x, particles);
    drag_at_solids(p, x, particles.velocity);
    const auto v = particles.velocity;
    const double of_lattice = viscosity_of_lattice(p);
    particles.pressure.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double p_i = particles.pressure[i] = pressure(p, w, rho[i]);
        const double mirrored = pair(w, p_i, rho[i], p_i, p.rest_density);
        Vec3 a = p.acceleration, smoothing;
        for (std::size_t j : neighbours.fluid[i]) {
            const Vec3 r = x[i] - x[j], u = v[i] - v[j];
            const Vec3 gradient = kernel_gradient(p, r);
            const double rho_ij = pair_density(p, rho[i], rho[j]);
            a -= (p.particle_mass * pair(w, p_i, rho[i], pressure(p, w, rho[j]), rho[j])) * gradient;
            a += viscous_acceleration(p, of_lattice, rho_ij, r, u);
            smoothing -= (p.particle_mass / rho_ij * kernel(p, length(r))) * u;
        }
        for (std::size_t b : neighbours.boundary[i])
            a -= (boundary.psi[b] * mirrored) * kernel_gradient(p, x[i] - boundary.position[b]);
        if (half_space) a -= (p.rest_density * mirrored) * wall_term(p, *half_space, x[i]).gradient;
        particles.velocity[i] = v[i] + p.dt * a + p.xsph_c * smoothing;
    }

    for (std::size_t i = 0; i < n; ++i) {
        Vec3& position = particles.position[i];
        position += p.dt * particles.velocity[i];
        const Vec3 unhindered = position;
        push_out(p, position);
        particles.velocity[i] += (1.0 / p.dt) * (position - unhindered);
    }
}

}  // namespace undine::reference
