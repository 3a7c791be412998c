// How elements are distributed over thread blocks.
#pragma once
#include <cstdint>

#include "solver/pass_table.h"

#ifdef __CUDACC__
#define UNDINE_BOTH __host__ __device__
#else
#define UNDINE_BOTH
#endif

namespace undine::cuda {

inline constexpr uint32_t kThreads = 128;        // per block, as in a Vulkan workgroup (kWorkgroupSize)
inline constexpr uint32_t kSumBlock = 1024;      // particles that one block of the error sum adds up (kBlockSize)
inline constexpr uint32_t kReactionBlock = 256;  // particles that one thread of sum_reactions adds up
inline constexpr uint32_t kHealthBlock = 256;    // of sum_health
inline constexpr uint32_t kHealthParts = 64;     // threads of finish_health

UNDINE_BOTH constexpr uint32_t sum_blocks(uint32_t particles) {
    return uint32_t((uint64_t{particles} + kSumBlock - 1) / kSumBlock);
}
// Never above 2³¹ − 1, the limit on a grid's x dimension: 2³² words make 2²⁵ blocks.
UNDINE_BOTH constexpr uint64_t thread_blocks(uint64_t elements) { return (elements + kThreads - 1) / kThreads; }

// Elements of a shared body's domain, of at most that many living particles.
UNDINE_BOTH constexpr uint64_t elements_of(Domain domain, uint32_t living, uint32_t capacity, uint32_t reactions) {
    const uint64_t sums = (uint64_t{capacity} + kReactionBlock - 1) / kReactionBlock * reactions;
    return domain == Domain::one             ? 1
           : domain == Domain::reactions     ? reactions
           : domain == Domain::reaction_sums ? sums
           : domain == Domain::health_blocks ? (uint64_t{capacity} + kHealthBlock - 1) / kHealthBlock
           : domain == Domain::health_parts  ? kHealthParts
                                             : living;
}

}  // namespace undine::cuda
