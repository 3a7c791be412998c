// Messages about allocations that exceed one of a device's limits.
#pragma once
#include <cstdint>
#include <string>

#include "undine/error.h"

namespace undine {

class Context;

// "87 MiB": rounded up.
std::string mib(uint64_t bytes);

// What a user can do about it: for an array of particles, and for what may also be a picture.
inline constexpr const char kFewerParticles[] = "Use fewer particles, or another device.";
inline constexpr const char kSmaller[] = "Use fewer particles, a smaller picture, or another device.";

// Error(out_of_memory): `name` needs `bytes` in one piece, but the limit allows less. limit_name: as in the Vulkan
// specification. remedy: one of the sentences above.
Error too_large(const Context& context, const std::string& name, uint64_t bytes, uint64_t limit, const char* limit_name,
                const char* remedy);

}  // namespace undine
