// Proof that the oracle's kernels and half spaces are right: closed forms, and cubature on a grid. Bounds are ten or
// more times the measured difference.
#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/reference_testing.h"
#include "scene/parameters.h"

namespace undine::reference {
namespace {

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
                    const Vec3 r{s + (i + 0.5) * cell, (j + 0.5) * cell, p.dimensions == 3 ? (k + 0.5) * cell : 0.0};
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

}  // namespace
}  // namespace undine::reference
