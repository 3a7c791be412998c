#include "scene/thrown_block.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

#include "scene/scene.h"

namespace undine {
namespace {

using glm::vec3;

constexpr float kShare = 1.0f / 8;      // of the tank's shortest edge
constexpr float kLeastDistance = 0.9f;  // to other particles, in spacings: closer ones would burst apart

// Where along a ray, m from the eye, a box begins and ends; if the ray misses it, both are where the ray passes nearest
// to its middle.
struct Reach {
    float begin, end;
};

Reach inside(const vec3& eye, const vec3& direction, const vec3& low, const vec3& high) {
    float first = 0, last = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(direction[axis]) < 1e-6f) {
            if (eye[axis] < low[axis] || eye[axis] > high[axis]) last = -1;
            continue;
        }
        const float a = (low[axis] - eye[axis]) / direction[axis], b = (high[axis] - eye[axis]) / direction[axis];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
    if (first <= last) return {first, last};
    const float nearest = std::max(0.0f, glm::dot((low + high) * 0.5f - eye, direction));
    return {nearest, nearest};
}

// What a new particle must not touch.
class Others {
  public:
    Others(const Scene& scene, const std::vector<SolidState>& solids, const ParticleState& fluid,
           const BoundaryState& boundary)
        : scene_(scene),
          solids_(solids.empty() ? states_at(scene.solids, 0) : solids),
          fluid_(fluid),
          boundary_(boundary) {}

    // The free places of the lattice of along × along × layers around `center`, x fastest.
    std::vector<vec3> free_places(const vec3& center, float half, int along, int layers, float d) const {
        std::vector<vec3> near;
        for (const auto* positions : {&fluid_.position, &boundary_.position})
            for (const vec3& x : *positions) {
                const vec3 away = glm::abs(x - center);
                if (std::max({away.x, away.y, away.z}) < half + d) near.push_back(x);
            }
        std::vector<vec3> places;
        const float middle = 0.5f * static_cast<float>(layers - 1);
        for (int z = 0; z < layers; ++z)
            for (int y = 0; y < along; ++y)
                for (int x = 0; x < along; ++x) {
                    const vec3 at =
                        center + vec3((static_cast<float>(x) + 0.5f) * d - half,
                                      (static_cast<float>(y) + 0.5f) * d - half, (static_cast<float>(z) - middle) * d);
                    if (is_free(at, near, kLeastDistance * d)) places.push_back(at);
                }
        return places;
    }

  private:
    bool is_free(const vec3& at, const std::vector<vec3>& near, float least) const {
        for (const Plane& plane : scene_.planes)
            if (glm::dot(plane.normal, at) < plane.offset) return false;
        const int axes = scene_.parameters.dimensions == 2 ? 2 : 3;
        for (size_t k = 0; k < scene_.solids.size(); ++k)
            if (signed_distance(scene_.solids[k], solids_[k], at, axes) < 0) return false;
        return std::ranges::none_of(near, [&](const vec3& x) { return glm::dot(x - at, x - at) < least * least; });
    }

    const Scene& scene_;
    std::vector<SolidState> solids_;
    const ParticleState& fluid_;
    const BoundaryState& boundary_;
};

}  // namespace

ParticleState thrown_block(const Scene& scene, const vec3& tank_min, const vec3& tank_max, const Throw& thrown,
                           const ParticleState& fluid, const BoundaryState& boundary) {
    const Parameters& p = scene.parameters;
    const bool flat = p.dimensions == 2;
    const float d = p.particle_spacing;
    vec3 low = tank_min, high = tank_max;
    if (flat) low.z = high.z = 0;
    const vec3 size = high - low;
    const float shortest = flat ? std::min(size.x, size.y) : std::min({size.x, size.y, size.z});
    const int along = std::max(2, static_cast<int>(std::lround(kShare * shortest / d)));
    const int layers = flat ? 1 : along;
    const float half = 0.5f * static_cast<float>(along) * d;

    const Others others(scene, thrown.solids, fluid, boundary);
    const vec3 room = glm::max(vec3(0), 0.5f * size - half), middle = 0.5f * (low + high);
    std::vector<vec3> best;
    // Whether the lattice around `center`, moved inside the box, is entirely free; `best` keeps the fullest so far.
    auto is_free = [&](vec3 center) {
        center = glm::clamp(center, middle - room, middle + room);
        if (flat) center.z = 0;
        std::vector<vec3> found = others.free_places(center, half, along, layers, d);
        if (found.size() > best.size()) best = std::move(found);
        return best.size() == size_t(along) * size_t(along) * size_t(layers);
    };
    // From an eye outside the tank, the block starts behind the wall that the eye looks through; from one inside, in
    // front of the eye.
    const Reach reach = inside(thrown.eye, thrown.direction, low, high);
    const vec3 first = thrown.eye + thrown.direction * (reach.begin + (flat ? 0 : 2 * half));
    bool placed = is_free(first);
    for (float t = reach.begin + 3 * half; !placed && t < reach.end; t += half)
        placed = is_free(thrown.eye + thrown.direction * t);
    for (float y = glm::clamp(first.y, low.y, high.y); !placed && y < high.y; y += half)
        placed = is_free({first.x, y, first.z});

    vec3 way = thrown.direction;
    if (flat) way.z = 0;
    way = glm::length(way) > 0.5f ? glm::normalize(way) : vec3(0, -1, 0);
    uint32_t id = 0;
    for (const uint32_t used : fluid.id) id = std::max(id, used + 1);
    ParticleState block;
    block.resize(best.size());
    block.position = std::move(best);
    for (size_t i = 0; i < block.size(); ++i) {
        block.velocity[i] = way * thrown.speed;
        block.id[i] = id++;
    }
    return block;
}

}  // namespace undine
