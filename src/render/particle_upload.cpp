#include "render/particle_upload.h"

#include <algorithm>

#include "gpu/context.h"
#include "render/fluid_renderer.h"

namespace undine {
namespace {

constexpr VkBufferUsageFlags kDeviceUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

}  // namespace

ParticleUpload::ParticleUpload(Context& context, uint32_t count, float radius, uint32_t slots)
    : context_(context),
      bytes_(uint64_t{count} * sizeof(glm::vec4)),
      staging_(context, 2 * bytes_ * slots, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host, "particle upload"),
      position_(context, bytes_, kDeviceUsage, MemoryKind::device, "uploaded positions"),
      velocity_(context, bytes_, kDeviceUsage, MemoryKind::device, "uploaded velocities"),
      view_{position_.range(), velocity_.range(), count, radius} {}

std::span<glm::vec4> ParticleUpload::staged(uint32_t slot, uint32_t array) {
    auto* all = static_cast<glm::vec4*>(staging_.mapped());
    return {all + uint64_t{2 * slot + array} * view_.count, view_.count};
}

void ParticleUpload::record(VkCommandBuffer commands, uint32_t slot) {
    VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    barrier.srcStageMask = kParticleReaders;  // of the frame before
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    context_.vk().vkCmdPipelineBarrier2(commands, &dependency);
    const uint64_t start = 2 * bytes_ * slot;
    const VkBufferCopy position{start, 0, bytes_}, velocity{start + bytes_, 0, bytes_};
    context_.vk().vkCmdCopyBuffer(commands, staging_.handle(), position_.handle(), 1, &position);
    context_.vk().vkCmdCopyBuffer(commands, staging_.handle(), velocity_.handle(), 1, &velocity);
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstStageMask = kParticleReaders;
    barrier.dstAccessMask = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    context_.vk().vkCmdPipelineBarrier2(commands, &dependency);
}

}  // namespace undine
