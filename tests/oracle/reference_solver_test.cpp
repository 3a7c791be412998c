// Proof that the oracle itself is right: a peer's numbers (tests/data/bender-pbf), closed forms, steps worked out
// by hand, and cubature of the half-space integrals on a grid. Bounds are ten or more times the measured
// difference.
#include "oracle/reference_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>
#include <random>
#include <stdexcept>

#include "oracle/bender_data.h"

namespace undine::reference {
namespace {

constexpr double kPi = std::numbers::pi;

Parameters parameters_of(int dimensions, Kernel kernel, double spacing = 0.05) {
    Parameters p;
    p.dimensions = dimensions;
    p.kernel = kernel;
    p.particle_spacing = spacing;
    p.particle_mass = lattice_mass(p);
    return p;
}

void for_each_kernel(const std::function<void(const Parameters&)>& check) {
    for (int dimensions : {2, 3})
        for (Kernel kernel : {Kernel::kPoly6Spiky, Kernel::kCubicSpline}) {
            SCOPED_TRACE(testing::Message() << dimensions << "D, kernel " << static_cast<int>(kernel));
            check(parameters_of(dimensions, kernel));
        }
}

// Lattice points (i, j, k) d with |i|, |k| <= reach and lowest <= j <= reach; k = 0 in 2D.
Particles lattice(const Parameters& p, int reach, int lowest) {
    Particles block;
    const int reach_z = p.dimensions == 3 ? reach : 0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = lowest; j <= reach; ++j)
            for (int k = -reach_z; k <= reach_z; ++k)
                block.position.push_back(p.particle_spacing * Vec3{double(i), double(j), double(k)});
    block.velocity.resize(block.position.size());
    return block;
}

// Measured maxima over both steps: 9e-16 m, 1.6e-13 m/s, 1.5e-11 kg/m^3, 6e-17 m^2.
void expect_same(const Particles& actual, const Particles& expected) {
    ASSERT_EQ(expected.position.size(), 2016u);
    ASSERT_EQ(actual.position.size(), expected.position.size());
    double x = 0.0, v = 0.0, rho = 0.0, lambda = 0.0;
    for (std::size_t i = 0; i < expected.position.size(); ++i) {
        x = std::max(x, length(actual.position[i] - expected.position[i]));
        v = std::max(v, length(actual.velocity[i] - expected.velocity[i]));
        rho = std::max(rho, std::abs(actual.density[i] - expected.density[i]));
        lambda = std::max(lambda, std::abs(actual.lambda[i] - expected.lambda[i]));
    }
    EXPECT_LT(x, 1e-14);
    EXPECT_LT(v, 4e-12);  // the bound on x over dt
    EXPECT_LT(rho, 2e-10);
    EXPECT_LT(lambda, 1e-15);  // lambda itself reaches 3e-4
}

TEST(BenderOracle, ReproducesTwoSteps) {
    Parameters p = bender_parameters();
    p.xsph_c = 0.02;
    const Boundary boundary = read_bender_boundary();
    Particles particles = read_bender_initial();
    step(p, boundary, particles);
    expect_same(particles, read_bender_state("state_xsphJ02cut_step1.f64"));
    p.dt = 0.005;
    step(p, boundary, particles);
    expect_same(particles, read_bender_state("state_xsphJ02cut_step2.f64"));
}

// The library's own spline is not cut at h; with the cut the same step differs by up to 5.6e-5 m and 0.023 m/s.
TEST(BenderOracle, ReproducesTheLibraryVerbatimWithItsUncutSpline) {
    Parameters p = bender_parameters();
    p.kernel = Kernel::kCubicSplineUncut;
    Particles particles = read_bender_initial();
    step(p, read_bender_boundary(), particles);
    expect_same(particles, read_bender_state("state_xsph0_step1.f64"));
}

TEST(BenderOracle, ComputesPsi) {
    const Boundary boundary = read_bender_boundary();
    const std::vector<double> psi = compute_psi(bender_parameters(), boundary.position);
    ASSERT_EQ(psi.size(), 2478u);
    for (std::size_t b = 0; b < psi.size(); ++b) EXPECT_NEAR(psi[b] / boundary.psi[b], 1.0, 1e-14);
}

TEST(ReferenceKernel, IsNormalised) {
    for_each_kernel([](const Parameters& p) {
        const int n = 20000;  // midpoint rule: error of order 1/n^2
        double value = 0.0, slope = 0.0;
        for (int k = 0; k < n; ++k) {
            const double r = p.support_radius * (k + 0.5) / n;
            const double shell = (p.dimensions == 3 ? 4.0 * kPi * r * r : 2.0 * kPi * r) * p.support_radius / n;
            value += shell * kernel(p, r);
            slope -= shell * kernel_slope(p, r) * r / p.dimensions;  // by parts: 1 when the integral of W is 1
        }
        EXPECT_NEAR(value, 1.0, 1e-7);
        EXPECT_NEAR(slope, 1.0, 1e-7);
        EXPECT_EQ(kernel(p, p.support_radius), 0.0);
        EXPECT_EQ(kernel_slope(p, p.support_radius), 0.0);
    });
}

TEST(ReferenceKernel, GradientMatchesFiniteDifferences) {
    for_each_kernel([](const Parameters& p) {
        const double h = p.support_radius, delta = 1e-5 * h;
        const double spiky = p.dimensions == 3 ? 15.0 / (kPi * std::pow(h, 6)) : 10.0 / (kPi * std::pow(h, 5));
        const auto value = [&](Vec3 r) {
            if (p.kernel == Kernel::kCubicSpline) return kernel(p, length(r));
            return spiky * std::pow(h - length(r), 3);
        };
        for (double distance : {0.1, 0.3, 0.49, 0.51, 0.7, 0.95}) {
            const Vec3 r = distance * h * Vec3{0.6, 0.8, 0.0};
            const Vec3 gradient = kernel_gradient(p, r);
            const double scale = std::abs(kernel_slope(p, 0.3 * h));
            EXPECT_NEAR((value(r + Vec3{delta}) - value(r - Vec3{delta})) / (2 * delta), gradient.x, 1e-7 * scale);
            const Vec3 up{0.0, delta};
            EXPECT_NEAR((value(r + up) - value(r - up)) / (2 * delta), gradient.y, 1e-7 * scale);
        }
        EXPECT_EQ(length(kernel_gradient(p, {})), 0.0);
    });
}

// Lattice densities with m = rho0 d^3, known to three decimals from an independent computation.
TEST(ReferenceKernel, LatticeMass) {
    const double spacing[] = {0.045, 0.05, 0.055, 0.06}, density[] = {1.013, 1.010, 0.986, 0.960};
    for (int k = 0; k < 4; ++k) {
        const Parameters p = parameters_of(3, Kernel::kPoly6Spiky, spacing[k]);
        EXPECT_NEAR(p.rest_density * std::pow(spacing[k], 3) / p.particle_mass, density[k], 5.1e-4);
    }
}

TEST(ReferenceHalfSpace, AgreesWithCubature) {
    for_each_kernel([](const Parameters& p) {
        const double h = p.support_radius, s = 0.3 * h;
        const int n = p.dimensions == 3 ? 60 : 400;
        const double cell = h / n;
        double fraction = 0.0, gradient = 0.0, squared = 0.0;
        for (int i = 0; i < n; ++i)
            for (int j = -n; j < n; ++j)
                for (int k = p.dimensions == 3 ? -n : 0; k < (p.dimensions == 3 ? n : 1); ++k) {
                    const Vec3 r{s + (i + 0.5) * cell, (j + 0.5) * cell,
                                 p.dimensions == 3 ? (k + 0.5) * cell : 0.0};
                    fraction += kernel(p, length(r));
                    gradient -= kernel_gradient(p, r).x;
                    squared += std::pow(kernel_slope(p, length(r)), 2);
                }
        const double volume = std::pow(cell, p.dimensions);
        EXPECT_NEAR(half_space_fraction_raw(p, s) / (fraction * volume), 1.0, 5e-4);
        EXPECT_NEAR(half_space_gradient_raw(p, s) / (gradient * volume), 1.0, 5e-4);
        const double spaced = std::pow(p.particle_spacing, p.dimensions) * volume;
        EXPECT_NEAR(half_space_squared_raw(p, s) / (squared * spaced), 1.0, 5e-4);
    });
}

TEST(ReferenceHalfSpace, StandsForTheMissingLattice) {
    for_each_kernel([](Parameters p) {
        p.planes = {{{0.0, 1.0, 0.0}, -0.5 * p.particle_spacing}};
        p.walls = WallMode::kDensity;
        p.iterations = 1;
        Particles block = lattice(p, 3, 0);
        const auto middle =
            std::find_if(block.position.begin(), block.position.end(), [](Vec3 x) { return length(x) == 0.0; });
        const std::size_t bottom = static_cast<std::size_t>(middle - block.position.begin());
        step(p, {}, block);
        EXPECT_NEAR(block.density[bottom] / p.rest_density, 1.0, 1e-12);

        const HalfSpace wall(p);
        EXPECT_NEAR(wall.fraction(-0.02) + wall.fraction(0.02), wall.chi(), 1e-12);
        EXPECT_NEAR(wall.squared(0.02), std::pow(wall.chi(), 2) * half_space_squared_raw(p, 0.02), 1e-9);
        EXPECT_NEAR(wall.squared(-0.02) + wall.squared(0.02), 2.0 * wall.squared(0.0), 1e-9);
        EXPECT_EQ(wall.gradient(-0.02), wall.gradient(0.02));
        EXPECT_EQ(wall.fraction(p.support_radius), 0.0);
        EXPECT_NEAR(wall.fraction(-p.support_radius), wall.chi(), 1e-14);
    });
}

// With one kernel for value and gradient, the wall gradient is the derivative of the union fraction.
TEST(ReferenceHalfSpace, WallGradientInACorner) {
    Parameters p = parameters_of(3, Kernel::kCubicSpline);
    p.planes = {{{1.0, 0.0, 0.0}, 0.0}, {{0.0, 1.0, 0.0}, -0.01}, {{0.0, 0.6, -0.8}, -0.03}};
    const HalfSpace half_space(p);
    const Vec3 x{0.03, 0.015, 0.04};
    const WallTerm wall = wall_term(p, half_space, x);
    const auto derivative = [&](Vec3 delta) {
        return (wall_term(p, half_space, x + delta).fraction - wall_term(p, half_space, x - delta).fraction) / 2e-6;
    };
    EXPECT_NEAR(wall.gradient.x, derivative({1e-6, 0.0, 0.0}), 1e-7);
    EXPECT_NEAR(wall.gradient.y, derivative({0.0, 1e-6, 0.0}), 1e-7);
    EXPECT_NEAR(wall.gradient.z, derivative({0.0, 0.0, 1e-6}), 1e-7);
    EXPECT_LT(wall.gradient.x, -1.0);  // towards the wall, far from zero

    const double s[] = {0.03, 0.025, 0.007};  // by hand from x and the planes
    double squared = 0.0;
    for (int k = 0; k < 3; ++k)
        squared += (1.0 - half_space.fraction(s[(k + 1) % 3])) * (1.0 - half_space.fraction(s[(k + 2) % 3])) *
                   half_space.squared(s[k]);
    EXPECT_NEAR(wall.squared / squared, 1.0, 1e-12);
}

TEST(ReferenceStep, WallByHand) {
    Parameters p = parameters_of(3, Kernel::kPoly6Spiky);
    p.planes = {{{0.0, 1.0, 0.0}, 0.0}};
    p.walls = WallMode::kDensity;
    p.iterations = 1;
    p.relaxation = 1e5;  // large: the deficient particle is drawn towards the wall, but must not meet it
    Particles one{{{0.0, 0.02, 0.0}}, {{}}, {}, {}};
    step(p, {}, one);
    const HalfSpace wall(p);
    const double a = wall.fraction(0.02), g = wall.gradient(0.02), q = wall.squared(0.02);
    const double density = p.particle_mass * kernel(p, 0.0) + p.rest_density * a;
    const double lambda = -(density / p.rest_density - 1.0) / (q + g * g + p.relaxation);
    EXPECT_NEAR(one.density[0], density, 1e-10);
    EXPECT_NEAR(one.lambda[0], lambda, 1e-15);
    EXPECT_NEAR(one.position[0].y, 0.02 - lambda * g, 1e-15);

    p.relaxation = 0.0;  // now the correction goes through the wall and is pushed out again
    one = {{{0.0, 0.02, 0.0}}, {{}}, {}, {}};
    step(p, {}, one);
    EXPECT_EQ(one.position[0].y, 0.0);
    EXPECT_EQ(one.velocity[0].y, -0.02 / p.dt);

    one = {{{0.0, -0.02, 0.0}}, {{}}, {}, {}};  // starts inside: out before the density is taken
    step(p, {}, one);
    EXPECT_NEAR(one.density[0], p.particle_mass * kernel(p, 0.0) + p.rest_density * wall.fraction(0.0), 1e-10);
}

// Two particles 0.04 m apart on x: C < 0, s_corr, XSPH and both forms of vorticity confinement worked out.
TEST(ReferenceStep, TwoParticlesByHand) {
    Parameters p = parameters_of(3, Kernel::kPoly6Spiky);
    p.scorr_k = 1e-4;
    p.iterations = 1;
    p.relaxation = 1e5;  // large, or the pair passes through itself
    const double h = p.support_radius, m = p.particle_mass, rho0 = p.rest_density;
    const auto poly6 = [&](double r) { return 315.0 / (64.0 * kPi * std::pow(h, 9)) * std::pow(h * h - r * r, 3); };
    const auto spiky = [&](double r) { return 45.0 / (kPi * std::pow(h, 6)) * (h - r) * (h - r); };
    const Particles start{{{0.0, 0.0, 0.0}, {0.04, 0.0, 0.0}}, {{0.0, -1e-6, 0.0}, {0.0, 1e-6, 0.0}}, {}, {}};
    const double density = m * (poly6(0.0) + poly6(0.04)), g = m / rho0 * spiky(0.04);
    const double lambda = -(density / rho0 - 1.0) / (2.0 * g * g + p.relaxation);
    const double scorr = -p.scorr_k * std::pow(poly6(0.04) / poly6(0.03), 4);
    const double dx = g * (2.0 * lambda + scorr);

    Particles plain = start;
    step(p, {}, plain);
    EXPECT_NEAR(plain.density[1], density, 1e-9);
    EXPECT_NEAR(plain.lambda[1], lambda, 1e-12);
    EXPECT_NEAR(plain.position[0].x, dx, 1e-12);
    EXPECT_NEAR(plain.position[1].x, 0.04 - dx, 1e-12);
    EXPECT_NEAR(plain.velocity[0].x, dx / p.dt, 1e-9);

    Particles smoothed = start;
    p.xsph_c = 0.1;
    step(p, {}, smoothed);
    const double distance = 0.04 - 2.0 * dx, v = plain.velocity[0].x;
    EXPECT_NEAR(smoothed.velocity[0].x, v - 2.0 * v * 0.1 * m / density * poly6(distance), 1e-9);
    p.xsph_c = 0.0;

    // omega is equal for both: A drives across their line, since eta points along it; B has eta = 0, no force.
    p.vorticity = VorticityForm::kA;
    p.vorticity_epsilon = 3.0;
    Particles form_a = start, form_b = start;
    step(p, {}, form_a);
    const Vec3 e = plain.position[1] - plain.position[0], dv = plain.velocity[1] - plain.velocity[0];
    const double omega_z = m / density * spiky(length(e)) / length(e) * (e.x * dv.y - e.y * dv.x);
    EXPECT_GT(omega_z, 0.0);  // counter-clockwise about z
    EXPECT_NEAR((form_a.velocity[0].y - plain.velocity[0].y) / (-p.dt * 3.0 * omega_z), 1.0, 1e-6);
    EXPECT_NEAR((form_a.velocity[1].y - plain.velocity[1].y) / (p.dt * 3.0 * omega_z), 1.0, 1e-6);
    p.vorticity = VorticityForm::kB;
    step(p, {}, form_b);
    EXPECT_EQ(form_b.velocity[0].y, plain.velocity[0].y);
}

// +2 Omega in the limit d/h -> 0; at d/h = 0.5 times the lattice moment of the spiky gradient: 0.956 in 3D (known),
// 15/pi (1/8 + (1 - s)^2 s) = 0.8865 in 2D, s = sqrt(1/2).
TEST(ReferenceVorticity, RigidRotationGivesPlusTwoOmega) {
    const double density = 900.0;
    for (int dimensions : {2, 3})
        for (VorticityForm form : {VorticityForm::kA, VorticityForm::kB})
            for (double ratio : {0.5, 0.125}) {
                Parameters p = parameters_of(dimensions, Kernel::kPoly6Spiky, 0.1 * ratio);
                p.particle_mass = p.rest_density * std::pow(p.particle_spacing, dimensions);
                p.vorticity = form;
                const int reach = static_cast<int>(1.0 / ratio);
                Particles block = lattice(p, reach, -reach);
                const Vec3 rate = dimensions == 3 ? Vec3{0.3, -0.5, 0.7} : Vec3{0.0, 0.0, 0.7};
                for (std::size_t i = 0; i < block.position.size(); ++i)
                    block.velocity[i] = cross(rate, block.position[i]) + Vec3{1.0, 2.0, 3.0};
                block.density.assign(block.position.size(), density);
                const auto omega = vorticity(p, find_neighbours(p, block.position, {}), block.position,
                                             block.velocity, block.density);
                const double moment = ratio == 0.125 ? 1.0 : dimensions == 3 ? 0.956 : 0.8865;
                const double weight = form == VorticityForm::kA ? p.rest_density / density : 1.0;
                EXPECT_LT(length(omega[omega.size() / 2] - 2.0 * weight * moment * rate), 0.005);
            }
}

TEST(ReferenceVorticity, ConfinementAmplifiesASwirl) {
    Parameters p = parameters_of(2, Kernel::kPoly6Spiky);
    p.constraint = Constraint::kUnilateral;
    p.particle_mass *= 0.9;  // C < 0 everywhere: the confinement acts alone
    p.vorticity_epsilon = 2.0;
    p.dt = 1e-3;
    Particles start = lattice(p, 8, -8);
    for (std::size_t i = 0; i < start.position.size(); ++i) {
        const Vec3 x = start.position[i];
        start.velocity[i] = std::exp(-dot(x, x) / 0.04) * cross({0.0, 0.0, 1.0}, x);
    }
    for (VorticityForm form : {VorticityForm::kA, VorticityForm::kB}) {
        p.vorticity = form;
        p.xsph_c = 0.0;
        Particles confined = start, smoothed = start;
        step(p, {}, confined);
        p.xsph_c = 0.1;
        step(p, {}, smoothed);
        const std::vector<Vec3>& x = confined.position;
        const Neighbours near = find_neighbours(p, x, {});
        const auto omega = vorticity(p, near, x, start.velocity, confined.density);
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (length(start.position[i]) == 0.0) continue;  // the centre: eta is rounding, without direction
            Vec3 eta, viscous;
            for (std::size_t j : near.fluid[i]) {
                const bool a = form == VorticityForm::kA;
                const double weight = a ? length(omega[j]) / confined.density[j]
                                        : (length(omega[j]) - length(omega[i])) / p.rest_density;
                eta += weight * kernel_gradient(p, x[i] - x[j]);
                viscous += 0.1 * p.particle_mass / confined.density[j] * kernel(p, length(x[i] - x[j])) *
                           (confined.velocity[j] - confined.velocity[i]);
            }
            const Vec3 gain = confined.velocity[i] - start.velocity[i];
            const Vec3 expected = p.dt * p.vorticity_epsilon / length(eta) * cross(eta, omega[i]);
            EXPECT_LT(length(gain - expected), 1e-6 * length(expected) + 1e-11);
            EXPECT_LT(length(smoothed.velocity[i] - confined.velocity[i] - viscous), 1e-11);
            if (length(x[i]) < 0.04 || length(x[i]) > 0.15) continue;  // omega vanishes at 0.2
            EXPECT_GT(dot(gain, cross({0.0, 0.0, 1.0}, x[i])), 0.8 * length(gain) * length(x[i]));
            EXPECT_GT(length(gain), 0.1 * p.dt * p.vorticity_epsilon);
        }
    }
}

TEST(ReferenceStep, ConservesMomentum) {
    Parameters p = parameters_of(3, Kernel::kPoly6Spiky);
    p.relaxation = 60.0;
    p.scorr_k = 1e-4;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> jitter(-0.01, 0.01);
    Particles block = lattice(p, 2, -2);
    Vec3 before, after;
    for (std::size_t i = 0; i < block.position.size(); ++i) {
        block.position[i] += {jitter(random), jitter(random), jitter(random)};
        block.velocity[i] = 50.0 * Vec3{jitter(random), jitter(random), jitter(random)};
        before += block.velocity[i];
    }
    for (int k = 0; k < 10; ++k) step(p, {}, block);
    double change = 0.0;
    for (const Vec3& v : block.velocity) {
        after += v;
        change += length(v);
    }
    EXPECT_LT(length(after - before), 1e-12 * change);  // measured 1e-14
    EXPECT_GT(change, 10.0);
}

TEST(ReferenceStep, FreeFallIsExact) {
    Parameters p = parameters_of(3, Kernel::kCubicSpline);
    p.acceleration = {0.5, -9.81, 0.0};
    const Vec3 v0{1.0, 2.0, -3.0};
    Particles drops{{{0.0, 5.0, 0.0}, {0.0, 7.0, 0.0}}, {v0, v0}, {}, {}};
    const int n = 100;
    for (int k = 0; k < n; ++k) step(p, {}, drops);
    const Vec3 expected = Vec3{0.0, 7.0, 0.0} + n * p.dt * v0 + (p.dt * p.dt * n * (n + 1) / 2.0) * p.acceleration;
    EXPECT_LT(length(drops.position[1] - expected), 1e-12);
    EXPECT_LT(length(drops.velocity[1] - (v0 + n * p.dt * p.acceleration)), 1e-11);
}

TEST(ReferenceStep, SpeedClampPlanesAndCoincidence) {
    Parameters p = parameters_of(3, Kernel::kPoly6Spiky);
    p.dt = 0.01;
    p.max_speed = 5.0;
    p.planes = {{{0.0, 1.0, 0.0}, 0.0}, {{0.6, 0.8, 0.0}, 0.1}};
    const Particles start{{{0.0, 0.01, 0.0}, {3.0, 2.0, 1.0}, {3.0, 2.0, 1.0}}, {{6.0, -8.0, 0.0}, {}, {}}, {}, {}};
    Particles free = start, clamped = start;
    step(p, {}, free);
    EXPECT_LT(length(free.position[0] - Vec3{0.03, -0.03, 0.0}), 1e-15);
    p.walls = WallMode::kClamp;
    step(p, {}, clamped);  // first to (0.03, 0), then 0.082 along (0.6, 0.8)
    EXPECT_LT(length(clamped.position[0] - Vec3{0.0792, 0.0656, 0.0}), 1e-15);
    EXPECT_EQ(length(free.position[1] - start.position[1]), 0.0);  // r = 0: no direction, no push
    EXPECT_NEAR(free.density[1], 2.0 * p.particle_mass * kernel(p, 0.0), 1e-9);
}

TEST(ReferenceStep, RefusesNonsense) {
    Particles none;
    Parameters p;
    p.iterations = 0;
    EXPECT_THROW(step(p, {}, none), std::invalid_argument);
    p = Parameters();
    p.dimensions = 4;
    EXPECT_THROW(step(p, {}, none), std::invalid_argument);
    EXPECT_THROW(step({}, {{{}}, {}}, none), std::invalid_argument);
    EXPECT_THROW(read_bender_rows("fluid_initial.f64", 5), std::runtime_error);
}

}  // namespace
}  // namespace undine::reference
