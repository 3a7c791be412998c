// Proof that the oracle itself is right: a peer's numbers (tests/data/bender-pbf), closed forms and steps worked out by
// hand. Bounds are ten or more times the measured difference.
#include "oracle/reference_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "oracle/bender_data.h"
#include "oracle/reference_testing.h"
#include "scene/parameters.h"

namespace undine::reference {
namespace {

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
                const auto omega =
                    vorticity(p, find_neighbours(p, block.position, {}), block.position, block.velocity, block.density);
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
                const double weight =
                    a ? length(omega[j]) / confined.density[j] : (length(omega[j]) - length(omega[i])) / p.rest_density;
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
