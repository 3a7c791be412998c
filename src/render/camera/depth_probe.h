// Reads one texel of a depth image on the host, to find what lies under a pointer.
#pragma once
#include <cstdint>

#include "gpu/commands.h"
#include "gpu/context.h"
#include "gpu/image.h"

namespace undine {

// Submits what has been recorded, and waits. depth: a D32 image that has been drawn to; x and y must be inside it.
float read_depth(Context& context, Commands& commands, Image& depth, uint32_t x, uint32_t y);

}  // namespace undine
