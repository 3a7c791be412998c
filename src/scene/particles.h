// Particles on the host, as sampling makes them, files hold them and a solver loads and saves them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "scene/solid.h"

namespace undine {

// One entry per particle in every array; the order means nothing, `id` is the identity.
struct ParticleState {
    std::vector<glm::vec3> position;  // m
    std::vector<glm::vec3> velocity;  // m/s
    std::vector<float> density;       // kg/m³ (kg/m² in 2D); 0 before the first step
    std::vector<float> lambda;        // m²; 0 before the first step
    std::vector<float> pressure;      // Pa (N/m in 2D), of the last step; 0: unknown, or the scene has none
    std::vector<uint32_t> id;         // unique

    size_t size() const { return position.size(); }
    // New particles are at the origin, at rest, with id 0.
    void resize(size_t count) {
        position.resize(count);
        velocity.resize(count);
        density.resize(count);
        lambda.resize(count);
        pressure.resize(count);
        id.resize(count);
    }
};

// Spray, foam and bubbles.
enum class DiffuseKind : uint32_t { spray, foam, bubble };
struct DiffuseState {
    std::vector<glm::vec3> position;  // m
    std::vector<glm::vec3> velocity;  // m/s
    std::vector<float> life;          // s, that is left of it
    std::vector<float> wetness;       // how much of what is around it is water, smoothed in time
    std::vector<DiffuseKind> kind;    // by the wetness
    std::vector<uint32_t> id;         // unique
    std::vector<uint32_t> born;       // the step

    size_t size() const { return position.size(); }
};

// The scene's time at which a state was taken.
struct StateTime {
    double seconds = 0;
    uint64_t steps = 0;
    uint32_t next_id = 0;            // all ids below it have been used; 0: follows from the particles
    std::vector<SolidState> solids;  // of the scene's solids, if any of them floats; empty: as the scene places them
    bool operator==(const StateTime&) const = default;
};

// Boundary particles [Akinci12]; they do not move.
struct BoundaryState {
    std::vector<glm::vec3> position;  // m
    std::vector<float> psi;           // kg (kg in 2D too); empty: to be computed from the positions

    size_t size() const { return position.size(); }
};

// Most particles, of either kind, that a scene or a file may have: ids and indices are 32 bits and a device's
// arrays must fit its memory.
constexpr uint64_t kMaxParticles = 64'000'000;

}  // namespace undine
