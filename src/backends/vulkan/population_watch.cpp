#include "backends/vulkan/population_watch.h"

#include "gpu/context.h"
#include "gpu/memory_barrier.h"

namespace undine {

PopulationWatch::PopulationWatch(Context& context, Commands& commands)
    : context_(context),
      commands_(commands),
      copied_(context, kPlaces * sizeof(Population), VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::host,
              "population watch") {}

void PopulationWatch::record(const BufferRange& population) {
    const uint32_t place = (oldest_ + copies_++) % kPlaces;
    const VkBufferCopy copy{population.offset, place * sizeof(Population), sizeof(Population)};
    const VkCommandBuffer commands = commands_.get();
    context_.vk().vkCmdCopyBuffer(commands, population.buffer, copied_.handle(), 1, &copy);
    copies_to_host_barrier(context_, commands);
    submission_[place] = commands_.submissions() + 1;
}

std::optional<Population> PopulationWatch::latest() {
    for (; copies_ > 0 && commands_.is_executed(submission_[oldest_]); --copies_) {
        latest_ = static_cast<const Population*>(copied_.mapped())[oldest_];
        oldest_ = (oldest_ + 1) % kPlaces;
    }
    return latest_;
}

void PopulationWatch::forget() {
    copies_ = 0;
    latest_.reset();
}

}  // namespace undine
