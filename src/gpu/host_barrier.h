// The barrier before the host reads what the device has copied.
#pragma once
#include <volk.h>

namespace undine {

class Context;

// To be recorded after copies into host-visible memory: the host sees them once the commands have been executed.
void copies_to_host_barrier(const Context& context, VkCommandBuffer commands);

}  // namespace undine
