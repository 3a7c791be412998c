// Neighbour lists as sets: which pairs one backend has found and the other has not, whatever their order.
#pragma once
#include <cstdint>
#include <span>

#include "solver/backend.h"

namespace undine {

// A list as Backend::download() gives it, and its neighbor_count: two words per particle, fluid and boundary.
struct NeighborLists {
    std::span<uint32_t> list;
    std::span<const uint32_t> counts;
};

// Sets the entries beyond a particle's counts, which were never written, to zero.
void clear_unused_entries(NeighborLists lists, const Extents& extents);

// The number of pairs (particle, neighbour) in one list but not in the other. Equal slots of a fluid and of a boundary
// particle count as different neighbours. Neighbours that did not fit into a list are not compared.
uint64_t count_differing_pairs(NeighborLists a, NeighborLists b, const Extents& extents);

}  // namespace undine
