// One texel of a depth image on the host: what lies under a pointer.
#pragma once
#include <cstdint>

#include "gpu/commands.h"
#include "gpu/context.h"
#include "gpu/image.h"

namespace undine {

// Submits what is recorded and waits. The image has been drawn to, in D32; x and y are inside it.
float read_depth(Context& context, Commands& commands, Image& depth, uint32_t x, uint32_t y);

}  // namespace undine
