// How well a block of water keeps its momentum by itself.
#pragma once
#include <memory>

#include "physics/simulation.h"

namespace undine::testing {

// What 1,234 jittered particles gain together in 20 steps without walls and weight, as a part of what they exchange.
double momentum_gained(const Parameters& parameters, std::unique_ptr<Backend> backend);

}  // namespace undine::testing
