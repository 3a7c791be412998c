#include "scene/sampling.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "internal_error.h"
#include "scene/radial_kernel.h"
#include "scene/scene.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// Rounding of the float inputs, in units of the spacing: 1.0f / 0.05f must count as 20 and not as 20.0000003.
constexpr double kRounding = 1e-4;

// Particles along one axis of a box: a line of `count`, from `first` in steps of the spacing.
struct Line {
    double first;
    double count;  // whole, but possibly too large for any integer type

    Line(double min, double max, double spacing)
        : first(min + 0.5 * std::min(spacing, max - min)),  // a box thinner than a spacing is filled at its middle
          count(std::max(1.0, std::floor((max - min) / spacing + 0.5 - kRounding))) {}
};

// Σ f(r) over an infinite lattice, within h.
template <class Function>
double lattice_sum(const Parameters& p, const Function& f) {
    const double h = p.support_radius, d = p.particle_spacing;
    UNDINE_CHECK(h < 16 * d, "a sum over a lattice is asked for with parameters that were not validated");
    const int reach = static_cast<int>(std::ceil(h / d));
    const int reach_z = p.dimensions == 2 ? 0 : reach;
    double sum = 0;
    for (int k = -reach_z; k <= reach_z; ++k)
        for (int j = -reach; j <= reach; ++j)
            for (int i = -reach; i <= reach; ++i) sum += f(d * std::sqrt(double(i * i + j * j + k * k)));
    return sum;
}

// Whether x lies in `box` widened by `margin`; z is not read in 2D.
bool contains(const FluidBox& box, const glm::vec3& x, int axes, float margin) {
    for (int axis = 0; axis < axes; ++axis) {
        if (x[axis] < box.min[axis] - margin || x[axis] > box.max[axis] + margin) return false;
    }
    return true;
}

// Whether x is nearer to a solid than the clearance.
bool in_solid(const std::vector<Solid>& solids, const std::vector<SolidState>& states, const glm::vec3& x, int axes,
              double clearance) {
    for (size_t k = 0; k < solids.size(); ++k)
        if ((axes == 2 || glm::distance(glm::dvec3(x), states[k].center) < reach_of(solids[k], axes) + clearance) &&
            signed_distance(solids[k], states[k], x, axes) < clearance)
            return true;
    return false;
}

// 50,400, or 1.2e+22 if no integer type is large enough.
std::string count_text(double count) {
    return count < 1e18 ? grouped_text(static_cast<uint64_t>(count)) : number_text(count);
}

void refuse_count(const std::string& subject, double count) {
    if (count <= double(kMaxParticles)) return;
    throw Error(Exit::bad_input, subject + " would need " + number_text(count) + " particles, and at most " +
                                     std::to_string(kMaxParticles) + " are allowed");
}

// A tank filled with 64 million particles has a million on its walls at the same spacing.
constexpr double kMaxWallParticles = 4e6;

void refuse_wall_count(const Parameters& p, double spacing, double count) {
    if (count <= kMaxWallParticles) return;
    const bool given = p.boundary_spacing > 0;
    throw Error(Exit::bad_input, "walls = \"particles\" would need " + count_text(count) + " boundary particles, " +
                                     number_text(static_cast<float>(spacing)) + " m apart, and at most " +
                                     count_text(kMaxWallParticles) + " are allowed; raise " +
                                     (given ? "boundary_spacing" : "particle_spacing or set boundary_spacing"));
}

// Each particle is tested against the boxes before its own.
void refuse_work(const Scene& scene, double count) {
    constexpr double kMost = 2e9;  // tests, which take seconds
    if (count * double(scene.fluids.size()) <= kMost) return;
    throw Error(Exit::bad_input, path_text(scene.source) + ": " + grouped_text(scene.fluids.size()) +
                                     " [[fluid]] boxes with " + count_text(count) +
                                     " particles would take minutes to fill; join boxes or raise particle_spacing");
}

void check_inside_tank(const Scene& scene, const ParticleState& state, int axes) {
    const Parameters& p = scene.parameters;
    if (p.walls == WallModel::none) return;
    const auto outside = std::count_if(state.position.begin(), state.position.end(), [&](const glm::vec3& x) {
        return !contains({p.tank_min, p.tank_max}, x, axes, 0);
    });
    if (outside > 0) {
        throw Error(Exit::bad_input, path_text(scene.source) + ": " + std::to_string(outside) + " of " +
                                         std::to_string(state.size()) + " particles are outside the tank from " +
                                         vector_text(p.tank_min) + " to " + vector_text(p.tank_max));
    }
}

}  // namespace

ParticleState sample_fluid(const Scene& scene) {
    const Parameters& p = scene.parameters;
    const int axes = p.dimensions == 2 ? 2 : 3;
    const double d = p.particle_spacing;
    std::vector<std::vector<Line>> boxes;
    double total = 0;
    for (const FluidBox& box : scene.fluids) {
        double count = 1;
        std::vector<Line>& lines = boxes.emplace_back();
        for (int axis = 0; axis < axes; ++axis) {
            lines.emplace_back(box.min[axis], box.max[axis], d);
            count *= lines.back().count;
        }
        if (axes == 2) lines.emplace_back(-0.5 * d, 0.5 * d, d);  // one layer, at z = 0
        total += count;
    }
    refuse_count(path_text(scene.source) + ": particle_spacing = " + number_text(p.particle_spacing) + " m", total);
    refuse_work(scene, total);

    std::vector<SolidState> solids;
    for (const Solid& solid : scene.solids) solids.push_back(state_at(solid, 0));

    ParticleState state;
    state.position.reserve(static_cast<size_t>(total));
    state.velocity.reserve(static_cast<size_t>(total));
    for (size_t b = 0; b < boxes.size(); ++b) {
        const std::vector<Line>& line = boxes[b];
        const auto at = [&](int axis, double i) { return static_cast<float>(line[size_t(axis)].first + i * d); };
        for (double k = 0; k < line[2].count; ++k) {
            for (double j = 0; j < line[1].count; ++j) {
                for (double i = 0; i < line[0].count; ++i) {
                    const glm::vec3 x(at(0, i), at(1, j), at(2, k));
                    const bool taken =
                        std::any_of(scene.fluids.begin(), scene.fluids.begin() + static_cast<std::ptrdiff_t>(b),
                                    [&](const FluidBox& box) { return contains(box, x, axes, float(kRounding * d)); });
                    if (taken || in_solid(scene.solids, solids, x, axes, (0.5 - kRounding) * d)) continue;
                    state.position.push_back(x);
                    state.velocity.push_back(scene.fluids[b].velocity);
                }
            }
        }
    }
    if (state.size() == 0 && total > 0 && scene.emitters.empty())
        throw Error(Exit::bad_input, path_text(scene.source) +
                                         ": no particles to simulate: solids cover every place of "
                                         "the [[fluid]] boxes; move them, or the water");
    check_inside_tank(scene, state, axes);
    state.resize(state.size());
    for (size_t i = 0; i < state.size(); ++i) state.id[i] = static_cast<uint32_t>(i);
    return state;
}

BoundaryState sample_tank_walls(const Parameters& p) {
    const double spacing = p.boundary_spacing > 0 ? p.boundary_spacing : p.particle_spacing;
    const int axes = p.dimensions == 2 ? 2 : 3;
    // Half a spacing outside, where the next layer of the fluid's lattice would be: fluid stays half a spacing inside.
    const float outside = 0.5f * p.particle_spacing;
    const auto low = [&](int axis) { return p.tank_min[axis] - outside; };
    const auto high = [&](int axis) { return p.tank_max[axis] + outside; };
    double steps[3] = {0, 0, 0};
    double all = 1, inner = 1;
    for (int axis = 0; axis < axes; ++axis) {
        const double length = double(high(axis)) - double(low(axis));
        steps[axis] = std::max(1.0, std::ceil(length / spacing - kRounding));
        all *= steps[axis] + 1;
        inner *= steps[axis] - 1;
    }
    refuse_wall_count(p, spacing, all - inner);

    BoundaryState walls;
    walls.position.reserve(static_cast<size_t>(all - inner));
    const auto at = [&](int axis, double i) {
        if (i == steps[axis]) return high(axis);  // exactly, where the sum below might round past it
        return static_cast<float>(low(axis) + (double(high(axis)) - low(axis)) * i / steps[axis]);
    };
    const auto on_wall = [&](int axis, double i) { return i == 0 || i == steps[axis]; };
    for (double k = 0; k <= steps[2]; ++k) {
        for (double j = 0; j <= steps[1]; ++j) {
            const bool whole_row = on_wall(1, j) || (axes == 3 && on_wall(2, k));
            for (double i = 0; i <= steps[0]; i += whole_row ? 1 : steps[0]) {
                walls.position.emplace_back(at(0, i), at(1, j), axes == 3 ? at(2, k) : 0.0f);
            }
        }
    }
    return walls;
}

double lattice_mass(const Parameters& p) {
    const RadialKernel kernel(p);
    return p.rest_density / lattice_sum(p, [&](double r) { return kernel.weight(r); });
}

double lattice_viscosity(const Parameters& p, double mass) {
    const RadialKernel kernel(p);
    const double soft = 0.01 * kernel.h * kernel.h;
    const double sum =
        lattice_sum(p, [&](double r) { return r > 0 ? r * r * r / (r * r + soft) * kernel.slope(r) : 0.0; });
    return mass / p.rest_density * sum / p.dimensions;
}

double lattice_smoothing(const Parameters& p, double mass) {
    const RadialKernel kernel(p);
    const double sum = lattice_sum(p, [&](double r) { return r * r * kernel.weight(r); });
    return mass / p.rest_density * sum / (2 * p.dimensions);
}

bool same_sampling(const Parameters& a, const Parameters& b) {
    return a.dimensions == b.dimensions && a.particle_spacing == b.particle_spacing && a.tank_min == b.tank_min &&
           a.tank_max == b.tank_max && (a.walls == WallModel::none) == (b.walls == WallModel::none);
}

}  // namespace undine
