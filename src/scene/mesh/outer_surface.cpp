#include "scene/mesh/outer_surface.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <span>

#include "platform/parallel.h"
#include "scene/mesh/facet_cuts.h"
#include "scene/mesh/mesh_edges.h"

namespace undine {
namespace {

using glm::dvec3;

// Why the sign is not enough: where two parts overlap, the winding number makes the inside one, but the surface of each
// goes on within the other. A distance to the nearest triangle falls to 0 there, in the middle of the solid, and so
// would the depth from which particles are pushed out and the share of a voxel that is filled. Taking only triangles
// that lie wholly outside is not enough either: those that others pass through are often the large ones.
//
// So each triangle that another touches is cut along the lines in which others meet it. No surface passes through a
// piece, hence the winding number is the same along each of its sides, and one point tells whether it has outside on
// one side and inside on the other. Triangles that none touches need not even be asked one by one: what holds of one
// holds of all to which a way leads over their edges. Slivers too thin to tell their sides apart touch nothing and
// follow their neighbours.
class Outer {
  public:
    Outer(const TriangleMesh& mesh, const TriangleTree& tree, const WindingNumber& winding,
          const std::vector<uint32_t>& across)
        : mesh_(mesh),
          tree_(tree),
          winding_(winding),
          across_(across),
          slack_(kSlack * glm::distance(tree.boxes()[0].low, tree.boxes()[0].high)),
          kept_(mesh.triangles.size()),
          touched_(mesh.triangles.size()),
          sliver_(mesh.triangles.size()) {}

    std::optional<TriangleMesh> make() {
        find_slivers();
        find_touched();
        judge_untouched();
        if (!judge_touched()) return std::nullopt;
        TriangleMesh outer;
        outer.points = mesh_.points;
        size_t next = 0;
        for (uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
            if (kept_[t]) outer.triangles.push_back(mesh_.triangles[t]);
            if (!touched_[t]) continue;
            for (const Polygon& piece : pieces_[next]) append(outer, piece);
            ++next;
        }
        if (outer.triangles == mesh_.triangles) return std::nullopt;
        // Of a mesh thinner than `slack_`, nothing or a part is left.
        if (!(signed_volume(outer) > 0)) return std::nullopt;
        return outer;
    }

  private:
    // Of the diagonal of the box around the mesh. Files with coordinates of 32 bits round them to some 10⁻⁷ of it, so
    // that faces meant to be one are no farther apart; gaps as narrow as that are closed.
    static constexpr double kSlack = 1e-6;
    static constexpr int64_t kMostCuts =
        200'000;  // more than a mesh of millions of triangles has, and a few seconds' work

    static void append(TriangleMesh& mesh, const Polygon& piece) {
        const auto first = static_cast<uint32_t>(mesh.points.size());
        mesh.points.insert(mesh.points.end(), piece.begin(), piece.end());
        for (uint32_t k = 1; k + 1 < piece.size(); ++k) mesh.triangles.push_back(first + glm::uvec3(0, k, k + 1));
    }

    bool share_edge(uint32_t t, uint32_t other) const {
        for (size_t k = 0; k < 3; ++k)
            if (across_[3 * size_t{t} + k] == other) return true;
        return false;
    }

    // Most neighbours lie on one side of a triangle's plane, or meet it in one point.
    bool is_beside(const Facet& facet, const std::array<dvec3, 3>& other) const {
        int above = 0, below = 0;
        for (const dvec3& x : other) {
            const double height = glm::dot(x - facet.corners[0], facet.normal);
            above += height > slack_;
            below += height < -slack_;
        }
        return (above == 0 && below >= 2) || (below == 0 && above >= 2);
    }

    // m: what of a line must be in a facet for it to be met. A line that begins at a corner of it, as those of most
    // neighbours do, leaves it there or else goes through all of it, but may be within `slack_` of an edge for a while.
    double least_in(const Facet& facet, const Line& line) const {
        const bool at_corner = std::ranges::any_of(facet.corners, [&](const dvec3& x) {
            return glm::distance(x, line.from) <= slack_ || glm::distance(x, line.to) <= slack_;
        });
        const double least = 4 * slack_;
        if (!at_corner) return least;
        return std::max(least, 0.5 * std::min(glm::distance(line.from, line.to), 2 * facet.area / longest(facet)));
    }

    static double longest(const Facet& facet) {  // m, edge
        const auto& [a, b, c] = facet.corners;
        return std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
    }

    // Whether another triangle meets a facet, at its edges too; adds the lines in which it does.
    bool meets(const Facet& facet, uint32_t other, std::vector<Line>* lines) const {
        const Lines met = lines_in_plane(facet, corners_of(mesh_, other), slack_);
        // One that lies in the plane may hold this facet with no edge of it in it.
        bool found = met.count == 3 && holds(facet_of(mesh_, other), middle_of(facet));
        for (int k = 0; k < met.count; ++k) {
            const auto in = clipped(met.of[k], facet.corners, facet.normal, slack_);
            if (!in || glm::distance(in->from, in->to) <= least_in(facet, met.of[k])) continue;
            found = true;
            if (lines) lines->push_back(*in);
        }
        return found;
    }

    void find_lines(uint32_t t, std::vector<Line>& lines) const {
        const Facet facet = facet_of(mesh_, t);
        const auto& [a, b, c] = facet.corners;
        const dvec3 low = glm::min(glm::min(a, b), c) - slack_, high = glm::max(glm::max(a, b), c) + slack_;
        tree_.each_near(low, high, [&](uint32_t other) {
            if (other != t && !sliver_[other] && !share_edge(t, other)) meets(facet, other, &lines);
            return true;
        });
    }

    void find_slivers() {
        parallel_each(sliver_.size(), machine_threads(), [&](uint64_t t) {
            const Facet f = facet_of(mesh_, static_cast<uint32_t>(t));
            sliver_[t] = !(f.area > 2 * slack_ * longest(f));
        });
    }

    // Leaf by leaf: what is near one triangle is near the others in it.
    void find_touched() {
        struct Near {
            uint32_t triangle;
            std::array<dvec3, 3> corners;
        };
        parallel_for(tree_.boxes().size(), machine_threads(), [&](uint64_t begin, uint64_t end) {
            std::vector<Near> near;
            for (uint64_t k = begin; k < end; ++k) {
                const TriangleTree::Box& box = tree_.boxes()[k];
                if (!box.is_leaf()) continue;
                near.clear();
                const dvec3 low = box.low - slack_, high = box.high + slack_;
                tree_.each_near(low, high, [&](uint32_t other) {
                    const std::array<dvec3, 3> corners = corners_of(mesh_, other);
                    const auto& [a, b, c] = corners;
                    const bool apart = glm::any(glm::lessThan(glm::max(glm::max(a, b), c), low)) ||
                                       glm::any(glm::greaterThan(glm::min(glm::min(a, b), c), high));
                    if (!apart && !sliver_[other]) near.push_back({other, corners});
                    return true;
                });
                for (const uint32_t t : tree_.triangles(box)) {
                    if (sliver_[t]) continue;
                    const Facet facet = facet_of(mesh_, t);
                    touched_[t] = std::ranges::any_of(near, [&](const Near& other) {
                        return !is_beside(facet, other.corners) && other.triangle != t &&
                               !share_edge(t, other.triangle) && meets(facet, other.triangle, nullptr);
                    });
                }
            }
        });
    }

    static dvec3 middle_of(const Facet& f) { return (f.corners[0] + f.corners[1] + f.corners[2]) / 3.0; }

    // Whether a point of a facet's plane lies in it.
    static bool holds(const Facet& facet, const dvec3& x) {
        for (size_t k = 0; k < 3; ++k) {
            const dvec3& a = facet.corners[k];
            if (glm::dot(glm::cross(facet.corners[(k + 1) % 3] - a, x - a), facet.normal) < 0) return false;
        }
        return true;
    }

    double winding(const dvec3& x) const { return winding_.at(mesh_, tree_, x); }

    // Whether the surface at this point of it has outside before it and inside behind it.
    bool is_outer(const dvec3& x, const dvec3& normal) const {
        return winding(x + slack_ * normal) < 0.5 && winding(x - slack_ * normal) > 0.5;
    }

    // Whether another triangle with a lower index lies here and faces the same way.
    bool is_double(uint32_t t, const dvec3& x, const dvec3& normal) const {
        bool found = false;
        tree_.each_near(x - slack_, x + slack_, [&](uint32_t other) {
            if (other >= t) return true;
            const Facet facet = facet_of(mesh_, other);
            found = glm::dot(facet.normal, normal) > 0.5 &&
                    std::abs(glm::dot(x - facet.corners[0], facet.normal)) <= slack_ && holds(facet, x);
            return !found;
        });
        return found;
    }

    void judge_untouched() {
        std::vector<bool> seen(touched_.size());
        std::vector<uint32_t> patch;
        for (uint32_t from = 0; from < touched_.size(); ++from) {
            if (touched_[from] || seen[from]) continue;
            patch.assign(1, from);
            seen[from] = true;
            Facet largest{};
            for (size_t k = 0; k < patch.size(); ++k) {
                const uint32_t t = patch[k];
                if (const Facet facet = facet_of(mesh_, t); facet.area > largest.area) largest = facet;
                for (size_t edge = 0; edge < 3; ++edge) {
                    const uint32_t other = across_[3 * size_t{t} + edge];
                    if (other == kNoTriangle || touched_[other] || seen[other]) continue;
                    seen[other] = true;
                    patch.push_back(other);
                }
            }
            if (!(largest.area > 0) || !is_outer(middle_of(largest), largest.normal)) continue;
            for (const uint32_t t : patch) kept_[t] = true;
        }
    }

    // Returns false if there are more than kMostCuts.
    bool judge_touched() {
        std::vector<uint32_t> which;
        for (uint32_t t = 0; t < touched_.size(); ++t)
            if (touched_[t]) which.push_back(t);
        pieces_.resize(which.size());
        std::vector<std::vector<Line>> lines(which.size());
        std::atomic<int64_t> left = kMostCuts;
        parallel_each(which.size(), machine_threads(), [&](uint64_t k) {
            if (left <= 0) return;
            find_lines(which[k], lines[k]);
            left -= int64_t(lines[k].size());
        });
        if (left <= 0) return false;
        left = kMostCuts;
        parallel_each(which.size(), machine_threads(),
                      [&](uint64_t k) { pieces_[k] = cut(facet_of(mesh_, which[k]), lines[k], slack_, left); });
        if (left <= 0) return false;
        parallel_each(which.size(), machine_threads(), [&](uint64_t k) {
            const uint32_t t = which[k];
            const dvec3 normal = facet_of(mesh_, t).normal;
            const size_t all = pieces_[k].size();
            std::erase_if(pieces_[k], [&](const Polygon& piece) {
                dvec3 middle(0);
                for (const dvec3& x : piece) middle += x / double(piece.size());
                return !is_outer(middle, normal) || is_double(t, middle, normal);
            });
            if (pieces_[k].size() != all) return;
            kept_[t] = true;
            pieces_[k].clear();
        });
        return true;
    }

    const TriangleMesh& mesh_;
    const TriangleTree& tree_;
    const WindingNumber& winding_;
    const std::vector<uint32_t>& across_;
    const double slack_;                        // m
    std::vector<uint8_t> kept_, touched_;       // of each triangle: kept as it is; met by another
    std::vector<uint8_t> sliver_;               // of each: less than 4 slack_ high
    std::vector<std::vector<Polygon>> pieces_;  // what is left of each that is touched, if that is not all of it
};

}  // namespace

std::optional<TriangleMesh> outer_surface(const TriangleMesh& mesh, const TriangleTree& tree,
                                          const WindingNumber& winding, const std::vector<uint32_t>& across) {
    return Outer(mesh, tree, winding, across).make();
}

}  // namespace undine
