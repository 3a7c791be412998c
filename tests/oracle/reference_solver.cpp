// Position Based Fluids from the equations: [MM13] with the changes listed in reference_solver.h. Sums over all
// pairs, std::pow and quadrature where the simulator has a grid, products and tables: clarity and independence, not
// speed.
#include "oracle/reference_solver.h"

#include "oracle/reference_coarse.h"

#include <algorithm>
#include <iterator>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "oracle/reference_surface.h"

namespace undine::reference {
namespace {

constexpr double kPi = std::numbers::pi;

// Tanh-sinh quadrature of f over [lo, hi]: the double-exponential substitution absorbs the square-root ends of the
// 2D integrands. 113 nodes leave an error near 1e-14 on these integrands.
template <typename Function>
double integrate_smooth(double lo, double hi, Function f) {
    constexpr double kStep = 1.0 / 16.0;
    constexpr int kNodes = 56;  // |t| <= 3.5, where the weight is below 1e-20
    double sum = 0.0;
    for (int k = -kNodes; k <= kNodes; ++k) {
        const double t = k * kStep;
        const double e = std::exp(-kPi * std::sinh(t)), u = 1.0 / (1.0 + e);
        sum += kStep * kPi * std::cosh(t) * u * u * e * f(lo + (hi - lo) * u);
    }
    return (hi - lo) * sum;
}

// Over [s, h], split where the cubic spline changes polynomial.
template <typename Function>
double integrate_to_support(const Parameters& p, double s, Function f) {
    const double h = p.support_radius, middle = std::max(s, 0.5 * h);
    if (s >= h) return 0.0;
    return integrate_smooth(s, middle, f) + integrate_smooth(middle, h, f);
}

// The part of the circle (sphere) of radius r that lies beyond a line (plane) at distance s <= r.
double arc_beyond(const Parameters& p, double r, double s) {
    return p.dimensions == 3 ? 2.0 * kPi * r * (r - s) : 2.0 * r * std::acos(std::min(1.0, s / r));
}

// f(offset) summed over the lattice points within h; z offsets only in 3D.
template <typename Function>
double lattice_sum(const Parameters& p, Function f) {
    const int reach = static_cast<int>(std::ceil(p.support_radius / p.particle_spacing));
    const int reach_z = p.dimensions == 3 ? reach : 0;
    double sum = 0.0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -reach_z; k <= reach_z; ++k)
                sum += f(p.particle_spacing * Vec3{double(i), double(j), double(k)}, i);
    return sum;
}

double signed_distance(const Plane& plane, Vec3 x) { return dot(plane.normal, x) - plane.offset; }

void check(const Parameters& p, const Boundary& boundary, const Particles& particles) {
    if (p.dimensions != 2 && p.dimensions != 3) throw std::invalid_argument("dimensions must be 2 or 3");
    if (p.iterations < 1) throw std::invalid_argument("iterations must be at least 1");
    if (particles.position.size() != particles.velocity.size() || boundary.position.size() != boundary.psi.size())
        throw std::invalid_argument("one velocity a particle, one psi a boundary particle");
}

}  // namespace

Nearest nearest_on(const Parameters& p, const Body& body, Vec3 x) {
    Vec3 off;             // from the nearest point of the inner box
    double depth = -1e9;  // in it, negative
    Vec3 face;
    for (int k = 0; k < p.dimensions; ++k) {
        const double c = dot(body.axis[k], x - body.center), beyond = std::abs(c) - body.half[k];
        const Vec3 outward = (c < 0.0 ? -1.0 : 1.0) * body.axis[k];
        if (beyond > 0.0) off += beyond * outward;
        if (beyond > depth) depth = beyond, face = outward;
    }
    const double distance = length(off);
    if (distance == 0.0) return {depth - body.radius, face};
    return {distance - body.radius, (1.0 / distance) * off};
}

double kernel(const Parameters& p, double r) {
    const double h = p.support_radius;
    if (r >= h && p.kernel != Kernel::kCubicSplineUncut) return 0.0;
    if (p.kernel == Kernel::kPoly6Spiky) {  // [Müller03] eq. 20
        const double scale = p.dimensions == 3 ? 315.0 / (64.0 * kPi * std::pow(h, 9)) : 4.0 / (kPi * std::pow(h, 8));
        return scale * std::pow(h * h - r * r, 3);
    }
    const double scale = p.dimensions == 3 ? 8.0 / (kPi * std::pow(h, 3)) : 40.0 / (7.0 * kPi * h * h);
    const double q = r / h;
    return scale * (q <= 0.5 ? 6.0 * (q * q * q - q * q) + 1.0 : 2.0 * std::pow(1.0 - q, 3));
}

double kernel_slope(const Parameters& p, double r) {
    const double h = p.support_radius;
    if (r >= h && p.kernel != Kernel::kCubicSplineUncut) return 0.0;
    if (p.kernel == Kernel::kPoly6Spiky) {  // derivative of [Müller03] eq. 21
        const double scale = p.dimensions == 3 ? 45.0 / (kPi * std::pow(h, 6)) : 30.0 / (kPi * std::pow(h, 5));
        return -scale * (h - r) * (h - r);
    }
    const double scale = p.dimensions == 3 ? 8.0 / (kPi * std::pow(h, 4)) : 40.0 / (7.0 * kPi * h * h * h);
    const double q = r / h;
    return scale * (q <= 0.5 ? 6.0 * q * (3.0 * q - 2.0) : -6.0 * (1.0 - q) * (1.0 - q));
}

Vec3 kernel_gradient(const Parameters& p, Vec3 r) {
    const double distance = length(r);
    if (distance == 0.0) return {};
    return (kernel_slope(p, distance) / distance) * r;
}

double viscosity_of_lattice(const Parameters& p) {
    const double h = p.support_radius;
    return std::max(0.5, -p.particle_mass / p.rest_density / p.dimensions * lattice_sum(p, [&](Vec3 offset, int) {
                        const double r = length(offset);
                        return r > 0.0 ? r * r * r / (r * r + 0.01 * h * h) * kernel_slope(p, r) : 0.0;
                    }));
}

// [Monaghan05]: 2 (d + 2) nu m/rho_ij (u.r)/(|r|^2 + 0.01 h^2) grad W
// over the part of nu that a lattice has of it.
Vec3 viscous_acceleration(const Parameters& p, double of_lattice, double rho_ij, Vec3 r, Vec3 u) {
    const double h = p.support_radius;
    return (2.0 * (p.dimensions + 2.0) * p.viscosity / of_lattice * p.particle_mass / rho_ij * dot(u, r) /
            (dot(r, r) + 0.01 * h * h)) *
           kernel_gradient(p, r);
}

double lattice_mass(const Parameters& p) {
    return p.rest_density / lattice_sum(p, [&](Vec3 offset, int) { return kernel(p, length(offset)); });
}

std::vector<double> compute_psi(const Parameters& p, const std::vector<Vec3>& boundary) {
    std::vector<double> psi;
    for (Vec3 b : boundary) {
        double sum = 0.0;  // l = b included: W(0)
        for (Vec3 l : boundary) sum += kernel(p, length(b - l));
        psi.push_back(p.rest_density / sum);
    }
    return psi;
}

Neighbours find_neighbours(const Parameters& p, const std::vector<Vec3>& position, const std::vector<Vec3>& boundary) {
    const double h2 = p.support_radius * p.support_radius;
    const auto near = [&](Vec3 a, Vec3 b) { return dot(a - b, a - b) < h2; };
    Neighbours lists;
    lists.fluid.resize(position.size());
    lists.boundary.resize(position.size());
    for (std::size_t i = 0; i < position.size(); ++i) {
        for (std::size_t j = 0; j < position.size(); ++j)
            if (j != i && near(position[i], position[j])) lists.fluid[i].push_back(j);
        for (std::size_t b = 0; b < boundary.size(); ++b)
            if (near(position[i], boundary[b])) lists.boundary[i].push_back(b);
    }
    return lists;
}

double half_space_fraction_raw(const Parameters& p, double s) {
    return integrate_to_support(p, s, [&](double r) { return kernel(p, r) * arc_beyond(p, r, s); });
}

double half_space_gradient_raw(const Parameters& p, double s) {
    // Weight: the integral of cos(theta) over the part of the sphere (circle) beyond the plane.
    return integrate_to_support(p, std::abs(s), [&](double r) {
        const double chord2 = std::max(0.0, (r - std::abs(s)) * (r + std::abs(s)));
        return -kernel_slope(p, r) * (p.dimensions == 3 ? kPi * chord2 : 2.0 * std::sqrt(chord2));
    });
}

double half_space_squared_raw(const Parameters& p, double s) {
    return std::pow(p.particle_spacing, p.dimensions) *
           integrate_to_support(p, s, [&](double r) { return std::pow(kernel_slope(p, r), 2) * arc_beyond(p, r, s); });
}

HalfSpace::HalfSpace(const Parameters& p) : parameters_(p) {
    const double ghosts = lattice_sum(p, [&](Vec3 offset, int layer) {
        return layer < 0 ? p.particle_mass / p.rest_density * kernel(p, length(offset)) : 0.0;
    });
    chi_ = ghosts / half_space_fraction_raw(p, 0.5 * p.particle_spacing);
}

namespace {

// f(r, cos θ) over the spheres (circles) around a point at signed distance s from a ball, where θ is the half angle of
// the part of each that lies in the ball. In pieces between the radii at which a sphere begins to leave or enclose it.
template <typename Function>
double integrate_in_ball(const Parameters& p, double radius, double s, Function f) {
    const double d = radius + s, h = p.support_radius;
    double ends[] = {0.0, std::min(std::abs(s), h), std::min(0.5 * h, h), std::min(d + radius, h), h};
    std::sort(std::begin(ends), std::end(ends));
    double sum = 0.0;
    for (int k = 0; k < 4; ++k)
        if (ends[k + 1] > ends[k])
            sum += integrate_smooth(ends[k], ends[k + 1], [&](double r) {
                const double cosine = (d * d + r * r - radius * radius) / (2.0 * d * r);
                return f(r, std::clamp(cosine, -1.0, 1.0));
            });
    return sum;
}

WallTerm ball_term(const Parameters& p, double chi, double radius, double s) {
    const auto arc = [&](double r, double c) {
        return p.dimensions == 3 ? 2.0 * kPi * r * r * (1.0 - c) : 2.0 * r * std::acos(c);
    };
    WallTerm term;
    term.fraction = chi * integrate_in_ball(p, radius, s, [&](double r, double c) { return kernel(p, r) * arc(r, c); });
    term.gradient.x =
        chi * integrate_in_ball(p, radius, s, [&](double r, double c) {
            const double sine2 = 1.0 - c * c;
            return -kernel_slope(p, r) * (p.dimensions == 3 ? kPi * r * r * sine2 : 2.0 * r * std::sqrt(sine2));
        });
    term.squared = chi * chi * std::pow(p.particle_spacing, p.dimensions) *
                   integrate_in_ball(p, radius, s,
                                     [&](double r, double c) { return std::pow(kernel_slope(p, r), 2) * arc(r, c); });
    return term;
}

// A ball by quadrature; a capsule the mean of that and the half space; a box the product of three slabs.
WallTerm body_term(const Parameters& p, const HalfSpace& half_space, const Body& body, Vec3 x) {
    WallTerm term;
    const Nearest at = nearest_on(p, body, x);
    if (at.distance >= p.support_radius) return term;
    if (body.radius > 0.0) {
        term = ball_term(p, half_space.chi(), body.radius, at.distance);
        if (body.half[1] > 0.0) {
            term.fraction = 0.5 * (term.fraction + half_space.fraction(at.distance));
            term.gradient.x = 0.5 * (term.gradient.x + half_space.gradient(at.distance));
            term.squared = 0.5 * (term.squared + half_space.squared(at.distance));
        }
        term.gradient = -term.gradient.x * at.normal;
        return term;
    }
    const double whole = half_space.squared(-p.support_radius);
    double share[3], slope[3];
    term.fraction = half_space.chi(), term.squared = whole;
    for (int k = 0; k < p.dimensions; ++k) {
        const double q = dot(body.axis[k], x - body.center), near = q - body.half[k], far = q + body.half[k];
        share[k] = (half_space.fraction(near) - half_space.fraction(far)) / half_space.chi();
        slope[k] = (half_space.gradient(far) - half_space.gradient(near)) / half_space.chi();
        term.fraction *= share[k];
        term.squared *= (half_space.squared(near) - half_space.squared(far)) / whole;
    }
    for (int k = 0; k < p.dimensions; ++k) {
        double others = half_space.chi();
        for (int l = 0; l < p.dimensions; ++l)
            if (l != k) others *= share[l];
        term.gradient += others * slope[k] * body.axis[k];
    }
    return term;
}

}  // namespace

namespace {
void leave_planes(const Parameters& p, Vec3& x) {
    for (const Plane& plane : p.planes) {
        const double s = signed_distance(plane, x) - p.clearance;
        if (s < 0.0) x -= s * plane.normal;
    }
}
}  // namespace

const Body* push_out(const Parameters& p, Vec3& x) {
    const Body* last = nullptr;
    if (p.walls == WallMode::kNone) return last;
    leave_planes(p, x);
    if (p.bodies.empty()) return last;
    for (const Body& body : p.bodies) {
        const Nearest at = nearest_on(p, body, x);
        if (at.distance >= p.clearance) continue;
        // Along the planes that it touches, until it is out to first order, and no farther than 1/√0.05 of that.
        Vec3 way = at.normal;
        for (const Plane& plane : p.planes) {
            const double into = dot(plane.normal, way);
            if (into < 0.0 && signed_distance(plane, x) < 1.01 * p.clearance) way -= into * plane.normal;
        }
        x -= ((at.distance - p.clearance) / std::max(dot(way, way), 0.05)) * way;
        last = &body;
    }
    leave_planes(p, x);
    return last;
}

WallTerm wall_term(const Parameters& p, const HalfSpace& half_space, Vec3 x) {
    std::vector<WallTerm> each;
    for (const Plane& plane : p.planes) {
        const double s = signed_distance(plane, x);
        if (s >= p.support_radius) continue;  // a, G and Q are all zero
        each.push_back({half_space.fraction(s), -half_space.gradient(s) * plane.normal, half_space.squared(s)});
    }
    for (const Body& body : p.bodies) each.push_back(body_term(p, half_space, body, x));
    WallTerm wall;
    double outside_all = 1.0;
    for (std::size_t k = 0; k < each.size(); ++k) {
        double outside_others = 1.0;
        for (std::size_t l = 0; l < each.size(); ++l)
            if (l != k) outside_others *= 1.0 - each[l].fraction;
        outside_all *= 1.0 - each[k].fraction;
        wall.gradient += outside_others * each[k].gradient;
        wall.squared += outside_others * each[k].squared;
    }
    wall.fraction = 1.0 - outside_all;
    return wall;
}

std::vector<Vec3> vorticity(const Parameters& p, const Neighbours& neighbours, const std::vector<Vec3>& position,
                            const std::vector<Vec3>& velocity, const std::vector<double>& density) {
    std::vector<Vec3> omega(position.size());
    for (std::size_t i = 0; i < position.size(); ++i)
        for (std::size_t j : neighbours.fluid[i]) {
            const double rho = p.vorticity == VorticityForm::kB ? p.rest_density : density[j];
            const Vec3 gradient_j = -kernel_gradient(p, position[i] - position[j]);  // by p_j, hence the minus
            omega[i] += p.particle_mass / rho * cross(velocity[j] - velocity[i], gradient_j);
        }
    return omega;
}

namespace {

// rho_i ([MM13] eq. 2) and the sum of squared gradients in eq. 11, with grad_k C of eq. 8 weighted by m or psi.
struct ConstraintSums {
    double density = 0.0, squared = 0.0;
};
ConstraintSums constraint_sums(const Parameters& p, const std::optional<HalfSpace>& half_space,
                               const Neighbours& neighbours, const Boundary& boundary, const std::vector<Vec3>& x,
                               std::size_t i) {
    const WallTerm wall = half_space ? wall_term(p, *half_space, x[i]) : WallTerm{};
    ConstraintSums sums{p.particle_mass * kernel(p, 0.0) + p.rest_density * wall.fraction, wall.squared};
    Vec3 gradient_i = wall.gradient;
    const auto add = [&](double mass, Vec3 r) {
        const Vec3 gradient = (mass / p.rest_density) * kernel_gradient(p, r);
        sums.density += mass * kernel(p, length(r));
        gradient_i += gradient;
        sums.squared += dot(gradient, gradient);
    };
    for (std::size_t j : neighbours.fluid[i]) add(p.particle_mass, x[i] - x[j]);
    for (std::size_t b : neighbours.boundary[i]) add(boundary.psi[b], x[i] - boundary.position[b]);
    sums.squared += dot(gradient_i, gradient_i);
    return sums;
}

// lambda_i, eq. 11.
void compute_lambda(const Parameters& p, const std::optional<HalfSpace>& half_space, const Neighbours& neighbours,
                    const Boundary& boundary, const std::vector<Vec3>& x, Particles& particles) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const ConstraintSums sums = constraint_sums(p, half_space, neighbours, boundary, x, i);
        double c = sums.density / p.rest_density - 1.0;  // eq. 1
        if (p.constraint == Constraint::kUnilateral) c = std::max(c, 0.0);
        particles.density[i] = sums.density;
        particles.lambda[i] = -c / (sums.squared + p.relaxation);
    }
}

// Multipliers that accumulate while the gradients stay those of the start. particles.lambda becomes what this iteration
// adds.
struct Multipliers {
    std::vector<double> sum, denominator, kept;  // kept: the error that may stay
    Multipliers(const Parameters& p, const std::vector<double>& density_before)
        : sum(density_before.size(), 0.0), denominator(density_before.size(), 0.0), kept(density_before.size(), 0.0) {
        if (p.error_rate == 0.0) return;
        for (std::size_t i = 0; i < sum.size(); ++i)
            kept[i] = std::max(0.0, density_before[i] / p.rest_density - 1.0 - p.error_rate * p.dt);
    }
    // Before anything else: a part of the pressure of the step before.
    void begin_warm(const Parameters& p, Particles& particles) {
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] = particles.lambda[i] = -p.warm_start * particles.pressure[i] * p.dt * p.dt / p.rest_density;
    }
    // Before the first update: what a coarse pressure adds. counted: where the neighbours were found.
    void begin_coarse(const Parameters& p, const std::optional<HalfSpace>& half_space, const Neighbours& neighbours,
                      const Boundary& boundary, const std::vector<Vec3>& counted, const std::vector<Vec3>& x,
                      Particles& particles) {
        std::vector<double> excess(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const ConstraintSums sums = constraint_sums(p, half_space, neighbours, boundary, x, i);
            denominator[i] = sums.squared + p.relaxation;
            excess[i] = sums.density / p.rest_density - 1.0;
        }
        particles.lambda = coarse_multipliers(p, counted, x, excess, kept);
        for (std::size_t i = 0; i < x.size(); ++i) sum[i] += particles.lambda[i];
    }
    void update(const Parameters& p, const std::optional<HalfSpace>& half_space, const Neighbours& neighbours,
                const Boundary& boundary, const std::vector<Vec3>& x, Particles& particles) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const ConstraintSums sums = constraint_sums(p, half_space, neighbours, boundary, x, i);
            if (denominator[i] == 0.0) denominator[i] = sums.squared + p.relaxation;
            const double before = sum[i];
            sum[i] -= (sums.density / p.rest_density - 1.0 - kept[i]) / denominator[i];
            if (p.constraint == Constraint::kUnilateral) sum[i] = std::min(sum[i], 0.0);
            particles.density[i] = sums.density;
            particles.lambda[i] = sum[i] - before;
        }
    }
};

// The walls' gradient where the planes are seen from one place and the bodies from another.
Vec3 wall_gradient(const Parameters& p, const HalfSpace& half_space, Vec3 seen_by_planes, Vec3 seen_by_bodies) {
    Parameters only_planes = p, only_bodies = p;
    only_planes.bodies.clear();
    only_bodies.planes.clear();
    const WallTerm planes = wall_term(only_planes, half_space, seen_by_planes),
                   bodies = wall_term(only_bodies, half_space, seen_by_bodies);
    return (1.0 - bodies.fraction) * planes.gradient + (1.0 - planes.fraction) * bodies.gradient;
}

// Delta x_i, [MM13] eq. 14 with s_corr of eq. 13; the walls act through lambda_i alone. Gradients are those at `at`,
// but of bodies those at x.
std::vector<Vec3> compute_correction(const Parameters& p, const std::optional<HalfSpace>& half_space,
                                     const Neighbours& neighbours, const Boundary& boundary,
                                     const std::vector<Vec3>& at, const std::vector<Vec3>& x,
                                     const std::vector<double>& lambda) {
    std::vector<Vec3> correction(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j : neighbours.fluid[i]) {
            const Vec3 r = at[i] - at[j];
            const double ratio = kernel(p, length(r)) / kernel(p, p.scorr_dq * p.support_radius);
            const double scorr = p.scorr_k == 0.0 ? 0.0 : -p.scorr_k * std::pow(ratio, p.scorr_n);
            correction[i] +=
                (p.particle_mass / p.rest_density * (lambda[i] + lambda[j] + scorr)) * kernel_gradient(p, r);
        }
        for (std::size_t b : neighbours.boundary[i])
            correction[i] +=
                (boundary.psi[b] / p.rest_density * lambda[i]) * kernel_gradient(p, at[i] - boundary.position[b]);
        if (half_space) correction[i] += lambda[i] * wall_gradient(p, *half_space, at[i], x[i]);
    }
    return correction;
}

// Moves particles that are closer than at rest apart, without giving them velocity.
void shift_apart(const Parameters& p, const Neighbours& neighbours, std::vector<Vec3>& x) {
    const auto power = [&](double r) {
        return std::pow(kernel(p, r) / kernel(p, p.scorr_dq * p.support_radius), p.scorr_n);
    };
    const auto from = x;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j : neighbours.fluid[i]) {
            const Vec3 r = from[i] - from[j];
            const double excess = std::max(0.0, power(length(r)) - power(p.particle_spacing));
            x[i] -= (p.shift_rate * p.dt * p.particle_mass / p.rest_density * excess) * kernel_gradient(p, r);
        }
    for (Vec3& each : x) push_out(p, each);
}

// v += dt f, f = eps (eta/|eta| x omega), [MM13] eq. 16. eta = 0 gives no force.
void confine_vorticity(const Parameters& p, const Neighbours& neighbours, const std::vector<Vec3>& x,
                       Particles& particles) {
    const bool form_b = p.vorticity == VorticityForm::kB;
    const std::vector<Vec3> omega = vorticity(p, neighbours, x, particles.velocity, particles.density);
    for (std::size_t i = 0; i < x.size(); ++i) {
        Vec3 eta;
        for (std::size_t j : neighbours.fluid[i]) {
            const double weight = form_b ? p.particle_mass / p.rest_density * (length(omega[j]) - length(omega[i]))
                                         : p.particle_mass / particles.density[j] * length(omega[j]);
            eta += weight * kernel_gradient(p, x[i] - x[j]);
        }
        if (const double magnitude = length(eta); magnitude != 0.0)
            particles.velocity[i] += (p.dt * p.vorticity_epsilon / magnitude) * cross(eta, omega[i]);
    }
}

// [MM13] eq. 17, normalised by m/rho_ij, and Monaghan's viscosity. Reads the old velocities only.
void apply_viscosity(const Parameters& p, const Neighbours& neighbours, const std::vector<Vec3>& x,
                     Particles& particles) {
    const auto old = particles.velocity;
    const double of_lattice = viscosity_of_lattice(p);
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j : neighbours.fluid[i]) {
            const Vec3 r = x[i] - x[j], u = old[i] - old[j];
            const double rho_ij = pair_density(p, particles.density[i], particles.density[j]);
            particles.velocity[i] += (-p.xsph_c * p.particle_mass / rho_ij * kernel(p, length(r))) * u +
                                     p.dt * viscous_acceleration(p, of_lattice, rho_ij, r, u);
        }
}

// The pressure, smoothed as eq. 17 smooths velocities, with c = 1.
void smooth_pressure(const Parameters& p, const Neighbours& neighbours, const std::vector<Vec3>& x,
                     Particles& particles) {
    const auto old = particles.pressure;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j : neighbours.fluid[i]) {
            const double rho_ij = pair_density(p, particles.density[i], particles.density[j]);
            particles.pressure[i] += p.particle_mass / rho_ij * kernel(p, length(x[i] - x[j])) * (old[j] - old[i]);
        }
}

Vec3 velocity_at(const Body& body, Vec3 x) { return body.velocity + cross(body.spin, x - body.center); }

// Coulomb's law in displacements, [Macklin14] eq. 24 with mu_s = mu_k: x was pushed, and has slid across the push since
// the step began at `start`, relative to the body that pushed, if any.
void rub(const Parameters& p, Vec3 push, const Body* body, Vec3 start, Vec3& x) {
    const double pressed = length(push);
    if (pressed == 0.0) return;
    const Vec3 normal = (1.0 / pressed) * push;
    const Vec3 relative = x - start - p.dt * (body ? velocity_at(*body, x) : Vec3{});
    const Vec3 slid = relative - dot(relative, normal) * normal;
    if (const double distance = length(slid); distance > 0.0)
        x -= std::min(1.0, p.friction * pressed / distance) * slid;
}

// How far the walls and boundary particles have pushed particle i by its own lambda, if that pushes, and the body that
// did most of it.
struct Pressed {
    Vec3 push;
    const Body* body = nullptr;
};
Pressed pressed_by_density(const Parameters& p, const std::optional<HalfSpace>& half_space,
                           const Neighbours& neighbours, const Boundary& boundary, std::size_t i, Vec3 at, Vec3 x,
                           double lambda) {
    Vec3 gradient;
    for (std::size_t b : neighbours.boundary[i])
        gradient += (boundary.psi[b] / p.rest_density) * kernel_gradient(p, at - boundary.position[b]);
    Pressed pressed;
    if (lambda >= 0.0) return pressed;
    if (half_space) {
        gradient += wall_gradient(p, *half_space, at, x);
        Parameters only_bodies = p, only_planes = p;
        only_bodies.planes.clear();
        only_planes.bodies.clear();
        const Vec3 by_bodies =
            (1.0 - wall_term(only_planes, *half_space, at).fraction) * wall_term(only_bodies, *half_space, x).gradient;
        if (2.0 * length(by_bodies) > length(gradient)) {
            double most = 0.0;
            for (const Body& body : p.bodies)
                if (const double fraction = body_term(p, *half_space, body, x).fraction; fraction > most)
                    most = fraction, pressed.body = &body;
        }
    }
    pressed.push = lambda * gradient;
    return pressed;
}

// [Müller20] eq. 34, of a particle that one solid stopped on the way to `free`, and that is at x instead: normal and
// distance of the solid there, and its velocity. came: the particle's velocity before.
void rebound(const Parameters& p, Nearest solid, Vec3 solid_velocity, Vec3 came, Vec3 free, Vec3 x, Vec3& velocity) {
    const double speed = dot(came - solid_velocity, solid.normal);
    const bool stopped = solid.distance + dot(free - x, solid.normal) <= p.clearance;
    if (!stopped || speed >= -2.0 * p.dt * length(p.acceleration)) return;
    const double away = dot(velocity - solid_velocity, solid.normal), wanted = -p.restitution * speed;
    if (away < wanted) velocity += (wanted - away) * solid.normal;
}

}  // namespace

void drag_at_solids(const Parameters& p, const std::vector<Vec3>& x, std::vector<Vec3>& velocity) {
    if (p.slip_length >= 1e6) return;
    const double d = p.particle_spacing;
    const double of_xsph =
        p.particle_mass / p.rest_density / (2.0 * p.dimensions) *
        lattice_sum(p, [&](Vec3 offset, int) { return dot(offset, offset) * kernel(p, length(offset)); });
    const double viscosity = p.viscosity + p.xsph_c * of_xsph / p.dt;
    const auto slow = [&](Vec3& v, double distance, Vec3 normal, Vec3 of_solid) {
        const double s = std::max(distance, 0.0);
        if (s >= d) return;
        const double rate = viscosity * 2.0 / d * (1.0 - s / d) / (s + p.slip_length);
        const Vec3 relative = v - of_solid;
        const Vec3 across = relative - dot(relative, normal) * normal;
        v -= (1.0 - 1.0 / (1.0 + p.dt * rate)) * across;
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (const Plane& plane : p.planes) slow(velocity[i], signed_distance(plane, x[i]), plane.normal, {});
        for (const Body& body : p.bodies) {
            const Nearest at = nearest_on(p, body, x[i]);
            slow(velocity[i], at.distance, at.normal, velocity_at(body, x[i]));
        }
    }
}

void step(const Parameters& p, const Boundary& boundary, Particles& particles) {
    check(p, boundary, particles);
    const std::size_t n = particles.position.size();
    particles.density.resize(n, 0.0);
    Multipliers multipliers(p, particles.density);
    particles.lambda.assign(n, 0.0);
    particles.pressure.resize(n, 0.0);
    const auto half_space = p.walls == WallMode::kDensity ? std::optional<HalfSpace>(p) : std::nullopt;

    std::vector<Vec3> x = particles.position;  // x*
    for (std::size_t i = 0; i < n; ++i) {
        Vec3& v = particles.velocity[i];
        v += p.dt * p.acceleration;
        if (p.max_speed > 0.0 && length(v) > p.max_speed) v = (p.max_speed / length(v)) * v;
        x[i] += p.dt * v;
    }
    const std::vector<Vec3> free = x;
    for (std::size_t i = 0; i < n; ++i) {
        const Body* body = push_out(p, x[i]);
        if (p.friction > 0.0) {
            rub(p, x[i] - free[i], body, particles.position[i], x[i]);
            leave_planes(p, x[i]);
        }
    }

    const Neighbours neighbours = find_neighbours(p, x, boundary.position);
    const std::vector<Vec3> counted = x;
    // By particles.lambda.
    const auto correct = [&] {
        const std::vector<Vec3> at = p.gradients_at_start ? particles.position : x;
        const auto correction = compute_correction(p, half_space, neighbours, boundary, at, x, particles.lambda);
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 before = x[i], corrected = before + correction[i];
            x[i] = corrected;
            const Body* body = push_out(p, x[i]);
            if (p.friction > 0.0) {
                const Pressed pressed =
                    pressed_by_density(p, half_space, neighbours, boundary, i, at[i], before, particles.lambda[i]);
                rub(p, pressed.push + (x[i] - corrected), body ? body : pressed.body, particles.position[i], x[i]);
                push_out(p, x[i]);
            }
        }
    };
    if (p.warm_start > 0.0) {
        multipliers.begin_warm(p, particles);
        correct();
    }
    if (p.coarse_sweeps > 0) {
        multipliers.begin_coarse(p, half_space, neighbours, boundary, counted, x, particles);
        correct();
    }
    for (int iteration = 0; iteration < p.iterations; ++iteration) {
        if (p.gradients_at_start) multipliers.update(p, half_space, neighbours, boundary, x, particles);
        else compute_lambda(p, half_space, neighbours, boundary, x, particles);
        correct();
    }
    for (std::size_t i = 0; i < n; ++i)
        particles.pressure[i] = p.gradients_at_start ? -multipliers.sum[i] * p.rest_density / (p.dt * p.dt) : 0.0;

    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 came = particles.velocity[i];
        particles.velocity[i] = (1.0 / p.dt) * (x[i] - particles.position[i]);
        if (p.restitution == 0.0) continue;
        for (const Plane& plane : p.planes)
            rebound(p, {signed_distance(plane, x[i]), plane.normal}, {}, came, free[i], x[i], particles.velocity[i]);
        for (const Body& body : p.bodies)
            rebound(p, nearest_on(p, body, x[i]), velocity_at(body, x[i]), came, free[i], x[i], particles.velocity[i]);
    }
    drag_at_solids(p, x, particles.velocity);
    if (p.vorticity != VorticityForm::kNone) confine_vorticity(p, neighbours, x, particles);
    apply_surface_forces(p, neighbours, boundary, x, particles);
    if (p.xsph_c != 0.0 || p.viscosity != 0.0) apply_viscosity(p, neighbours, x, particles);
    if (p.gradients_at_start) smooth_pressure(p, neighbours, x, particles);
    if (p.shift_rate > 0.0) shift_apart(p, neighbours, x);
    particles.position = x;
}

}  // namespace undine::reference
