#include "scene/emission.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numeric>

#include "scene/sampling.h"
#include "scene/scene.h"

namespace undine {
namespace {

using glm::dvec3;
using glm::vec3;

constexpr double kRounding = 1e-4;  // tolerance for the rounding of float inputs, in spacings

double spacing_of(const Emitter& e, const Parameters& p) { return e.spacing > 0 ? e.spacing : p.particle_spacing; }

// The places fill the box as particles fill a box of fluid.
Opening box_of(const Emitter& e, const Parameters& p) {
    Scene box;
    box.parameters.dimensions = p.dimensions;
    box.parameters.particle_spacing = static_cast<float>(spacing_of(e, p));
    box.parameters.walls = WallModel::none;
    box.fluids = {{e.min, e.max}};
    Opening opening{sample_fluid(box).position, spacing_of(e, p)};
    for (int axis = 0; axis < 3; ++axis) {
        if (e.velocity[axis] == 0) continue;
        const auto at = [axis](const vec3& x) { return x[axis]; };
        const auto [first, last] = std::ranges::minmax(opening.places, {}, at);
        opening.depth += std::round(double(last[axis] - first[axis]) / opening.depth) * opening.depth;
        break;
    }
    return opening;
}

// A square lattice around the centre, in the plane perpendicular to the velocity.
Opening disc_of(const Emitter& e, const Parameters& p) {
    const double d = spacing_of(e, p);
    const dvec3 along = glm::normalize(dvec3(e.velocity));
    const bool flat = p.dimensions == 2;
    // Any perpendicular direction will do; it is derived from the axis farthest from the velocity.
    const dvec3 magnitude = glm::abs(along);
    const dvec3 axis = magnitude.x <= magnitude.y && magnitude.x <= magnitude.z ? dvec3(1, 0, 0)
                       : magnitude.y <= magnitude.z                             ? dvec3(0, 1, 0)
                                                                                : dvec3(0, 0, 1);
    const dvec3 u = flat ? dvec3(-along.y, along.x, 0) : glm::normalize(glm::cross(along, axis));
    const dvec3 v = glm::cross(along, u);
    const auto reach = static_cast<int>(std::floor(e.radius / d + kRounding));
    const double within = std::pow(e.radius + kRounding * d, 2);
    Opening opening{.places = {}, .depth = d};
    for (int b = flat ? 0 : -reach; b <= (flat ? 0 : reach); ++b)
        for (int a = -reach; a <= reach; ++a)
            if ((a * a + b * b) * d * d <= within)
                opening.places.emplace_back(dvec3(e.center) + d * (double(a) * u + double(b) * v));
    return opening;
}

// Particles per second that fill the opening at the emitter's velocity.
double full_rate(const Opening& opening, const Emitter& e) {
    return static_cast<double>(opening.places.size()) * glm::length(dvec3(e.velocity)) / opening.depth;
}

// All places in an evenly mixed order, the same on every machine: each is followed by the one about 0.618 n places on.
std::vector<vec3> mixed(const std::vector<vec3>& places) {
    const size_t n = places.size();
    size_t stride = std::max<size_t>(1, static_cast<size_t>(std::lround(0.6180339887 * static_cast<double>(n))));
    while (std::gcd(stride, n) != 1) ++stride;
    std::vector<vec3> order;
    for (size_t k = 0; k < n; ++k) order.push_back(places[k * stride % n]);
    return order;
}

}  // namespace

Opening opening_of(const Emitter& e, const Parameters& p) {
    return e.shape == Emitter::Shape::disc ? disc_of(e, p) : box_of(e, p);
}

double most_places(const Emitter& e, const Parameters& p) {
    const double d = spacing_of(e, p);
    if (e.shape == Emitter::Shape::disc) return std::pow(2 * e.radius / d + 2, p.dimensions - 1);
    double count = 1;
    for (uint32_t axis = 0; axis < p.dimensions; ++axis) count *= (double{e.max[axis]} - e.min[axis]) / d + 1;
    return count;
}

double greatest_rate(const Emitter& e, const Parameters& p) { return full_rate(opening_of(e, p), e); }

Emission::Emission(const Emitter& emitter, const Parameters& p, double start)
    : emitter_(emitter), in_turn_(emitter.shape == Emitter::Shape::disc || emitter.rate > 0) {
    const Opening opening = opening_of(emitter, p);
    const double rate = emitter.rate > 0 ? double{emitter.rate} : full_rate(opening, emitter);
    // Layers that are released as a whole stay layers, visible as slices in a falling jet. A box without a rate must
    // release them like that, since its places may lie behind one another.
    places_ = in_turn_ ? mixed(opening.places) : opening.places;
    period_ = (in_turn_ ? 1 : static_cast<double>(places_.size())) / rate;
    if (start > emitter.from) next_ = static_cast<uint64_t>(std::ceil((start - emitter.from) / period_));
}

void Emission::append(double now, double end, Arrivals& to) {
    const dvec3 velocity(emitter_.velocity);
    for (;; ++next_) {
        const double begin = emitter_.from + static_cast<double>(next_) * period_;
        if (begin >= end || begin >= emitter_.until) return;
        const dvec3 offset = (now - begin) * velocity;
        auto add = [&](const vec3& place) {
            to.position.emplace_back(dvec3(place) + offset);
            to.velocity.push_back(emitter_.velocity);
        };
        if (in_turn_) add(places_[next_ % places_.size()]);
        else std::ranges::for_each(places_, add);
    }
}

}  // namespace undine
