// Samples of a field at the nodes of a grid that exists only where the field is not 0, in blocks.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace undine {

inline constexpr int32_t kBlockEdge = 16;  // nodes along an edge of a block
inline constexpr size_t kBlockNodes = size_t{kBlockEdge} * kBlockEdge * kBlockEdge;

// Place of a block; its first node is kBlockEdge times as far. Ordered with z slowest.
struct BlockPlace {
    int32_t z, y, x;
    auto operator<=>(const BlockPlace&) const = default;
};

struct SparseGrid {
    double cell = 0;                 // m between nodes; node (i, j, k) is at cell · (i, j, k)
    std::vector<BlockPlace> blocks;  // in ascending order
    std::vector<float> samples;      // kBlockNodes for each block, x fastest

    static constexpr size_t none = ~size_t{0};
    size_t find(const BlockPlace& place) const;  // index of the block; none: it does not exist
};

inline size_t node_index(int32_t x, int32_t y, int32_t z) {
    return (size_t(z) * kBlockEdge + size_t(y)) * kBlockEdge + size_t(x);
}

}  // namespace undine
