#include "render/source/particle_upload.h"

#include <algorithm>

#include "gpu/context.h"
#include "gpu/memory_barrier.h"
#include "render/fluid_renderer.h"
#include "solver/population.h"

namespace undine {
namespace {

constexpr VkBufferUsageFlags kDeviceUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                            VK_BUFFER_USAGE_TRANSFER_SRC_BIT;  // read the population

}  // namespace

ParticleUpload::ParticleUpload(Context& context, uint32_t count, bool ellipsoids, float radius, uint32_t slots,
                               bool counts_vary, uint32_t diffuse)
    : context_(context), slots_(slots) {
    view_.count = count;
    view_.radius = radius;
    view_.position = add_array(Field::position);
    view_.velocity = add_array(Field::velocity);
    if (ellipsoids) view_.ellipsoid = add_array(Field::ellipsoid);
    if (counts_vary) view_.population = add_array(Field::population);
    if ((view_.diffuse_count = diffuse) > 0) {
        view_.diffuse_position = add_array(Field::diffuse_position);
        view_.diffuse_velocity = add_array(Field::diffuse_velocity);
    }
    always_ = arrays_.size();
    set_value(Field::position);
}

BufferRange ParticleUpload::add_array(Field field) {
    const uint64_t elements = field == Field::population              ? POPULATION_WORDS
                              : field == Field::ellipsoid             ? 3 * uint64_t{view_.count}
                              : info(field).extent == Extent::diffuse ? view_.diffuse_count
                                                                      : view_.count;
    const uint64_t bytes = elements * info(field).stride;
    const uint64_t offset = arrays_.empty() ? 0 : arrays_.back().offset + arrays_.back().bytes;
    arrays_.push_back(
        {field, offset, bytes,
         Buffer(context_, bytes, kDeviceUsage, MemoryKind::device, "uploaded " + std::string(info(field).name))});
    slot_bytes_ = offset + bytes;
    return arrays_.back().buffer.range();
}

void ParticleUpload::set_value(Field field) {
    arrays_.resize(always_);
    slot_bytes_ = arrays_.back().offset + arrays_.back().bytes;
    const auto at = std::find_if(arrays_.begin(), arrays_.end(), [&](const Array& a) { return a.field == field; });
    view_.value = at == arrays_.end() ? add_array(field) : at->buffer.range();
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
    constexpr VkPipelineStageFlags2 kReaders = kParticleReaders | VK_PIPELINE_STAGE_2_COPY_BIT;
    memory_barrier(context_, commands, {kReaders}, kCopied);  // after the previous frame's reads
    for (const Array& a : arrays_) {
        const VkBufferCopy copy{slot_bytes_ * slot + a.offset, 0, a.bytes};
        context_.vk().vkCmdCopyBuffer(commands, staging_.handle(), a.buffer.handle(), 1, &copy);
    }
    memory_barrier(context_, commands, kCopied,
                   {kReaders, VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT});
}

}  // namespace undine
