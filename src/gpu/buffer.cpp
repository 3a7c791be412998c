#include "gpu/buffer.h"

#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "gpu/too_large.h"

namespace undine {

Buffer::Buffer(Context& context, uint64_t bytes, VkBufferUsageFlags usage, MemoryKind kind, const std::string& name)
    : context_(&context), size_(bytes) {
    const uint64_t most = context.info().max_buffer_size;
    if (bytes > most) throw too_large(context, name, bytes, most, "maxBufferSize", kSmaller);
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = bytes;
    info.usage = usage;
    UNDINE_VK(context.vk().vkCreateBuffer(context.device(), &info, nullptr, &buffer_));
    try {
        VkMemoryRequirements needed;
        context.vk().vkGetBufferMemoryRequirements(context.device(), buffer_, &needed);
        allocation_ = context.memory().allocate(needed, kind, true, name);
        UNDINE_VK(context.vk().vkBindBufferMemory(context.device(), buffer_, allocation_.memory, allocation_.offset));
        context.set_name(VK_OBJECT_TYPE_BUFFER, buffer_, name);
    } catch (...) {
        Buffer unfinished(std::move(*this));  // the destructor of a half-built object would not run
        throw;
    }
}

Buffer::~Buffer() {
    if (!buffer_) return;
    context_->vk().vkDestroyBuffer(context_->device(), buffer_, nullptr);
    if (allocation_.block) context_->memory().free(allocation_);
}

void Buffer::swap(Buffer& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(buffer_, other.buffer_);
    std::swap(size_, other.size_);
    std::swap(allocation_, other.allocation_);
}

}  // namespace undine
