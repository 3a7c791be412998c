#include "scene/solid.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <numbers>

#include "scene/mesh/solid_mesh.h"

namespace undine {
namespace {

using glm::dquat;
using glm::dvec3;

constexpr double kTwoPi = 2 * std::numbers::pi;

// About x, then y, then z, of the world.
dquat rotation_of(const glm::vec3& degrees) {
    const dvec3 angle = glm::radians(dvec3(degrees));
    return glm::angleAxis(angle.z, dvec3(0, 0, 1)) * glm::angleAxis(angle.y, dvec3(0, 1, 0)) *
           glm::angleAxis(angle.x, dvec3(1, 0, 0));
}

// The turn that leads from a to b on the shorter way: an axis times an angle, rad.
dvec3 turn_between(const dquat& a, const dquat& b) {
    dquat q = b * glm::conjugate(a);
    if (q.w < 0) q = -q;
    const dvec3 axis(q.x, q.y, q.z);
    const double sine = glm::length(axis);
    return sine > 0 ? 2 * std::atan2(sine, q.w) / sine * axis : dvec3(0);
}

dquat turned(const dvec3& turn, const dquat& from) {
    const double angle = glm::length(turn);
    return angle > 0 ? glm::angleAxis(angle, turn / angle) * from : from;
}

SolidState on_keys(const std::vector<Solid::Key>& keys, double time) {
    const auto after = std::ranges::upper_bound(keys, time, {}, [](const Solid::Key& k) { return double{k.time}; });
    if (after == keys.begin() || after == keys.end()) {
        const Solid::Key& k = after == keys.begin() ? keys.front() : keys.back();
        return {.center = k.center, .rotation = rotation_of(k.rotation)};
    }
    const Solid::Key &a = after[-1], &b = *after;
    const double span = double{b.time} - a.time, share = (time - a.time) / span;
    const dquat from = rotation_of(a.rotation);
    const dvec3 way = dvec3(b.center) - dvec3(a.center), turn = turn_between(from, rotation_of(b.rotation));
    return {dvec3(a.center) + share * way, turned(share * turn, from), way / span, turn / span};
}

}  // namespace

SolidState state_at(const Solid& s, double time) {
    if (!s.keys.empty()) return on_keys(s.keys, time);
    if (s.floats()) return {s.center, rotation_of(s.rotation), s.velocity, glm::radians(dvec3(s.spin))};
    const double turns = time / s.period + s.phase, rate = kTwoPi / s.period;
    const double angle = kTwoPi * (turns - std::floor(turns));
    const dvec3 spin = glm::radians(dvec3(s.spin));
    return {dvec3(s.center) + std::sin(angle) * dvec3(s.amplitude), turned(time * spin, rotation_of(s.rotation)),
            rate * std::cos(angle) * dvec3(s.amplitude), spin};
}

std::vector<SolidState> states_at(const std::vector<Solid>& solids, double time) {
    std::vector<SolidState> states;
    for (const Solid& solid : solids) states.push_back(state_at(solid, time));
    return states;
}

SolidState moved_back(const SolidState& s, double seconds) {
    return {s.center - seconds * s.velocity, turned(-seconds * s.angular_velocity, s.rotation), s.velocity,
            s.angular_velocity};
}

Solid placed(Solid solid, const SolidState& state) {
    solid.center = state.center;
    solid.rotation = glm::degrees(glm::eulerAngles(state.rotation));
    solid.velocity = state.velocity;
    solid.spin = glm::degrees(state.angular_velocity);
    return solid;
}

double signed_distance(const Solid& s, const SolidState& at, const dvec3& x, int axes) {
    const dvec3 local = glm::conjugate(at.rotation) * (x - at.center);
    if (s.mesh) return s.mesh->nearest(local).distance;
    dvec3 outside = glm::abs(local) - dvec3(s.half_size);
    if (axes == 2) outside.z = -std::numeric_limits<double>::infinity();
    const double inside = std::max({outside.x, outside.y, outside.z});
    return glm::length(glm::max(outside, 0.0)) + std::min(inside, 0.0) - s.radius;
}

double reach_of(const Solid& s, int axes) {
    if (s.mesh) return s.mesh->reach();
    return glm::length(axes == 2 ? dvec3(s.half_size.x, s.half_size.y, 0) : dvec3(s.half_size)) + s.radius;
}

double greatest_speed(const Solid& s, int axes) {
    const double reach = reach_of(s, axes);
    if (s.keys.empty())
        return kTwoPi / s.period * glm::length(dvec3(s.amplitude)) + glm::length(dvec3(s.velocity)) +
               glm::length(glm::radians(dvec3(s.spin))) * reach;
    double most = 0;
    for (size_t k = 0; k + 1 < s.keys.size(); ++k) {
        const SolidState at = state_at(s, 0.5 * (double{s.keys[k].time} + s.keys[k + 1].time));
        most = std::max(most, glm::length(at.velocity) + glm::length(at.angular_velocity) * reach);
    }
    return most;
}

}  // namespace undine
