// Solid bodies in the water: their shape, where they are at a time, and how fast they move.
#pragma once
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace undine {

class SolidMesh;

// A mesh, or a box whose edges are rounded: with `radius` alone a sphere, with one half size besides a capsule.
struct Solid {
    std::string mesh_file;                  // path relative to the working directory; empty: a box
    float scale = 1;                        // of the mesh: m for a length of 1 in its file
    std::shared_ptr<const SolidMesh> mesh;  // of that file, scaled; read by read_meshes() (scene/mesh/mesh_file.h)

    // At rest, about its centre, of a mesh the origin of its file. In 2D the z components are not read.
    glm::vec3 center{0};     // m
    glm::vec3 rotation{0};   // degrees about x, then y, then z
    glm::vec3 half_size{0};  // m, along its own axes
    float radius = 0;        // m, around the box of half_size

    std::optional<glm::vec3> color;  // sRGB, each 0 … 1, in which it is painted; none: as the surroundings' plaster

    // Kinematic motion; each adds to where the solid is at rest.
    glm::vec3 amplitude{0};  // m, of a sinusoid in time: amplitude · sin(2π (t / period + phase))
    float period = 1;        // s
    float phase = 0;         // periods
    glm::vec3 spin{0};       // degrees/s about an axis of the world through the centre

    // Or it floats: its weight and the water move it (solver/floating_bodies.h).
    float density = 0;      // kg/m³; 0: it does not float
    glm::vec3 velocity{0};  // m/s, at the start, and so is its `spin`
    // Against planes and other solids; against the water, friction and restitution are the scene's.
    float friction = 0.3f;  // μ, Coulomb's
    float restitution = 0;  // e, part of the speed of approach that is kept

    // Or, with at least two keys, along these: straight lines between places, great arcs between rotations, at rest
    // before the first and after the last. `center` and `rotation` are then not read.
    struct Key {
        float time = 0;  // s of the scene, increasing
        glm::vec3 center{0}, rotation{0};
        bool operator==(const Key&) const = default;
    };
    std::vector<Key> keys;

    bool operator==(const Solid&) const = default;
    bool floats() const { return density > 0; }
    bool moves() const { return floats() || !keys.empty() || amplitude != glm::vec3(0) || spin != glm::vec3(0); }
};

// Where a solid is, and its velocity: of its centre, and of its turning about it.
struct SolidState {
    glm::dvec3 center{0};                         // m
    glm::dquat rotation{1, 0, 0, 0};              // from its own axes to the world's
    glm::dvec3 velocity{0}, angular_velocity{0};  // m/s, rad/s, in the world's axes
    bool operator==(const SolidState&) const = default;
};
// Of a solid that floats, as at the start.
SolidState state_at(const Solid& solid, double time);
std::vector<SolidState> states_at(const std::vector<Solid>& solids, double time);

// Where it was so many seconds before, if it moved uniformly since.
SolidState moved_back(const SolidState& state, double seconds);

// m; negative inside. `state` says where the solid is. axes: 2 or 3.
double signed_distance(const Solid& solid, const SolidState& state, const glm::dvec3& x, int axes);

// A solid that floats, as it would have to be for state_at() to give this state.
Solid placed(Solid solid, const SolidState& state);

// Radius of a sphere round its centre that holds it, m.
double reach_of(const Solid& solid, int axes);

// The greatest speed of any of its points, at any time, m/s.
double greatest_speed(const Solid& solid, int axes);

}  // namespace undine
