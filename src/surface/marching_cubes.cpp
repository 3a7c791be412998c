#include "surface/marching_cubes.h"

#include <algorithm>
#include <array>
#include <limits>

#include "platform/parallel.h"
#include "surface/cube_cases.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr int32_t kPaddedEdge = kBlockEdge + 1;
constexpr size_t kPaddedNodes = size_t{kPaddedEdge} * kPaddedEdge * kPaddedEdge;
using Padded = std::array<float, kPaddedNodes>;  // samples of a block and the first of those behind it, x fastest

size_t padded_index(int32_t x, int32_t y, int32_t z) {
    return (size_t(z) * kPaddedEdge + size_t(y)) * kPaddedEdge + size_t(x);
}

constexpr std::array<size_t, 3> kPaddedStep{1, kPaddedEdge, size_t{kPaddedEdge} * kPaddedEdge};

// The blocks behind a block: bit a of the index says whether it is the next one along axis a; the first is itself.
using Behind = std::array<size_t, 8>;

Behind blocks_behind(const SparseGrid& grid, size_t block) {
    Behind behind{};
    const BlockPlace& at = grid.blocks[block];
    for (int32_t k = 0; k < 8; ++k)
        behind[size_t(k)] = k == 0 ? block : grid.find({at.z + (k >> 2), at.y + (k >> 1 & 1), at.x + (k & 1)});
    return behind;
}

// Returns whether the level passes through the block.
bool gather(const SparseGrid& grid, const Behind& behind, float level, Padded& out) {
    size_t inside = 0;
    for (int32_t z = 0; z < kPaddedEdge; ++z)
        for (int32_t y = 0; y < kPaddedEdge; ++y)
            for (int32_t x = 0; x < kPaddedEdge; ++x) {
                const int beyond = x / kBlockEdge | y / kBlockEdge << 1 | z / kBlockEdge << 2;
                const size_t block = behind[size_t(beyond)];
                const float sample = block == SparseGrid::none
                                         ? 0
                                         : grid.samples[block * kBlockNodes +
                                                        node_index(x % kBlockEdge, y % kBlockEdge, z % kBlockEdge)];
                out[padded_index(x, y, z)] = sample;
                inside += sample > level;
            }
    return inside > 0 && inside < kPaddedNodes;
}

// Calls visit(x, y, z, node) for each node of a block.
template <class Visit>
void for_each_node(Visit visit) {
    for (int32_t z = 0; z < kBlockEdge; ++z)
        for (int32_t y = 0; y < kBlockEdge; ++y)
            for (int32_t x = 0; x < kBlockEdge; ++x) visit(x, y, z, padded_index(x, y, z));
}

uint32_t corners_inside(const Padded& samples, size_t node, float level) {
    uint32_t inside = 0;
    for (uint32_t c = 0; c < 8; ++c) {
        const size_t at = node + (c & 1) * kPaddedStep[0] + (c >> 1 & 1) * kPaddedStep[1] + (c >> 2) * kPaddedStep[2];
        inside |= uint32_t{samples[at] > level} << c;
    }
    return inside;
}

class Marching {
  public:
    Marching(const SparseGrid& grid, float level, int threads)
        : grid_(grid), level_(level), threads_(threads > 0 ? threads : machine_threads()) {}

    // Counting comes first, so that nothing is allocated where threads work: an exception could not leave them.
    SurfaceMesh mesh() {
        const size_t blocks = grid_.blocks.size();
        behind_.resize(blocks), points_.resize(blocks + 1), triangles_.resize(blocks + 1), slot_.resize(blocks);
        for_each_block([&](size_t b, Padded& samples) { count(b, samples); });
        size_t slots = 0;
        for (size_t b = 0; b < blocks; ++b) {
            slot_[b] = points_[b + 1] + triangles_[b + 1] > 0 ? slots++ : SparseGrid::none;
            points_[b + 1] += points_[b];
            triangles_[b + 1] += triangles_[b];
        }
        if (points_[blocks] > size_t(std::numeric_limits<int32_t>::max()))
            throw Error(Exit::out_of_memory,
                        "the water's surface has more points than a mesh can have; choose larger "
                        "cells");
        point_on_edge_.resize(slots * kBlockNodes * 3);
        mesh_.points.resize(points_[blocks]);
        mesh_.triangles.resize(triangles_[blocks]);
        for_each_block([&](size_t b, Padded& samples) { place_points(b, samples); });
        for_each_block([&](size_t b, Padded& samples) { join_points(b, samples); });
        return std::move(mesh_);
    }

  private:
    template <class Work>
    void for_each_block(Work work) {
        const size_t count = grid_.blocks.size();
        parallel_for(count, threads_, [&](uint64_t begin, uint64_t end) {
            Padded samples;
            for (uint64_t b = begin; b < end; ++b) work(b, samples);
        });
    }

    // Calls found(node's x, y, z, axis, samples before and behind) for each edge of a block's nodes that passes the
    // level.
    template <class Found>
    void for_each_crossing(const Padded& samples, Found found) const {
        for_each_node([&](int32_t x, int32_t y, int32_t z, size_t node) {
            for (uint32_t axis = 0; axis < 3; ++axis) {
                const float a = samples[node], b = samples[node + kPaddedStep[axis]];
                if ((a > level_) != (b > level_)) found(x, y, z, axis, a, b);
            }
        });
    }

    void count(size_t b, Padded& samples) {
        behind_[b] = blocks_behind(grid_, b);
        points_[b + 1] = triangles_[b + 1] = 0;
        if (!gather(grid_, behind_[b], level_, samples)) return;
        for_each_crossing(samples, [&](auto...) { ++points_[b + 1]; });
        for_each_node([&](int32_t, int32_t, int32_t, size_t node) {
            triangles_[b + 1] += cases_[corners_inside(samples, node, level_)].triangles;
        });
    }

    void place_points(size_t b, Padded& samples) {
        if (slot_[b] == SparseGrid::none) return;
        gather(grid_, behind_[b], level_, samples);
        const BlockPlace& at = grid_.blocks[b];
        size_t point = points_[b];
        for_each_crossing(samples, [&](int32_t x, int32_t y, int32_t z, uint32_t axis, float lower, float upper) {
            glm::dvec3 place = double{kBlockEdge} * glm::dvec3(at.x, at.y, at.z) + glm::dvec3(x, y, z);
            place[int(axis)] += std::clamp((double{level_} - lower) / (double{upper} - lower), 0.01, 0.99);
            mesh_.points[point] = glm::vec3(grid_.cell * place);
            point_on_edge_[(slot_[b] * kBlockNodes + node_index(x, y, z)) * 3 + axis] = uint32_t(point);
            ++point;
        });
    }

    void join_points(size_t b, Padded& samples) {
        if (triangles_[b] == triangles_[b + 1]) return;
        gather(grid_, behind_[b], level_, samples);
        size_t triangle = triangles_[b];
        for_each_node([&](int32_t x, int32_t y, int32_t z, size_t node) {
            const CubeCase& found = cases_[corners_inside(samples, node, level_)];
            auto point = [&](uint8_t edge) {
                const CubeEdge& e = kCubeEdges[edge];
                const int32_t ex = x + int32_t(e.corner & 1), ey = y + int32_t(e.corner >> 1 & 1),
                              ez = z + int32_t(e.corner >> 2);
                const int beyond = ex / kBlockEdge | ey / kBlockEdge << 1 | ez / kBlockEdge << 2;
                const size_t slot = slot_[behind_[b][size_t(beyond)]];
                return point_on_edge_
                    [(slot * kBlockNodes + node_index(ex % kBlockEdge, ey % kBlockEdge, ez % kBlockEdge)) * 3 + e.axis];
            };
            for (uint32_t t = 0; t < found.triangles; ++t)
                mesh_.triangles[triangle++] = {point(found.edges[3 * t]), point(found.edges[3 * t + 1]),
                                               point(found.edges[3 * t + 2])};
        });
    }

    const SparseGrid& grid_;
    float level_;
    int threads_;
    const std::array<CubeCase, 256>& cases_ = cube_cases();
    std::vector<Behind> behind_;
    std::vector<size_t> points_, triangles_;  // [b + 1]: first of block b, then (summed) behind its last
    std::vector<size_t> slot_;                // of a block among those that the surface passes through
    std::vector<uint32_t> point_on_edge_;     // of those blocks: by slot, node and axis
    SurfaceMesh mesh_;
};

}  // namespace

SurfaceMesh marching_cubes(const SparseGrid& grid, float level, int threads) {
    return Marching(grid, level, threads).mesh();
}

}  // namespace undine
