#include "scene/emission.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numeric>

namespace undine {
namespace {

using glm::dvec3;
using glm::vec3;

constexpr double kRounding = 1e-4;  // of the float inputs, in spacings

double spacing_of(const Emitter& e, const Parameters& p) { return e.spacing > 0 ? e.spacing : p.particle_spacing; }

// Places along one axis of a box: the first half a spacing inside, as sample_fluid fills one.
std::vector<double> line(double min, double max, double spacing) {
    const auto count = static_cast<size_t>(std::max(1.0, std::floor((max - min) / spacing + 0.5 - kRounding)));
    std::vector<double> places(count);
    for (size_t k = 0; k < count; ++k)
        places[k] = min + 0.5 * std::min(spacing, max - min) + static_cast<double>(k) * spacing;
    return places;
}

std::vector<vec3> places_in_box(const Emitter& e, const Parameters& p) {
    const double d = spacing_of(e, p);
    const std::vector<double> z = p.dimensions == 2 ? std::vector<double>{0} : line(e.min.z, e.max.z, d);
    std::vector<vec3> places;
    for (const double c : z)
        for (const double b : line(e.min.y, e.max.y, d))
            for (const double a : line(e.min.x, e.max.x, d)) places.emplace_back(a, b, c);
    return places;
}

// A square lattice around the centre, in the plane across the velocity.
std::vector<vec3> places_in_disc(const Emitter& e, const Parameters& p) {
    const double d = spacing_of(e, p);
    const dvec3 along = glm::normalize(dvec3(e.velocity));
    const bool flat = p.dimensions == 2;
    // Any direction across; of the axes the one that is farthest from the velocity.
    const dvec3 magnitude = glm::abs(along);
    const dvec3 axis = magnitude.x <= magnitude.y && magnitude.x <= magnitude.z ? dvec3(1, 0, 0)
                       : magnitude.y <= magnitude.z                             ? dvec3(0, 1, 0)
                                                                                : dvec3(0, 0, 1);
    const dvec3 u = flat ? dvec3(-along.y, along.x, 0) : glm::normalize(glm::cross(along, axis));
    const dvec3 v = glm::cross(along, u);
    const auto reach = static_cast<int>(std::floor(e.radius / d + kRounding));
    const double within = std::pow(e.radius + kRounding * d, 2);
    std::vector<vec3> places;
    for (int b = flat ? 0 : -reach; b <= (flat ? 0 : reach); ++b)
        for (int a = -reach; a <= reach; ++a)
            if ((a * a + b * b) * d * d <= within)
                places.emplace_back(dvec3(e.center) + d * (double(a) * u + double(b) * v));
    return places;
}

// How far the places have to move until there is room for the next ones.
double depth_of(const Emitter& e, const Parameters& p) {
    const double d = spacing_of(e, p);
    if (e.shape == Emitter::Shape::disc) return d;
    for (int axis = 0; axis < 3; ++axis)
        if (e.velocity[axis] != 0) return static_cast<double>(line(e.min[axis], e.max[axis], d).size()) * d;
    return d;
}

// All places evenly mixed, the same on every machine: each is followed by the one a golden section of them further.
std::vector<vec3> mixed(const std::vector<vec3>& places) {
    const size_t n = places.size();
    size_t stride = std::max<size_t>(1, static_cast<size_t>(std::lround(0.6180339887 * static_cast<double>(n))));
    while (std::gcd(stride, n) != 1) ++stride;
    std::vector<vec3> order;
    for (size_t k = 0; k < n; ++k) order.push_back(places[k * stride % n]);
    return order;
}

}  // namespace

std::vector<vec3> opening_of(const Emitter& e, const Parameters& p) {
    return e.shape == Emitter::Shape::disc ? places_in_disc(e, p) : places_in_box(e, p);
}

double most_places(const Emitter& e, const Parameters& p) {
    const double d = spacing_of(e, p);
    if (e.shape == Emitter::Shape::disc) return std::pow(2 * e.radius / d + 2, p.dimensions - 1);
    double count = 1;
    for (uint32_t axis = 0; axis < p.dimensions; ++axis) count *= (double{e.max[axis]} - e.min[axis]) / d + 1;
    return count;
}

double greatest_rate(const Emitter& e, const Parameters& p) {
    return static_cast<double>(opening_of(e, p).size()) * glm::length(dvec3(e.velocity)) / depth_of(e, p);
}

Emission::Emission(const Emitter& emitter, const Parameters& p, double start)
    : emitter_(emitter),
      places_(opening_of(emitter, p)),
      in_turn_(emitter.shape == Emitter::Shape::disc || emitter.rate > 0),
      rate_(greatest_rate(emitter, p)) {
    if (emitter.rate > 0) rate_ = emitter.rate;
    // Layers that start all at once stay layers, which are seen as slices in a jet that falls. A box has to, where its
    // places lie behind one another.
    if (in_turn_) places_ = mixed(places_);
    period_ = (in_turn_ ? 1 : static_cast<double>(places_.size())) / rate_;
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
