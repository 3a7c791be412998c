// Copies images to the host, through one mapped buffer for each frame in flight.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/image.h"

namespace undine {

class FrameReadback {
  public:
    // slots: frames that may be in flight. pixel: bytes of one.
    FrameReadback(Context& context, uint32_t width, uint32_t height, uint32_t slots, uint32_t pixel = 4);

    // Records a copy of the whole image. The frame that used the slot last must have been executed.
    void record(VkCommandBuffer commands, Image& image, uint32_t slot);

    // Rows from top to bottom, without gaps. Valid once the frame has been executed.
    std::span<const std::byte> pixels(uint32_t slot) const;

  private:
    Context& context_;
    uint32_t pixel_;
    std::vector<Buffer> buffers_;
};

// Records a copy of part of the image into a mapped buffer: rows without gaps, readable once the commands have been
// executed.
void copy_to_host(const Context& context, VkCommandBuffer commands, Image& image, const VkRect2D& part,
                  const Buffer& to);

}  // namespace undine
