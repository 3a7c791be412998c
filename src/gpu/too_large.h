// Sentences about what one of a device's limits does not let be made.
#pragma once
#include <cstdint>
#include <string>

#include "error.h"

namespace undine {

class Context;

// "87 MiB": rounded up.
std::string mib(uint64_t bytes);

// What a user can do about it: where it is particles' array, and where it may be a picture's.
inline constexpr const char kFewerParticles[] = "Use fewer particles, or another device.";
inline constexpr const char kSmaller[] = "Use fewer particles, a smaller picture, or another device.";

// Error(out_of_memory): `name` needs `bytes` at once, of which the limit (its name as in the specification) allows
// less.
Error too_large(const Context& context, const std::string& name, uint64_t bytes, uint64_t limit, const char* limit_name,
                const char* remedy);

}  // namespace undine
