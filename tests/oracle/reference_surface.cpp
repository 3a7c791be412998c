#include "oracle/reference_surface.h"

#include <algorithm>
#include <numbers>

namespace undine::reference {
namespace {

constexpr double kPi = std::numbers::pi;

// Tanh-sinh quadrature, which absorbs roots at either end.
template <typename Function>
double integral(double lo, double hi, Function f) {
    if (lo >= hi) return 0.0;
    constexpr double kStep = 1.0 / 16.0;
    double sum = 0.0;
    for (int k = -56; k <= 56; ++k) {
        const double e = std::exp(-kPi * std::sinh(k * kStep)), u = 1.0 / (1.0 + e);
        sum += kStep * kPi * std::cosh(k * kStep) * u * u * e * f(lo + (hi - lo) * u);
    }
    return (hi - lo) * sum;
}

// [Akinci13] eq. 2 and 7 without their scales, of q = r/h.
double cohesion_spline(double q) {
    if (q >= 1.0) return 0.0;
    const double value = std::pow(1.0 - q, 3) * std::pow(q, 3);
    return q > 0.5 ? value : 2.0 * value - 1.0 / 64.0;
}
double adhesion_spline(double q) {
    return q > 0.5 && q < 1.0 ? std::pow(std::max(0.0, -4.0 * q * q + 6.0 * q - 2.0), 0.25) : 0.0;
}

// Work per area to part a fluid of unit density at a plane, if every pair attracts with f(r/h) times its masses: a gap
// s opens from 0 to h, and across it acts the integral over depths and over the half space beyond.
template <typename Function>
double work_of_parting(const Parameters& p, Function f) {
    const double h = p.support_radius;
    const auto across = [&](double s) {  // on unit mass at distance s from a half space
        const auto cap = [&](double r) {
            return f(r / h) *
                   (p.dimensions == 3 ? kPi * (r * r - s * s) : 2.0 * std::sqrt(std::max(0.0, r * r - s * s)));
        };
        const double middle = std::max(s, 0.5 * h);
        return integral(s, middle, cap) + integral(middle, h, cap);
    };
    const auto opened = [&](double s) { return s * across(s); };
    return integral(0.0, 0.5 * h, opened) + integral(0.5 * h, h, opened);
}

// The normal stress of the area term for a = 1 and unit masses, integrated over the depth: of two layers at depths t
// and t + u, the discs of pairs times their distance times the difference of their normals.
double area_stress(const Parameters& p) {
    const double h = p.support_radius;
    const auto normal = [&](double t) { return h * half_space_gradient_raw(p, t); };
    const auto disc = [&](double u) {  // the integral of 1 - q^2 over the disc (chord) at distance u
        const double reach = std::sqrt(std::max(0.0, h * h - u * u));
        return integral(0.0, reach, [&](double x) {
            return (1.0 - (u * u + x * x) / (h * h)) * (p.dimensions == 3 ? 2.0 * kPi * x : 2.0);
        });
    };
    // The normals' differences, integrated over t from the surface on, are the integral of the normal up to u.
    return integral(0.0, h, [&](double u) { return u * disc(u) * integral(0.0, u, normal); });
}

Vec3 unit(Vec3 r) {
    const double distance = length(r);
    return distance == 0.0 ? Vec3{} : (1.0 / distance) * r;
}

// As half_space_adhesion(), of a ball.
double ball_adhesion(const Parameters& p, double radius, double s) {
    const double h = p.support_radius, center = radius + s;
    return integral(std::max(std::abs(s), 0.5 * h), std::min(h, center + radius), [&](double r) {
        const double c = (center * center + r * r - radius * radius) / (2.0 * center * r);
        const double sine2 = std::max(0.0, 1.0 - c * c);
        return adhesion_spline(r / h) * (p.dimensions == 3 ? kPi * r * r * sine2 : 2.0 * r * std::sqrt(sine2));
    });
}

// Toward what is solid, per factor of adhesion.
Vec3 solid_pull(const Parameters& p, Vec3 x) {
    Vec3 pull;
    for (const Plane& plane : p.planes)
        pull -= half_space_adhesion(p, dot(plane.normal, x) - plane.offset) * plane.normal;
    for (const Body& body : p.bodies) {
        const Nearest at = nearest_on(p, body, x);
        double strength = half_space_adhesion(p, at.distance);
        if (body.radius > 0.0) {
            const double ball = ball_adhesion(p, body.radius, at.distance);
            strength = body.half[1] > 0.0 ? 0.5 * (strength + ball) : ball;
        }
        pull -= strength * at.normal;
    }
    return pull;
}

}  // namespace

SurfaceFactors surface_factors(const Parameters& p) {
    const double rho = p.rest_density, m = p.particle_mass;
    // Two surfaces come of the work. A pair's force is m c C, and there are (rho/m)^2 pairs.
    const double of_cohesion = 0.5 * rho * rho / m * work_of_parting(p, cohesion_spline);
    const double of_area = rho * rho / m * area_stress(p);
    const double of_adhesion = rho * work_of_parting(p, adhesion_spline);
    // A quarter by cohesion; in 3D a measured 1.2 times what the integrals say, of adhesion 0.57.
    const double sigma = p.surface_tension / (p.dimensions == 3 ? 1.2 : 1.0);
    return {(0.25 * sigma + p.cohesion) / of_cohesion, 0.75 * sigma / of_area, p.adhesion / (0.57 * of_adhesion)};
}

double half_space_adhesion(const Parameters& p, double s) {
    const double h = p.support_radius, d = std::abs(s);
    return integral(std::max(d, 0.5 * h), h, [&](double r) {
        const double chord2 = std::max(0.0, (r - d) * (r + d));
        return adhesion_spline(r / h) * (p.dimensions == 3 ? kPi * chord2 : 2.0 * std::sqrt(chord2));
    });
}

std::vector<Vec3> surface_normals(const Parameters& p, const Neighbours& neighbours, const std::vector<Vec3>& x,
                                  const std::vector<double>& density) {
    std::vector<Vec3> normal(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j : neighbours.fluid[i])
            normal[i] += (p.support_radius * p.particle_mass / density[j]) * kernel_gradient(p, x[i] - x[j]);
    return normal;
}

void apply_surface_forces(const Parameters& p, const Neighbours& neighbours, const Boundary& boundary,
                          const std::vector<Vec3>& x, Particles& particles) {
    if (p.surface_tension + p.cohesion + p.adhesion + p.free_surface_drag == 0.0) return;
    const double h = p.support_radius;
    const SurfaceFactors factor = surface_factors(p);
    const std::vector<double>& rho = particles.density;
    const std::vector<Vec3> normal = surface_normals(p, neighbours, x, rho);
    for (std::size_t i = 0; i < x.size(); ++i) {
        Vec3 a;
        for (std::size_t j : neighbours.fluid[i]) {
            const Vec3 r = x[i] - x[j];
            const double q = length(r) / h;
            if (q >= 1.0) continue;  // it was nearer when the neighbours were found
            const double k = 2.0 * p.rest_density / (rho[i] + rho[j]);
            a -= (k * factor.cohesion * cohesion_spline(q)) * unit(r);
            a -= (k * factor.area_tension * (1.0 - q * q)) * (normal[i] - normal[j]);
        }
        for (std::size_t b : neighbours.boundary[i]) {
            const Vec3 r = x[i] - boundary.position[b];
            a -= (factor.adhesion / p.rest_density * boundary.psi[b] * adhesion_spline(length(r) / h)) * unit(r);
        }
        if (boundary.position.empty() && p.adhesion > 0.0) a += factor.adhesion * solid_pull(p, x[i]);
        const double missing = std::max(0.0, 1.0 - rho[i] / p.rest_density);
        particles.velocity[i] =
            (1.0 / (1.0 + p.dt * p.free_surface_drag * missing)) * (particles.velocity[i] + p.dt * a);
    }
}

}  // namespace undine::reference
