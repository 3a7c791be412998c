#include "measure/neighbor_sets.h"

#include <algorithm>
#include <vector>

namespace undine {
namespace {

uint64_t used_entries(NeighborLists lists, uint32_t i, const Extents& e) {
    return std::min<uint64_t>(e.list_capacity, uint64_t{lists.counts[2 * i]} + lists.counts[2 * i + 1]);
}

// Particle i's neighbours in ascending order, boundary particles after fluid particles.
void collect(NeighborLists lists, uint32_t i, const Extents& e, std::vector<uint64_t>& neighbors) {
    constexpr uint64_t kBoundary = uint64_t{1} << 32;
    neighbors.clear();
    for (uint64_t k = 0; k < used_entries(lists, i, e); ++k)
        neighbors.push_back(lists.list[k * e.particles + i] + (k < lists.counts[2 * i] ? 0 : kBoundary));
    std::sort(neighbors.begin(), neighbors.end());
}

uint64_t shared_entries(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    uint64_t shared = 0;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) ++shared, ++i, ++j;
        else if (a[i] < b[j]) ++i;
        else ++j;
    }
    return shared;
}

}  // namespace

void clear_unused_entries(NeighborLists lists, const Extents& e) {
    for (uint32_t i = 0; i < e.particles; ++i)
        for (uint64_t k = used_entries(lists, i, e); k < e.list_capacity; ++k) lists.list[k * e.particles + i] = 0;
}

uint64_t count_differing_pairs(NeighborLists a, NeighborLists b, const Extents& e) {
    uint64_t differing = 0;
    std::vector<uint64_t> of_a, of_b;
    for (uint32_t i = 0; i < e.particles; ++i) {
        collect(a, i, e, of_a);
        collect(b, i, e, of_b);
        if (of_a != of_b) differing += of_a.size() + of_b.size() - 2 * shared_entries(of_a, of_b);
    }
    return differing;
}

}  // namespace undine
