// How elements are distributed over thread blocks.
#pragma once
#include <cstdint>

#include "sim/sizes.glsl"
#include "solver/pass_table.h"

#ifdef __CUDACC__
#define UNDINE_BOTH __host__ __device__
#else
#define UNDINE_BOTH
#endif

namespace undine::cuda {

inline constexpr uint32_t kThreads = 128;    // per block, as in a Vulkan workgroup (kWorkgroupSize)
inline constexpr uint32_t kSumBlock = 1024;  // particles that one block of the error sum adds up (kBlockSize)

UNDINE_BOTH constexpr uint32_t sum_blocks(uint32_t particles) {
    return uint32_t((uint64_t{particles} + kSumBlock - 1) / kSumBlock);
}
// Never above 2³¹ − 1, the limit on a grid's x dimension: 2³² words make 2²⁵ blocks.
UNDINE_BOTH constexpr uint64_t thread_blocks(uint64_t elements) { return (elements + kThreads - 1) / kThreads; }

// Elements of a shared body's domain, of at most that many living particles.
UNDINE_BOTH constexpr uint64_t elements_of(Domain domain, uint32_t living, uint32_t capacity, uint32_t reactions,
                                           uint32_t cells, uint32_t diffuse) {
    const uint64_t groups = (uint64_t{capacity} + PBF_REACTION_GROUP - 1) / PBF_REACTION_GROUP * reactions;
    return domain == Domain::one               ? 1
           : domain == Domain::cells           ? cells
           : domain == Domain::reactions       ? reactions
           : domain == Domain::reaction_groups ? groups
           : domain == Domain::reaction_lanes  ? PBF_REACTION_LANES * groups
           : domain == Domain::health_blocks   ? (uint64_t{capacity} + PBF_HEALTH_BLOCK - 1) / PBF_HEALTH_BLOCK
           : domain == Domain::health_parts    ? PBF_HEALTH_PARTS
           : domain == Domain::diffuse         ? diffuse
           : domain == Domain::slot_blocks     ? (uint64_t{diffuse} + PBF_SLOT_BLOCK - 1) / PBF_SLOT_BLOCK
           : domain == Domain::birth_blocks    ? (uint64_t{capacity} + PBF_BIRTH_BLOCK - 1) / PBF_BIRTH_BLOCK
                                               : living;
}

}  // namespace undine::cuda
