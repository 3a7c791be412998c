#include "oracle/reference_diffuse.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "oracle/reference_surface.h"

namespace undine::reference {
namespace {

std::uint32_t scramble(std::uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}
double random_number(std::uint32_t whose, std::uint32_t draw) {
    return (scramble(scramble(draw + 1) ^ whose) >> 8) / 16777216.0;
}

double rise(double value, double lowest, double highest) {
    return std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0);
}

Vec3 unit(Vec3 v) {
    const double size = length(v);
    return size > 0.0 ? (1.0 / size) * v : Vec3{};
}

// How much of what particles at a place have beside themselves and planes is water.
class Room {
  public:
    explicit Room(const Parameters& p) : planes_alone_(p), self_(p.particle_mass / p.rest_density * kernel(p, 0.0)) {
        planes_alone_.bodies.clear();
        if (p.walls == WallMode::kDensity) half_space_.emplace(planes_alone_);
    }
    // density: as a part of rho0, with all of it.
    double filled(Vec3 x, double density) const {
        const double wall = half_space_ ? wall_term(planes_alone_, *half_space_, x).fraction : 0.0;
        return std::max(density - self_ - wall, 0.0) / std::max(1.0 - self_ - wall, 0.1);
    }

  private:
    Parameters planes_alone_;
    double self_;  // what a particle is by itself
    std::optional<HalfSpace> half_space_;
};

struct Potential {
    double air = 0.0, crest = 0.0, energy = 0.0;
};

Potential potential_of(const Parameters& p, const DiffuseParameters& d, const Water& water,
                       const std::vector<Vec3>& normals, const std::vector<std::size_t>& neighbours, std::size_t i) {
    const double h = p.support_radius;
    const Vec3 v = water.velocity[i], outward = -unit(normals[i]);
    const auto on_surface = [&](std::size_t k) { return length(normals[k]) > 0.5; };
    const bool crest = on_surface(i) && dot(unit(v), outward) >= 0.6;
    double around = 0.0, closing = 0.0, bend = 0.0, reach = 0.0;
    for (const std::size_t j : neighbours) {
        const Vec3 x_ij = water.position[i] - water.position[j], v_ij = v - water.velocity[j];
        const double r = length(x_ij), w = 1.0 - r / h;
        around += w;
        closing += w * length(v_ij) * (1.0 - dot(unit(v_ij), unit(x_ij)));
        if (!crest || !on_surface(j) || dot(x_ij, outward) <= 0.0) continue;
        bend += w * (1.0 - dot(-unit(normals[j]), outward));
        reach += w * r * r / 2.0;
    }
    const double volume = p.particle_mass / p.rest_density;
    const double whole = std::numbers::pi / 3.0 * std::pow(h, p.dimensions) / volume;  // the sum of w in even water
    return {.air = rise(closing / whole, d.trapped_air_min, d.trapped_air_max),
            .crest = rise(around >= 0.3 * whole && reach > 0.0 ? std::sqrt(std::max(bend / reach, 0.0)) : 0.0,
                          d.crest_min, d.crest_max),
            .energy = rise(dot(v, v) / 2.0, d.energy_min, d.energy_max)};
}

// The square's points on a disc across v; in 2D on a segment.
Vec3 across(const Parameters& p, Vec3 v, double u1, double u2) {
    const double a = 2.0 * u1 - 1.0, b = 2.0 * u2 - 1.0;
    const Vec3 n = unit(v);
    if (p.dimensions == 2) return {-a * n.y, a * n.x, 0.0};
    const double first = a * std::sqrt(1.0 - b * b / 2.0), second = b * std::sqrt(1.0 - a * a / 2.0);
    const double s = n.z < 0.0 ? -1.0 : 1.0, c = -1.0 / (s + n.z);
    const Vec3 e1{1.0 + s * n.x * n.x * c, s * n.x * n.y * c, -s * n.x}, e2{n.x * n.y * c, s + n.y * n.y * c, -n.y};
    return first * e1 + second * e2;
}

void move(const Parameters& p, const Room& room, const DiffuseParameters& d, const Water& water, DiffuseParticle& own) {
    const double radius = p.support_radius / 2.0;
    Vec3 around;
    double weight = 0.0, density = 0.0;
    for (std::size_t j = 0; j < water.position.size(); ++j) {
        const double q = length(water.position[j] - own.position) / radius;
        if (q >= 1.0) continue;
        const double w = std::pow(1.0 - q * q, 3);
        weight += w;
        around += w * water.velocity[j];
        density += w * water.density[j] / p.rest_density;
    }
    if (weight > 0.0) around = (1.0 / weight) * around, density /= weight;
    own.wetness += (1.0 - std::exp(-20.0 * p.dt)) * (room.filled(own.position, density) - own.wetness);
    const bool spray = own.wetness<0.5, bubble = own.wetness> 0.9;
    if (spray) {
        const Vec3 v = own.velocity + p.dt * p.acceleration;
        const auto either_way = [&](std::uint32_t draw) { return 2.0 * random_number(own.slot, draw) - 1.0; };
        const Vec3 air = 0.4 * length(v) * Vec3{either_way(4), either_way(5), p.dimensions == 2 ? 0.0 : either_way(6)};
        own.velocity = air + std::exp(-d.spray_drag * p.dt) * (v - air);
    } else if (bubble)
        own.velocity += -p.dt * d.bubble_buoyancy * p.acceleration +
                        (1.0 - std::exp(-d.bubble_drag * p.dt)) * (around - own.velocity);
    else own.velocity = around;
    const Vec3 free = own.position + p.dt * own.velocity;
    own.position = free;
    push_out(p, own.position);
    own.velocity += (1.0 / p.dt) * (own.position - free);
    own.life -= p.dt * (spray || bubble ? 0.25 : 1.0);
}

// The lowest slots that none of the living has, one after the other.
class FreeSlots {
  public:
    explicit FreeSlots(const std::vector<DiffuseParticle>& living) {
        for (const DiffuseParticle& own : living) taken_.insert(own.slot);
    }
    std::uint32_t take() {
        while (taken_.contains(next_)) ++next_;
        return next_++;
    }

  private:
    std::set<std::uint32_t> taken_;
    std::uint32_t next_ = 0;
};

}  // namespace

void step_diffuse(const Parameters& p, const DiffuseParameters& d, const Water& water, Diffuse& particles) {
    const Neighbours neighbours = find_neighbours(p, water.position, {});
    const std::vector<Vec3> normals = surface_normals(p, neighbours, water.position, water.density);
    const double volume_dt = p.particle_mass / p.rest_density * p.dt;
    const Room room(p);
    for (DiffuseParticle& own : particles.living) move(p, room, d, water, own);
    std::erase_if(particles.living, [](const DiffuseParticle& own) { return own.life <= 0.0; });
    FreeSlots free_slots(particles.living);
    for (std::size_t i = 0; i < water.position.size(); ++i) {
        const Potential potential = potential_of(p, d, water, normals, neighbours.fluid[i], i);
        const double births =
            potential.energy * volume_dt * (d.trapped_air_rate * potential.air + d.crest_rate * potential.crest);
        const auto whole = static_cast<int>(births + random_number(water.id[i], particles.steps));
        for (int k = 0; k < whole; ++k) {
            const std::uint32_t id = particles.created++;
            const Vec3 v = water.velocity[i], aside = across(p, v, random_number(id, 0), random_number(id, 1));
            DiffuseParticle born{
                .position = water.position[i] + p.particle_spacing / 2.0 * aside - random_number(id, 2) * p.dt * v,
                .velocity = v + 0.1 * length(v) * aside,
                .life = 0.0,
                .wetness = room.filled(water.position[i], water.density[i] / p.rest_density),
                .id = id,
                .slot = free_slots.take()};
            Parameters planes_alone = p;
            planes_alone.bodies.clear();
            push_out(planes_alone, born.position);
            const double strength =
                potential.energy * std::max(potential.air, potential.crest) * (0.5 + random_number(id, 3) / 2.0);
            born.life = d.life_min + (d.life_max - d.life_min) * strength;
            particles.living.push_back(born);
        }
    }
    ++particles.steps;
}

}  // namespace undine::reference
