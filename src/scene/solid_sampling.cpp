#include "scene/solid_sampling.h"

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <map>
#include <optional>
#include <tuple>

#include "scene/mesh/solid_mesh.h"
#include "scene/scene.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using glm::dvec3;

// Points of which none are nearer than `least`, found by cells of that edge.
class Apart {
  public:
    explicit Apart(double least) : least_(least) {}

    bool add(const dvec3& x) {
        const glm::ivec3 at = cell(x);
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x_step = -1; x_step <= 1; ++x_step) {
                    const auto [from, to] = points_.equal_range(key(at + glm::ivec3(x_step, y, z)));
                    for (auto p = from; p != to; ++p)
                        if (glm::distance(p->second, x) < least_) return false;
                }
        points_.emplace(key(at), x);
        return true;
    }

  private:
    glm::ivec3 cell(const dvec3& x) const { return glm::ivec3(glm::floor(x / least_)); }
    static std::tuple<int, int, int> key(const glm::ivec3& c) { return {c.x, c.y, c.z}; }

    double least_;
    std::multimap<std::tuple<int, int, int>, dvec3> points_;
};

// A solid in its own axes.
struct Shape {
    const Solid& solid;
    int axes;
    SolidState own{};

    double distance(const dvec3& x) const { return signed_distance(solid, own, x, axes); }

    dvec3 normal(const dvec3& x, double step) const {
        dvec3 slope(0);
        for (int axis = 0; axis < axes; ++axis) {
            dvec3 to(0);
            to[axis] = step;
            slope[axis] = distance(x + to) - distance(x - to);
        }
        const double length = glm::length(slope);
        return length > 0 ? slope / length : dvec3(0, 1, 0);
    }

    // From a point in the layer of `thickness` below the surface to where its particle belongs.
    std::optional<dvec3> settled(const dvec3& x, double thickness, double depth) const {
        const double s = distance(x);
        if (s > 0 || s < -thickness) return std::nullopt;
        const dvec3 moved = x - (s + depth) * normal(x, 1e-3 * depth);
        return std::abs(distance(moved) + depth) < 0.5 * depth ? moved : x;
    }

    dvec3 low() const { return solid.mesh ? solid.mesh->low() : -half(); }
    dvec3 high() const { return solid.mesh ? solid.mesh->high() : half(); }

  private:
    dvec3 half() const { return dvec3(solid.half_size) + double{solid.radius}; }
};

void refuse_work(const Scene& scene, const dvec3& steps) {
    constexpr double kMost = 2e7;
    const double count = steps.x * steps.y * steps.z;
    if (count > kMost)
        throw Error(Exit::bad_input, scene.source +
                                         ": walls = \"particles\" would look for places of boundary particles at " +
                                         number_text(count) + " points of a solid, and at most " + number_text(kMost) +
                                         " are allowed; make the solid smaller, or raise boundary_spacing");
}

}  // namespace

BoundaryState sample_solid_surfaces(const Scene& scene) {
    const Parameters& p = scene.parameters;
    const int axes = p.dimensions == 2 ? 2 : 3;
    const double spacing = p.boundary_spacing > 0 ? p.boundary_spacing : p.particle_spacing;
    const double depth = 0.5 * p.particle_spacing;
    BoundaryState layer;
    for (const Solid& solid : scene.solids) {
        const Shape shape{solid, axes};
        const SolidState at = state_at(solid, 0);
        // The lattice begins where the layer below a box's faces is.
        const dvec3 inset = glm::min(dvec3(depth), 0.5 * (shape.high() - shape.low()));
        const dvec3 low = shape.low() + inset, size = shape.high() - inset - low;
        dvec3 steps = glm::max(glm::ceil(size / spacing - 1e-5), 1.0);
        if (axes == 2) steps.z = 0;
        refuse_work(scene, steps + 1.0);
        const dvec3 step = size / glm::max(steps, 1.0);
        Apart apart(0.7 * spacing);
        for (double z = 0; z <= steps.z; ++z)
            for (double y = 0; y <= steps.y; ++y)
                for (double x = 0; x <= steps.x; ++x) {
                    dvec3 place = low + step * dvec3(x, y, z);
                    if (axes == 2) place.z = 0;
                    const auto settled = shape.settled(place, depth + 0.5 * spacing, depth);
                    if (!settled || !apart.add(*settled)) continue;
                    glm::vec3 world(at.center + at.rotation * *settled);
                    if (axes == 2) world.z = 0;
                    layer.position.push_back(world);
                }
    }
    return layer;
}

}  // namespace undine
