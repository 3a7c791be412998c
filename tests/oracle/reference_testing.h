// What the oracle's own tests share.
#pragma once
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "oracle/reference_solver.h"

namespace undine::reference {

inline constexpr double kPi = std::numbers::pi;

inline Parameters parameters_of(int dimensions, Kernel kernel, double spacing = 0.05) {
    Parameters p;
    p.dimensions = dimensions;
    p.kernel = kernel;
    p.particle_spacing = spacing;
    p.particle_mass = lattice_mass(p);
    return p;
}

inline void for_each_kernel(const std::function<void(const Parameters&)>& check) {
    for (int dimensions : {2, 3})
        for (Kernel kernel : {Kernel::kPoly6Spiky, Kernel::kCubicSpline}) {
            SCOPED_TRACE(::testing::Message() << dimensions << "D, kernel " << static_cast<int>(kernel));
            check(parameters_of(dimensions, kernel));
        }
}

// Lattice points (i, j, k) d with |i|, |k| <= reach and lowest <= j <= reach; k = 0 in 2D.
inline Particles lattice(const Parameters& p, int reach, int lowest) {
    Particles block;
    const int reach_z = p.dimensions == 3 ? reach : 0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = lowest; j <= reach; ++j)
            for (int k = -reach_z; k <= reach_z; ++k)
                block.position.push_back(p.particle_spacing * Vec3{double(i), double(j), double(k)});
    block.velocity.resize(block.position.size());
    return block;
}

}  // namespace undine::reference
