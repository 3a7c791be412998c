#include "scene/probe_reading.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>
#include <limits>
#include <numbers>

#include "scene/radial_kernel.h"
#include "scene/scene.h"

namespace undine {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Sums of a weighted least-squares fit of a + b·d, d the way to a particle, 1 at the fit's edge.
struct Fit {
    glm::dmat4 normal{0};
    glm::dvec3 first{0};  // Σ w f of three values at once
    glm::dmat3 rest{0};   // columns: Σ w f d of each
    int particles = 0;

    void add(double weight, const glm::dvec3& d, const glm::dvec3& values) {
        const glm::dvec4 basis(1, d);
        normal += weight * glm::outerProduct(basis, basis);
        first += weight * values;
        rest += weight * glm::outerProduct(d, values);
        ++particles;
    }

    glm::dvec3 value(bool flat) const {
        if (particles == 0) return glm::dvec3(kNone);
        const double weight = normal[0][0];
        glm::dmat4 a = normal;
        if (flat) a[3] = glm::dvec4(0), a[0].w = a[1].w = a[2].w = 0, a[3].w = weight;
        // The determinant of the places' covariance: some 1e-4 of a whole ball, 1e-10 of a corner of it, and but for
        // rounding 0 of a plane.
        const double spread = glm::determinant(a) / std::pow(weight, 4);
        if (particles < (flat ? 6 : 10) || !(spread > 1e-13)) return first / weight;
        const glm::dmat4 inverse = glm::inverse(a);
        glm::dvec3 at;
        for (int k = 0; k < 3; ++k) {
            const glm::dvec4 right(first[k], rest[k].x, rest[k].y, flat ? 0 : rest[k].z);
            at[k] = (inverse * right).x;
        }
        return at;
    }
};

class Reader {
  public:
    Reader(const Scene& scene, const ParticleState& state, double particle_mass)
        : scene_(scene),
          state_(state),
          kernel_(scene.parameters),
          flat_(scene.parameters.dimensions == 2),
          volume_(particle_mass / scene.parameters.rest_density) {}

    // Of particles within `reach` supports.
    template <class Values>
    Fit fit(const glm::dvec3& x, double reach, const Values& values, double from_walls = 0) const {
        Fit fit;
        for (size_t i = 0; i < state_.size(); ++i) {
            glm::dvec3 d = (glm::dvec3(state_.position[i]) - x) / (reach * kernel_.h);
            if (flat_) d.z = 0;
            const double q_sq = glm::dot(d, d);
            if (q_sq < 1 && (from_walls == 0 || distance_to_walls(state_.position[i]) >= from_walls))
                fit.add(std::pow(1 - q_sq, 3), d, values(i));
        }
        return fit;
    }

    double pressure(const glm::dvec3& x) const {
        // Beside a wall, where a particle has neighbours on one side, its pressure is up to 1.3 times that of the
        // water: there what is farther inside is extrapolated. Nearer than this the wall is felt, farther in more than
        // is known.
        constexpr double kFeelsWall = 0.7, kReach = 2.5;  // h
        const auto p = [&](size_t i) { return glm::dvec3(state_.pressure[i]); };
        const Fit inside = fit(x, kReach, p, kFeelsWall * kernel_.h);
        const Fit& chosen = inside.particles >= (flat_ ? 6 : 12) ? inside : fit(x, 1, p);
        return chosen.particles > 0 ? std::max(0.0, felt_of_a_slope() * chosen.value(flat_).x) : 0;
    }

    double height(double x, double z) const {
        double sum = 0;
        for (const glm::vec3& p : state_.position) sum += plane_kernel(p.x - x, flat_ ? 0 : p.z - z);
        return volume_ * sum / share_over_floor(x, z);
    }

    double flux(const Probe& probe) const {
        const glm::dvec3 n(probe.normal);
        double sum = 0;
        for (size_t i = 0; i < state_.size(); ++i) {
            const glm::vec3& p = state_.position[i];
            bool inside = true;
            for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis)
                inside &= p[axis] >= probe.min[axis] && p[axis] <= probe.max[axis];
            const double near = 1 - std::abs(glm::dot(n, glm::dvec3(p)) - probe.offset) / kernel_.h;
            if (inside && near > 0) sum += near / kernel_.h * glm::dot(n, glm::dvec3(state_.velocity[i]));
        }
        return volume_ * sum;
    }

  private:
    double distance_to_walls(const glm::vec3& x) const {
        const Parameters& p = scene_.parameters;
        double least = HUGE_VAL;
        for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis)
            if (p.walls != WallModel::none)
                least = std::min({least, double{x[axis]} - p.tank_min[axis], double{p.tank_max[axis]} - x[axis]});
        for (const Plane& plane : scene_.planes)
            least = std::min(least, glm::dot(glm::dvec3(plane.normal), glm::dvec3(x)) - plane.offset);
        return least;
    }

    double felt_of_a_slope() const {
        const double spacing = scene_.parameters.particle_spacing;
        const int reach = static_cast<int>(kernel_.h / spacing) + 1;
        double sum = 0;
        for (int x = -reach; x <= reach; ++x)
            for (int y = -reach; y <= reach; ++y)
                for (int z = flat_ ? 0 : -reach; z <= (flat_ ? 0 : reach); ++z) {
                    const double r = spacing * std::sqrt(double(x * x + y * y + z * z));
                    if (r > 0) sum += volume_ * spacing * y * spacing * y / r * kernel_.slope(r);
                }
        return sum;
    }

    // 1/m², of support h: (1 − q²)³; in 2D 1/m, (1 − q²)².
    double plane_kernel(double dx, double dz) const {
        const double h = kernel_.h, q_sq = (dx * dx + dz * dz) / (h * h);
        if (q_sq >= 1) return 0;
        if (flat_) return 15.0 / 16 / h * (1 - q_sq) * (1 - q_sq);
        return 4 / (std::numbers::pi * h * h) * std::pow(1 - q_sq, 3);
    }

    // How much of the kernel around a point is over the tank's floor; 1 without a tank.
    double share_over_floor(double x, double z) const {
        const Parameters& p = scene_.parameters;
        if (p.walls == WallModel::none) return 1;
        constexpr int kParts = 64;  // midpoints along each axis: within 1e-3
        const double step = 2 * kernel_.h / kParts;
        double share = 0;
        for (int i = 0; i < kParts; ++i)
            for (int k = 0; k < (flat_ ? 1 : kParts); ++k) {
                const double dx = (i + 0.5) * step - kernel_.h, dz = flat_ ? 0 : (k + 0.5) * step - kernel_.h;
                const bool over = x + dx >= p.tank_min.x && x + dx <= p.tank_max.x &&
                                  (flat_ || (z + dz >= p.tank_min.z && z + dz <= p.tank_max.z));
                if (over) share += plane_kernel(dx, dz) * (flat_ ? step : step * step);
            }
        return share > 0 ? share : kNone;
    }

    const Scene& scene_;
    const ParticleState& state_;
    RadialKernel kernel_;
    bool flat_;
    double volume_;  // m³
};

}  // namespace

std::vector<std::string> probe_columns(const Scene& scene) {
    const bool flat = scene.parameters.dimensions == 2;
    std::vector<std::string> columns;
    for (const Probe& probe : scene.probes) {
        const ProbeQuantityInfo& q = info(probe.quantity);
        const std::string unit = " (" + std::string(flat ? q.unit_2d : q.unit) + ")";
        if (!q.is_vector) columns.push_back(probe.name + unit);
        else
            for (const char* axis : flat ? std::vector{"x", "y"} : std::vector{"x", "y", "z"})
                columns.push_back(probe.name + " " + axis + unit);
    }
    return columns;
}

std::vector<double> probe_row(const Scene& scene, const ParticleState& state, double particle_mass) {
    const Reader reader(scene, state, particle_mass);
    const bool flat = scene.parameters.dimensions == 2;
    std::vector<double> row;
    for (const Probe& probe : scene.probes) {
        const glm::dvec3 at(probe.at);
        switch (probe.quantity) {
            case ProbeQuantity::pressure: {
                row.push_back(reader.pressure(at));
                break;
            }
            case ProbeQuantity::density: {
                const double value =
                    reader.fit(at, 1.5, [&](size_t i) { return glm::dvec3(state.density[i]); }).value(flat).x;
                row.push_back(value > 0 ? value : kNone);  // 0: not known before the first step
                break;
            }
            case ProbeQuantity::velocity: {
                const glm::dvec3 v =
                    reader.fit(at, 1.5, [&](size_t i) { return glm::dvec3(state.velocity[i]); }).value(flat);
                row.insert(row.end(), {v.x, v.y});
                if (scene.parameters.dimensions == 3) row.push_back(v.z);
                break;
            }
            case ProbeQuantity::height: row.push_back(reader.height(at.x, at.z)); break;
            case ProbeQuantity::flux: row.push_back(reader.flux(probe)); break;
        }
    }
    return row;
}

uint64_t steps_within(const Scene& scene, double seconds) {
    return std::max<uint64_t>(1, uint64_t(std::llround(seconds / scene.parameters.dt)));
}

}  // namespace undine
