#include "gpu/unseen_images.h"

#include <string>

#include "gpu/context.h"
#include "internal_error.h"

namespace undine {

UnseenImages::~UnseenImages() { context_.vk().vkDeviceWaitIdle(context_.device()); }  // of a lost device too

FrameStatus UnseenImages::resize(uint32_t width, uint32_t height) {
    context_.wait_idle();
    for (size_t k = 0; k < images_.size(); ++k)
        images_[k] = Image(context_, {.width = width,
                                      .height = height,
                                      .format = format(),
                                      .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                      .name = "unseen frame " + std::to_string(k)});
    return FrameStatus::ready;
}

FrameStatus UnseenImages::acquire(uint32_t slot) {
    UNDINE_CHECK(slot < kMost, "more frames are in flight than there are images");
    slot_ = slot;
    return images_[slot] ? FrameStatus::ready : FrameStatus::stale;
}

// As a window's images are left, for a frame that begins by drawing over it.
ImageUse UnseenImages::finished() const {
    return {VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, 0, false};
}

}  // namespace undine
