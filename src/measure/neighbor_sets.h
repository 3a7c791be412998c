// Neighbour lists as sets: which pairs one backend has found and the other has not, whatever their order.
#pragma once
#include <cstdint>
#include <span>

#include "solver/backend.h"

namespace undine {

// A list as Backend::download() gives it, and its neighbour_count: two words a particle, fluid and boundary.
struct NeighborLists {
    std::span<uint32_t> list;
    std::span<const uint32_t> counts;
};

// Entries beyond a particle's counts were never written: zero from here on.
void clear_unused_entries(NeighborLists lists, const Extents& extents);

// Pairs (particle, neighbour) in one list but not in the other. A slot means one neighbour among the fluid's
// particles and another among the boundary's. What did not fit into a list is in neither.
uint64_t count_differing_pairs(NeighborLists a, NeighborLists b, const Extents& extents);

}  // namespace undine
