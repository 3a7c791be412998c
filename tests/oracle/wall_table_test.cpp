// The tabulated half space against the oracle's quadrature, which shares neither formulas nor code with it.
#include "solver/wall_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/oracle_comparison.h"
#include "oracle/reference_surface.h"
#include "sim/sizes.glsl"
#include "tolerances.h"

namespace undine::testing {
namespace {

class WallTable : public ::testing::TestWithParam<std::tuple<uint32_t, KernelType>> {};
INSTANTIATE_TEST_SUITE_P(, WallTable,
                         ::testing::Combine(::testing::Values(2u, 3u),
                                            ::testing::Values(KernelType::poly6_spiky, KernelType::cubic_spline)));

// Differences as parts of the column's largest value, at a signed distance s.
glm::dvec3 difference(const glm::dvec3& row, const reference::HalfSpace& oracle, double s) {
    return {std::abs(row.x - oracle.fraction(s)) / oracle.chi(),
            std::abs(row.y - oracle.gradient(s)) / oracle.gradient(0),
            std::abs(row.z - oracle.squared(s)) / (2 * oracle.squared(0))};
}

TEST_P(WallTable, AgreesWithQuadrature) {
    Scene scene;
    std::tie(scene.parameters.dimensions, scene.parameters.kernel) = GetParam();
    const reference::Parameters p = reference_parameters(scene);
    const reference::HalfSpace oracle(p);
    const std::vector<vec4> table = make_wall_table(scene.parameters, static_cast<float>(p.particle_mass));
    ASSERT_EQ(table.size(), size_t{PBF_WALL_SAMPLES});
    glm::dvec3 at_samples(0), between(0);
    double adhesion_at = 0, adhesion_between = 0;  // of what it is at the surface
    const double at_surface = half_space_adhesion(p, 0);
    const double step = 2 * p.support_radius / (PBF_WALL_SAMPLES - 1);
    for (size_t k = 0; k + 1 < table.size(); ++k) {
        const double s = k * step - p.support_radius;
        const glm::dvec3 row = table[k], middle = (row + glm::dvec3(table[k + 1])) * 0.5;
        at_samples = glm::max(at_samples, difference(row, oracle, s));
        between = glm::max(between, difference(middle, oracle, s + 0.5 * step));
        if (k % 8 != 0) continue;  // quadrature of fourth roots takes its time
        const double half = 0.5 * (double{table[k].w} + table[k + 1].w);
        adhesion_at = std::max(adhesion_at, std::abs(table[k].w - half_space_adhesion(p, s)) / at_surface);
        adhesion_between =
            std::max(adhesion_between, std::abs(half - half_space_adhesion(p, s + 0.5 * step)) / at_surface);
    }
    EXPECT_LE(adhesion_at, tolerance::kWallTableSample);
    EXPECT_LE(adhesion_between, tolerance::kWallTableGradientBetween);  // in 2D it goes as |s − h/2|^(7/4)
    const glm::dvec3 between_limit(tolerance::kWallTableBetween, tolerance::kWallTableGradientBetween,
                                   tolerance::kWallTableBetween);
    for (int column = 0; column < 3; ++column) {
        EXPECT_LE(at_samples[column], tolerance::kWallTableSample) << "column " << column;
        EXPECT_LE(between[column], between_limit[column]) << "column " << column;
    }
}

}  // namespace
}  // namespace undine::testing
