#include "backends/vulkan/field_store.h"

#include <algorithm>
#include <string>

#include "gpu/check.h"
#include "gpu/too_large.h"
#include "internal_error.h"

namespace undine {
namespace {

constexpr uint32_t kWindowGranularity = 64;

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

VkBufferUsageFlags usage_of(Field field) {
    if (kUniformFields.contains(field)) return kUsage | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    if (kTexelFields.contains(field)) return kUsage | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    return kUsage;
}

// The memory alignment that a field's buffer requires.
uint64_t memory_alignment(const Context& context) {
    VkBufferCreateInfo asked{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    asked.size = FieldStore::kGuardBytes;
    asked.usage = kUsage;
    VkBuffer buffer = VK_NULL_HANDLE;
    UNDINE_VK(context.vk().vkCreateBuffer(context.device(), &asked, nullptr, &buffer));
    VkMemoryRequirements needed;
    context.vk().vkGetBufferMemoryRequirements(context.device(), buffer, &needed);
    context.vk().vkDestroyBuffer(context.device(), buffer, nullptr);
    return needed.alignment;
}

}  // namespace

ListWindows cut_list(uint32_t particles, uint32_t capacity, uint64_t max_bytes) {
    const uint64_t bytes_each = uint64_t{capacity} * sizeof(uint32_t);
    if (particles * bytes_each <= max_bytes) return {1, std::max(1u, particles)};
    const uint64_t fitting = max_bytes / bytes_each / kWindowGranularity * kWindowGranularity;
    if (fitting == 0)
        throw Error(Exit::out_of_memory, "The neighbour lists of " + std::to_string(kWindowGranularity) +
                                             " particles, " + std::to_string(capacity) + " entries each, need " +
                                             std::to_string(kWindowGranularity * bytes_each) +
                                             " bytes in one buffer, but at most " + std::to_string(max_bytes) +
                                             " are allowed; lower neighbor_capacity.");
    const uint64_t count = (particles + fitting - 1) / fitting;
    const uint64_t even = (particles + count - 1) / count;  // windows of equal size
    const uint64_t stride = (even + kWindowGranularity - 1) / kWindowGranularity * kWindowGranularity;
    return {static_cast<uint32_t>((particles + stride - 1) / stride), static_cast<uint32_t>(stride)};
}

ArrayLimit largest_array(const DeviceInfo& device, uint64_t alignment) {
    constexpr uint64_t kGuards = 2 * FieldStore::kGuardBytes;
    const auto without_guards = [](uint64_t bytes) { return bytes > kGuards ? bytes - kGuards : 0; };
    return std::min(
        {ArrayLimit{device.limits.maxStorageBufferRange, "maxStorageBufferRange"},
         ArrayLimit{without_guards(device.max_buffer_size), "maxBufferSize"},
         ArrayLimit{without_guards(device.max_allocation_size / alignment * alignment), "maxMemoryAllocationSize"}},
        [](const ArrayLimit& a, const ArrayLimit& b) { return a.bytes < b.bytes; });
}

VkDescriptorType descriptor_type(Field field) {
    if (kUniformFields.contains(field)) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    if (kTexelFields.contains(field)) return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

FieldStore::FieldStore(Context& context, const Extents& extents, uint64_t max_list_binding)
    : context_(context),
      particles_(extents.particles),
      limit_(largest_array(context.info(), memory_alignment(context))),
      windows_(cut_list(extents.particles, extents.list_capacity, std::min(max_list_binding, limit_.bytes))) {
    check_limits(extents);
    for (uint32_t f = 0; f < kFieldCount; ++f) {
        const uint64_t bytes = buffer_bytes(Field(f), extents) + 2 * kGuardBytes;
        for (uint32_t b = 0; b < buffer_count(Field(f)); ++b)
            buffers_[f].emplace_back(context, bytes, usage_of(Field(f)), MemoryKind::device,
                                     std::string(kFields[f].name));
        if (kTexelFields.contains(Field(f)))
            texels_[f] =
                TexelView(context, array(Field(f)), VK_FORMAT_R32G32B32A32_SFLOAT, std::string(kFields[f].name));
    }
}

uint64_t FieldStore::buffer_bytes(Field field, const Extents& extents) const {
    if (field == Field::neighbors && windows_.count > 1)
        return uint64_t{windows_.stride} * extents.list_capacity * sizeof(uint32_t);
    if (kUniformFields.contains(field)) return kMostUniformBytes;  // programs declare their size
    return std::max<uint64_t>(1, element_count(field, extents)) * info(field).stride;
}

void FieldStore::check_limits(const Extents& extents) const {
    const DeviceInfo& device = context_.info();
    uint64_t total = 0;
    for (uint32_t f = 0; f < kFieldCount; ++f) {
        const uint64_t bytes = buffer_bytes(Field(f), extents);
        if (bytes > limit_.bytes)
            throw too_large(context_, "The array '" + std::string(kFields[f].name) + "'", bytes, limit_.bytes,
                            limit_.name, kFewerParticles);
        const uint64_t most_texels = uint64_t{device.limits.maxTexelBufferElements} * info(Field(f)).stride;
        if (kTexelFields.contains(Field(f)) && bytes > most_texels)
            throw too_large(context_, "The array '" + std::string(kFields[f].name) + "'", bytes, most_texels,
                            "maxTexelBufferElements", "Use fewer solids, or another device.");
        total += (bytes + 2 * kGuardBytes) * buffer_count(Field(f));
    }
    const uint64_t heaps = context_.memory().all_heaps_size();  // the host's too: slower, but there
    if (total > heaps)
        throw Error(Exit::out_of_memory, std::to_string(extents.particles) + " particles need " + mib(total) +
                                             " of memory; " + device.name + " can use " + mib(heaps) +
                                             ", the host's included.");
}

BufferRange FieldStore::array(Field field, uint32_t window) const {
    const Buffer& buffer = buffers_[static_cast<size_t>(field)][window];
    return {buffer.handle(), kGuardBytes, buffer.size() - 2 * kGuardBytes};
}

std::vector<BufferRange> FieldStore::locate(Field field, uint64_t bytes, uint64_t offset) const {
    if (field != Field::neighbors || windows_.count == 1) {
        const BufferRange whole = array(field);
        UNDINE_CHECK(offset + bytes <= whole.bytes, "a range reaches beyond its array");
        return {{whole.buffer, whole.offset + offset, bytes}};
    }
    std::vector<BufferRange> parts;
    uint64_t element = offset / sizeof(uint32_t);
    const uint64_t end = (offset + bytes) / sizeof(uint32_t);
    while (element < end) {
        const uint64_t k = element / particles_, i = element % particles_;
        const uint64_t window = i / windows_.stride, in_window = i % windows_.stride;
        const BufferRange part = array(field, static_cast<uint32_t>(window));
        const uint64_t at = (k * windows_.stride + in_window) * sizeof(uint32_t);
        const uint64_t run = std::min({windows_.stride - in_window, particles_ - i, end - element});
        UNDINE_CHECK(at + run * sizeof(uint32_t) <= part.bytes, "a range reaches beyond the neighbour list");
        parts.push_back({part.buffer, part.offset + at, run * sizeof(uint32_t)});
        element += run;
    }
    return parts;
}

std::vector<BufferRange> FieldStore::guards() const {
    std::vector<BufferRange> ranges;
    for (const auto& buffers : buffers_) {
        for (const Buffer& buffer : buffers) {
            ranges.push_back({buffer.handle(), 0, kGuardBytes});
            ranges.push_back({buffer.handle(), buffer.size() - kGuardBytes, kGuardBytes});
        }
    }
    return ranges;
}

void FieldStore::record_initial_contents(VkCommandBuffer commands) const {
    const auto fill = context_.vk().vkCmdFillBuffer;
    for (const BufferRange& guard : guards()) fill(commands, guard.buffer, guard.offset, guard.bytes, kGuardWord);
    for (uint32_t f = 0; f < kFieldCount; ++f) {
        for (uint32_t b = 0; b < buffers_[f].size(); ++b) {
            const BufferRange range = array(Field(f), b);
            fill(commands, range.buffer, range.offset, range.bytes, Field(f) == Field::cell_count ? 0 : kFillWord);
        }
    }
}

}  // namespace undine
