// Canaries: small programs that are broken in exactly one way. The validation layer must report each of them, or
// its silence about the real program proves nothing. The healthy twin of each is the same program without the
// mistake and must give no message: so the report is about the mistake and nothing else. canaries.txt says which
// message is due.
#pragma once
#include <span>

#include "bench.h"

namespace canary {

struct Canary {
    const char* name;
    const char* mistake;
    void (*run)(Bench& bench, bool healthy);
};

std::span<const Canary> misuse_canaries();
std::span<const Canary> compute_hazard_canaries();
std::span<const Canary> graphics_hazard_canaries();
std::span<const Canary> memory_canaries();

}  // namespace canary
