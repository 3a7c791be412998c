// Copies from one buffer of a device to another, timed.
#pragma once
#include "gpu/commands.h"
#include "gpu/context.h"
#include "solver/copy_times.h"

namespace undine {

// By the device's clock, or the host's where the queue has none. Turns pass timing off and drops what it measured.
// Throws Error(out_of_memory).
CopyTimes time_device_copies(Context& context, Commands& commands);

}  // namespace undine
