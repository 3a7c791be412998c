// Vorticity of a rigid rotation: +2 Ω, not −2 Ω. The lattice weighs the kernel's gradient a little differently from
// an integral; the factor is computed from the lattice.
#include <gtest/gtest.h>

#include "oracle/oracle_comparison.h"
#include "physics/simulation.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// Σ_j (m/ρ0) r |W'(r)| / D over the lattice: 1 for an integral.
double lattice_moment(const reference::Parameters& p) {
    const int z_reach = p.dimensions == 3 ? 2 : 0;
    double sum = 0;
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = -z_reach; z <= z_reach; ++z) {
                const double r = p.particle_spacing * std::sqrt(double(x * x + y * y + z * z));
                sum -= p.particle_mass / p.rest_density * r * reference::kernel_slope(p, r) / p.dimensions;
            }
    return sum;
}

class RigidRotation : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(RigidRotation);

TEST_P(RigidRotation, HasTheVorticityPlusTwoOmega) {
    for (uint32_t dimensions : {2u, 3u})
        for (VorticityMode form : {VorticityMode::A, VorticityMode::B}) {
            Parameters p = only_pressure();
            p.dimensions = dimensions;
            p.constraint = ConstraintType::unilateral;  // C ≤ 0 on a lattice with a surface: the block turns freely
            p.particle_spacing = 0.051f;                // and h is not a distance of the lattice
            p.vorticity = form;
            p.grid = GridType::hashed;
            const glm::vec3 omega = dimensions == 3 ? glm::vec3(0.3f, -0.5f, 0.7f) : glm::vec3(0, 0, 0.9f);
            ParticleState block;
            const int reach = 4, z_reach = dimensions == 3 ? 4 : 0;
            uint32_t center = 0;
            for (int x = -reach; x <= reach; ++x)
                for (int y = -reach; y <= reach; ++y)
                    for (int z = -z_reach; z <= z_reach; ++z) {
                        if (x == 0 && y == 0 && z == 0) center = static_cast<uint32_t>(block.size());
                        block.position.push_back(p.particle_spacing * glm::vec3(x, y, z));
                        block.velocity.push_back(glm::cross(omega, block.position.back()));
                        block.id.push_back(static_cast<uint32_t>(block.id.size()));
                    }
            block.resize(block.id.size());
            const Scene scene = scene_with(p);
            Simulation rotation(scene, block, make_backend());
            rotation.run(1);
            const auto ids = download<uint32_t>(rotation.solver, Field::id);
            const auto vorticity = download<vec4>(rotation.solver, Field::vorticity);
            const auto slot = std::find(ids.begin(), ids.end(), center) - ids.begin();
            const glm::vec3 expected = 2 * float(lattice_moment(reference_parameters(scene))) * omega;
            const glm::vec3 found(vorticity[slot]);
            EXPECT_LE(glm::length(found - expected), tolerance::kVorticity * glm::length(expected))
                << dimensions << "D, form " << static_cast<int>(form);
            EXPECT_FLOAT_EQ(vorticity[slot].w, glm::length(found));
        }
}

}  // namespace
}  // namespace undine::testing
