// Between parts of a fluid of number density n = ρ0/m that meet at a plane, a force F(r) of each pair, attraction
// positive, does work when they are separated; half of it belongs to each of the two surfaces that it makes (Kirkwood &
// Buff, J. Chem. Phys. 17, 1949, for a step in density):
//
//     σ = n²/2 ∫_0^h ds ∫_s^h F(r) M(r, s) s dr … = π n²/8 ∫ F r⁴ dr, in 2D n²/3 ∫ F r³ dr.
//
// Cohesion has F = m c C(r/h). Adhesion to a half space of the same density does twice that work per area: 2σ for C.
//
// The area term, F_ij = −m a (1 − q²)(n_i − n_j), pushes apart across the surface what its depth t tells apart, where
// |n| = w(t) = h ∫ dc/dz falls from the surface into the fluid. It carries the normal stress that the pressure, the
// same in all directions, need not: what the fluid then lacks along the surface is tension. Its integral over the depth
// is
//
//     σ = n² m a h⁵ J, J = ∫_0^1 w(t) B(t) dt, B = π (1 − t²)³/12; in 2D n² m a h⁴ J, B = 4 (1 − t²)^{5/2}/15,
//
// where B(t) = ∫_t^1 u D(u) du and D(u) is the integral of 1 − q² over the plane at distance u h.
#include "solver/surface_forces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/parameters.h"
#include "scene/radial_kernel.h"

namespace undine {
namespace {

constexpr double kPi = std::numbers::pi;

// Measured by the pressure in drops at d/h = 0.5: with three quarters from the area term, σ stays within 5 % while the
// particles of a drop settle for 4 s, and their nearest neighbours at 0.98 d. With half, attraction packs the surface
// until they are at 0.88 d, and σ grows from 1.7 to 2.5 times what the integrals say; with seven eighths attraction is
// too weak to keep the pressure positive, and σ is 0.7 of it.
constexpr double kShareOfArea = 0.75;

// … and in 3D then 1.2 of it (1.13 to 1.31 in drops of 2.5 h to 5 h; in 2D 0.84 to 0.97 of 4 h to 10 h).
constexpr double kMeasured = 1.2;

// Of adhesion to a plane: the contact angles 135°, 114°, 99° and 85° of drops for which the integrals promise 120°,
// 90°, 60° and 0° are those of 0.58, 0.59, 0.56 and 0.54 of it. The first layer is d/2 from the plane, and thin.
constexpr double kMeasuredAdhesion = 0.57;

// Composite Simpson, in a variable in which the ends' fourth roots are smooth.
template <class Function>
double integrate(double from, double to, const Function& f) {
    constexpr int kPanels = 200;
    auto g = [&](double t) {
        const double u = 1 - t, s = t * t * t * t * (35 - 84 * t + 70 * t * t - 20 * t * t * t);
        return f(from + (to - from) * s) * 140 * t * t * t * u * u * u * (to - from);
    };
    double sum = g(0) + g(1);
    for (int k = 1; k < kPanels; ++k) sum += g(double(k) / kPanels) * (k % 2 ? 4 : 2);
    return sum / (3 * kPanels);
}

double cohesion_spline(double q) {
    const double t = std::pow((1 - q) * q, 3);
    return q > 0.5 ? t : 2 * t - 1.0 / 64;
}

// ∫ f(q) q⁴ dq · π/8, in 2D ∫ f(q) q³ dq / 3: σ of an attraction f per n² h⁵ (n² h⁴).
template <class Function>
double tension_of(bool flat, const Function& f) {
    auto moment = [&](double q) { return flat ? f(q) * q * q * q / 3 : f(q) * q * q * q * q * kPi / 8; };
    return integrate(0, 0.5, moment) + integrate(0.5, 1, moment);
}

// J.
double area_integral(const RadialKernel& k) {
    auto slope = [&](double t) {  // w(t)
        auto shell = [&](double q) {
            const double chord = std::max(0.0, q * q - t * t), r = q * k.h;
            return k.slope(r) * (k.flat ? 2 * std::sqrt(chord) * k.h * k.h * k.h : kPi * chord * k.h * k.h * k.h * k.h);
        };
        const double middle = std::max(t, 0.5);  // where the cubic spline changes its polynomial
        return integrate(t, middle, shell) + integrate(middle, 1, shell);
    };
    return integrate(0, 1, [&](double t) {
        const double inside = 1 - t * t;
        return slope(t) * (k.flat ? 4.0 / 15 * std::pow(inside, 2.5) : kPi / 12 * inside * inside * inside);
    });
}

}  // namespace

double adhesion_spline(double q) { return std::sqrt(std::sqrt(std::max(0.0, 2 * (2 * q - 1) * (1 - q)))); }

SurfaceForces surface_forces(const Parameters& p, double mass) {
    const bool flat = p.dimensions == 2;
    const double h = p.support_radius, n = p.rest_density / mass;
    const double per_area = n * n * mass * (flat ? std::pow(h, 4) : std::pow(h, 5));  // σ per acceleration
    const double tension = p.surface_tension / (flat ? 1 : kMeasured);
    SurfaceForces out{};
    if (const double cohesion = (1 - kShareOfArea) * tension + p.cohesion; cohesion > 0)
        out.cohesion = cohesion / (per_area * tension_of(flat, cohesion_spline));
    if (tension > 0) out.area_tension = kShareOfArea * tension / (per_area * area_integral(RadialKernel(p)));
    if (p.adhesion > 0)
        out.adhesion = n * p.adhesion / (kMeasuredAdhesion * 2 * per_area * tension_of(flat, adhesion_spline));
    return out;
}

}  // namespace undine
