// Timed copies from one device buffer to another.
#pragma once
#include "gpu/commands.h"
#include "gpu/context.h"
#include "solver/copy_times.h"

namespace undine {

// By vkCmdCopyBuffer or by a shader, whichever is faster here: on an H200 the first reached 847 GB/s, a fifth of what
// shaders do there. Timed by the device's clock, or by the host's if the queue has none. Turns pass timing off and
// discards the times measured so far. Throws Error(out_of_memory).
CopyTimes time_device_copies(Context& context, Commands& commands);

}  // namespace undine
