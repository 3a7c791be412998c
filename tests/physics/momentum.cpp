#include "physics/momentum.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "oracle/oracle_comparison.h"

namespace undine::testing {

double momentum_gained(const Parameters& parameters, std::unique_ptr<Backend> backend) {
    Scene scene = scene_with(parameters);
    const ParticleState start = jittered_block(scene, 1234);
    Simulation block(scene, start, std::move(backend));
    block.run(20);
    const ParticleState end = block.solver.state();
    glm::dvec3 drift(0);
    double exchanged = 0;
    for (size_t i = 0; i < end.size(); ++i) {
        const glm::dvec3 change = glm::dvec3(end.velocity[i]) - glm::dvec3(start.velocity[i]);
        drift += change;
        exchanged += glm::length(change);
    }
    EXPECT_GT(exchanged, 100) << "m/s: nothing happened";
    return glm::length(drift) / exchanged;
}

}  // namespace undine::testing
