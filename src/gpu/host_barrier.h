// Reading on the host what the device has copied for it.
#pragma once
#include <volk.h>

namespace undine {

class Context;

// Behind copies into memory that the host reads: they are visible there once the commands have been executed.
void copies_to_host_barrier(const Context& context, VkCommandBuffer commands);

}  // namespace undine
