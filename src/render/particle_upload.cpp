#include "render/particle_upload.h"

#include <algorithm>

#include "gpu/context.h"
#include "render/fluid_renderer.h"

namespace undine {
namespace {

constexpr VkBufferUsageFlags kDeviceUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

}  // namespace

ParticleUpload::ParticleUpload(Context& context, uint32_t count, bool ellipsoids, float radius, uint32_t slots)
    : context_(context) {
    const uint64_t bytes = uint64_t{count} * sizeof(glm::vec4);
    auto array = [&](Field field, uint64_t offset, uint64_t size) {
        return Array{field, offset, size,
                     size > 0 ? Buffer(context, size, kDeviceUsage, MemoryKind::device,
                                       "uploaded " + std::string(info(field).name))
                              : Buffer()};
    };
    arrays_ = {array(Field::position, 0, bytes), array(Field::velocity, bytes, bytes),
               array(Field::ellipsoid, 2 * bytes, ellipsoids ? 3 * bytes : 0)};
    slot_bytes_ = 2 * bytes + arrays_[2].bytes;
    staging_ = Buffer(context, slot_bytes_ * slots, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host, "particle upload");
    view_ = {arrays_[0].buffer.range(), arrays_[1].buffer.range(),
             ellipsoids ? arrays_[2].buffer.range() : BufferRange{}, count, radius};
}

std::span<glm::vec4> ParticleUpload::staged(Field field, uint32_t slot) {
    for (const Array& a : arrays_)
        if (a.field == field) {
            auto* memory = static_cast<std::byte*>(staging_.mapped()) + slot_bytes_ * slot + a.offset;
            return {reinterpret_cast<glm::vec4*>(memory), a.bytes / sizeof(glm::vec4)};
        }
    return {};
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
    for (const Array& a : arrays_) {
        if (a.bytes == 0) continue;
        const VkBufferCopy copy{slot_bytes_ * slot + a.offset, 0, a.bytes};
        context_.vk().vkCmdCopyBuffer(commands, staging_.handle(), a.buffer.handle(), 1, &copy);
    }
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstStageMask = kParticleReaders;
    barrier.dstAccessMask = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    context_.vk().vkCmdPipelineBarrier2(commands, &dependency);
}

}  // namespace undine
