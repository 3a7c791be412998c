// Images on their way to the host: one mapped buffer for each frame in flight.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/image.h"

namespace undine {

class FrameReadback {
  public:
    // Images of 4 bytes a pixel.
    FrameReadback(Context& context, uint32_t width, uint32_t height, uint32_t slots);

    // Records the copy of the whole image. Not while a frame that used the slot is in flight.
    void record(VkCommandBuffer commands, Image& image, uint32_t slot);

    // Rows from top to bottom, without gaps. Valid once the frame has been executed.
    std::span<const std::byte> pixels(uint32_t slot) const;

  private:
    Context& context_;
    std::vector<Buffer> buffers_;
};

// Records the copy of a part of the image to a mapped buffer: rows without gaps, readable once they have been executed.
void copy_to_host(const Context& context, VkCommandBuffer commands, Image& image, const VkRect2D& part,
                  const Buffer& to);

}  // namespace undine
