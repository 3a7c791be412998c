#include "render/particle_upload.h"

#include <algorithm>

#include "gpu/context.h"
#include "render/fluid_renderer.h"

namespace undine {
namespace {

constexpr VkBufferUsageFlags kDeviceUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

}  // namespace

ParticleUpload::ParticleUpload(Context& context, uint32_t count, bool ellipsoids, float radius, uint32_t slots)
    : context_(context), slots_(slots) {
    const uint64_t bytes = uint64_t{count} * sizeof(glm::vec4);
    arrays_.push_back(make_array(Field::position, 0, bytes));
    arrays_.push_back(make_array(Field::velocity, bytes, bytes));
    if (ellipsoids) arrays_.push_back(make_array(Field::ellipsoid, 2 * bytes, 3 * bytes));
    view_ = {.position = arrays_[0].buffer.range(),
             .velocity = arrays_[1].buffer.range(),
             .ellipsoid = ellipsoids ? arrays_[2].buffer.range() : BufferRange{},
             .count = count,
             .radius = radius};
    set_value(Field::position);
}

ParticleUpload::Array ParticleUpload::make_array(Field field, uint64_t offset, uint64_t bytes) {
    return {field, offset, bytes,
            Buffer(context_, bytes, kDeviceUsage, MemoryKind::device, "uploaded " + std::string(info(field).name))};
}

void ParticleUpload::set_value(Field field) {
    const size_t others = view_.ellipsoid.bytes > 0 ? 3 : 2;
    arrays_.resize(others);
    slot_bytes_ = arrays_.back().offset + arrays_.back().bytes;
    auto at = std::find_if(arrays_.begin(), arrays_.end(), [&](const Array& a) { return a.field == field; });
    if (at == arrays_.end()) {
        arrays_.push_back(make_array(field, slot_bytes_, uint64_t{view_.count} * info(field).stride));
        at = arrays_.end() - 1;
        slot_bytes_ += at->bytes;
    }
    view_.value = at->buffer.range();
    staging_ =
        Buffer(context_, slot_bytes_ * slots_, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host, "particle upload");
}

std::span<std::byte> ParticleUpload::staged_bytes(Field field, uint32_t slot) {
    for (const Array& a : arrays_)
        if (a.field == field)
            return {static_cast<std::byte*>(staging_.mapped()) + slot_bytes_ * slot + a.offset, a.bytes};
    return {};
}

std::span<glm::vec4> ParticleUpload::staged(Field field, uint32_t slot) {
    const std::span<std::byte> bytes = staged_bytes(field, slot);
    return {reinterpret_cast<glm::vec4*>(bytes.data()), bytes.size() / sizeof(glm::vec4)};
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
