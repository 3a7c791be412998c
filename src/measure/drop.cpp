#include "measure/drop.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>

#include "scene/parameters.h"
#include "scene/radial_kernel.h"
#include "solver/surface_forces.h"

namespace undine {
namespace {

constexpr double kPi = std::numbers::pi;

glm::dvec3 center_of(const ParticleState& drop) {
    glm::dvec3 sum(0);
    for (const glm::vec3& x : drop.position) sum += glm::dvec3(x);
    return sum / static_cast<double>(drop.size());
}

struct Pair {
    uint32_t i, j;
    glm::dvec3 apart;  // x_i − x_j
    double r;
};

std::vector<Pair> pairs_within(const ParticleState& drop, double h) {
    std::vector<uint32_t> order(drop.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](uint32_t i) { return drop.position[i].x; });
    std::vector<Pair> pairs;
    for (size_t a = 0; a < order.size(); ++a)
        for (size_t b = a + 1; b < order.size(); ++b) {
            const glm::dvec3 apart = glm::dvec3(drop.position[order[a]]) - glm::dvec3(drop.position[order[b]]);
            if (-apart.x >= h) break;
            if (const double r = glm::length(apart); r < h) pairs.push_back({order[a], order[b], apart, r});
        }
    return pairs;
}

}  // namespace

ParticleState ball_of_fluid(const Parameters& p, double radius) {
    const double d = p.particle_spacing;
    const int reach = static_cast<int>(radius / d) + 1, deep = p.dimensions == 2 ? 0 : reach;
    uint32_t seed = 1;
    auto next = [&] {
        seed = seed * 1664525u + 1013904223u;
        return 0.1 * d * ((seed >> 8) / double(1u << 24) - 0.5);
    };
    ParticleState drop;
    for (int i = -reach; i < reach; ++i)
        for (int j = -reach; j < reach; ++j)
            for (int k = -deep; k < std::max(deep, 1); ++k) {
                glm::dvec3 x = d * (glm::dvec3(i, j, k) + 0.5);
                if (deep == 0) x.z = 0;
                if (glm::length(x) >= radius) continue;
                x += glm::dvec3(next(), next(), deep == 0 ? 0 : next());
                drop.id.push_back(static_cast<uint32_t>(drop.position.size()));
                drop.position.push_back(x);
            }
    drop.resize(drop.position.size());
    return drop;
}

double radius_of(const ParticleState& drop, const Parameters& p) {
    const glm::dvec3 center = center_of(drop);
    double sum = 0;
    for (const glm::vec3& x : drop.position) sum += glm::dot(glm::dvec3(x) - center, glm::dvec3(x) - center);
    const double axes = p.dimensions, d = p.particle_spacing;
    // Each particle is a cube of edge d, whose own second moment counts.
    return std::sqrt((axes + 2) / axes * (sum / static_cast<double>(drop.size()) + axes * d * d / 12));
}

double pressure_within(const ParticleState& drop, const Parameters& p, double particle_mass,
                       const SurfaceForces& factor) {
    const RadialKernel kernel(p);
    const double h = p.support_radius, m = particle_mass, depth = 1.5 * h, dt = p.dt;
    const double deep = radius_of(drop, p) - depth;
    const glm::dvec3 center = center_of(drop);
    const std::vector<Pair> pairs = pairs_within(drop, h);
    std::vector<glm::dvec3> normal(drop.size(), glm::dvec3(0));
    for (const Pair& a : pairs) {
        const glm::dvec3 gradient = -h * m * kernel.slope(a.r) / a.r * a.apart;
        normal[a.i] += gradient / double{drop.density[a.j]};
        normal[a.j] -= gradient / double{drop.density[a.i]};
    }
    double volume = 0, virial = 0;
    std::vector<double> share(drop.size(), 0);
    for (size_t i = 0; i < drop.size(); ++i) {
        if (glm::length(glm::dvec3(drop.position[i]) - center) > deep) continue;
        share[i] = 0.5;
        volume += m / drop.density[i];
        virial += m * glm::dot(glm::dvec3(drop.velocity[i]), glm::dvec3(drop.velocity[i]));
    }
    for (const Pair& a : pairs) {
        if (share[a.i] + share[a.j] == 0) continue;
        const double q = a.r / h, t = std::pow((1 - q) * q, 3);
        const double k = 2.0 * p.rest_density / (double{drop.density[a.i]} + drop.density[a.j]);
        const double scorr = h * h * p.scorr_k *
                             std::pow(kernel.weight(a.r) / kernel.weight(p.scorr_dq * h), p.scorr_n);  // [MM13] eq. 13
        const double pressed = m * m / p.rest_density * (double{drop.lambda[a.i]} + drop.lambda[a.j] - scorr) *
                               -kernel.slope(a.r) * a.r / (dt * dt);
        const double cohesive = -m * k * factor.cohesion * (q > 0.5 ? t : 2 * t - 1.0 / 64) * a.r;
        const double level = -m * k * factor.area_tension * (1 - q * q) * glm::dot(normal[a.i] - normal[a.j], a.apart);
        virial += (share[a.i] + share[a.j]) * (pressed + cohesive + level);
    }
    return virial / (p.dimensions * volume);
}

double contact_angle(const ParticleState& drop, const Parameters& p, double volume) {
    double height = 0;
    for (const glm::vec3& x : drop.position) height = std::max(height, x.y + 0.5 * p.particle_spacing);
    // The volume of a cap of this height falls with the angle.
    double low = 0.01, high = kPi;
    for (int step = 0; step < 50; ++step) {
        const double angle = 0.5 * (low + high), radius = height / (1 - std::cos(angle));
        const double cap = p.dimensions == 2 ? radius * radius * (angle - std::sin(angle) * std::cos(angle))
                                             : kPi * height * height * (radius - height / 3);
        (cap > volume ? low : high) = angle;
    }
    return low * 180 / kPi;
}

}  // namespace undine
