#include "surface/solid_surfaces.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <numbers>
#include <string>

#include "scene/mesh/solid_mesh.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using glm::dvec3;

constexpr int kCells = 16;  // of a round surface, along each edge of the cube

// Where the grid's lines cross an axis: `at`, from -1 to 1, of the cube that becomes the sphere, and `side`, the end
// of the box that the sphere goes round.
struct Crossing {
    double at, side;
};

// The line in the middle is there twice if the box has a length along this axis: its two ends part there.
std::vector<Crossing> crossings(const Solid& solid, int axis) {
    if (solid.radius == 0) return {{-1, -1}, {1, 1}};
    std::vector<Crossing> all;
    const bool parts = solid.half_size[axis] > 0;
    for (int k = 0; k <= kCells; ++k) {
        // Equal angles instead of equal lengths: the sphere's cells are then much alike.
        const double at = std::tan(std::numbers::pi / 4 * (2.0 * k / kCells - 1));
        if (2 * k != kCells) all.push_back({at, at < 0 ? -1.0 : 1.0});
        else if (parts) all.insert(all.end(), {{0, -1}, {0, 1}});
        else all.push_back({0, 0});
    }
    return all;
}

class RoundedBox {
  public:
    explicit RoundedBox(const Solid& solid) : solid_(solid) {
        for (int axis = 0; axis < 3; ++axis) lines_[axis] = crossings(solid, axis);
        for (int axis = 0; axis < 3; ++axis) add_faces(axis);
    }
    TriangleMesh take() { return std::move(mesh_); }

  private:
    using Place = std::array<size_t, 3>;  // indices of a crossing on each axis

    void add_faces(int axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (const bool high : {false, true})
            for (size_t i = 0; i + 1 < lines_[u].size(); ++i)
                for (size_t j = 0; j + 1 < lines_[v].size(); ++j) {
                    auto corner = [&](size_t di, size_t dj) {
                        Place place;
                        place[axis] = high ? lines_[axis].size() - 1 : 0;
                        place[u] = i + di, place[v] = j + dj;
                        return point(place);
                    };
                    const uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
                    if (high) mesh_.triangles.insert(mesh_.triangles.end(), {{a, b, c}, {a, c, d}});
                    else mesh_.triangles.insert(mesh_.triangles.end(), {{a, c, b}, {a, d, c}});
                }
    }

    uint32_t point(const Place& place) {
        const auto [known, is_new] = points_.try_emplace(place, static_cast<uint32_t>(mesh_.points.size()));
        if (is_new) {
            dvec3 direction, box;
            for (int axis = 0; axis < 3; ++axis) {
                direction[axis] = lines_[axis][place[axis]].at;
                box[axis] = lines_[axis][place[axis]].side * double{solid_.half_size[axis]};
            }
            mesh_.points.push_back(box + double{solid_.radius} * glm::normalize(direction));
        }
        return known->second;
    }

    const Solid& solid_;
    std::array<std::vector<Crossing>, 3> lines_;
    std::map<Place, uint32_t> points_;
    TriangleMesh mesh_;
};

}  // namespace

std::shared_ptr<const TriangleMesh> surface_of(const Solid& solid) {
    if (solid.mesh) return {solid.mesh, &solid.mesh->surface()};
    return std::make_shared<TriangleMesh>(RoundedBox(solid).take());
}

SolidSurfaces::SolidSurfaces(const std::vector<Solid>& solids) {
    uint64_t points = 0;
    for (const Solid& solid : solids) {
        shapes_.push_back(surface_of(solid));
        points += shapes_.back()->points.size();
    }
    constexpr uint64_t kMost = std::numeric_limits<int32_t>::max();
    if (points > kMost)
        throw Error(Exit::bad_input, "the solids' surfaces have " + grouped_text(points) +
                                         " points together, and a file numbers at most " + grouped_text(kMost));
}

PlacedSolids SolidSurfaces::at(const std::vector<SolidState>& states) const {
    PlacedSolids placed;
    for (size_t k = 0; k < shapes_.size(); ++k) {
        const auto first = static_cast<uint32_t>(placed.mesh.points.size());
        for (const dvec3& x : shapes_[k]->points)
            placed.mesh.points.emplace_back(states[k].center + states[k].rotation * x);
        for (const glm::uvec3& t : shapes_[k]->triangles) placed.mesh.triangles.push_back(t + first);
        placed.solid.resize(placed.mesh.points.size(), static_cast<uint32_t>(k + 1));
    }
    return placed;
}

}  // namespace undine
