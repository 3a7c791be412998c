#include "render/frame_readback.h"

#include "gpu/context.h"
#include "gpu/memory_barrier.h"
#include "internal_error.h"
#include "render/rendering.h"

namespace undine {

FrameReadback::FrameReadback(Context& context, uint32_t width, uint32_t height, uint32_t slots, uint32_t pixel)
    : context_(context), pixel_(pixel) {
    for (uint32_t s = 0; s < slots; ++s)
        buffers_.emplace_back(context, uint64_t{pixel} * width * height, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              MemoryKind::host, "frame readback");
}

void FrameReadback::record(VkCommandBuffer commands, Image& image, uint32_t slot) {
    const Buffer& buffer = buffers_[slot];
    UNDINE_CHECK(buffer.size() == uint64_t{pixel_} * image.width() * image.height(),
                 "the picture's size differs from the one the readback was made for");
    copy_to_host(context_, commands, image, {{0, 0}, {image.width(), image.height()}}, buffer);
}

std::span<const std::byte> FrameReadback::pixels(uint32_t slot) const {
    return {static_cast<const std::byte*>(buffers_[slot].mapped()), buffers_[slot].size()};
}

void copy_to_host(const Context& context, VkCommandBuffer commands, Image& image, const VkRect2D& part,
                  const Buffer& to) {
    image.barrier(commands, kCopySource);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {image.aspect(), 0, 0, 1};
    copy.imageOffset = {part.offset.x, part.offset.y, 0};
    copy.imageExtent = {part.extent.width, part.extent.height, 1};
    context.vk().vkCmdCopyImageToBuffer(commands, image.handle(), image.layout(), to.handle(), 1, &copy);
    copies_to_host_barrier(context, commands);
}

}  // namespace undine
