// Images for frames that no window shows, in turn: the frame loop of a machine without a display.
#pragma once
#include <array>

#include "gpu/frame_images.h"

namespace undine {

class UnseenImages final : public FrameImages {
  public:
    // As many images as frames may be in flight, at most kMost.
    static constexpr uint32_t kMost = 3;

    explicit UnseenImages(Context& context) : context_(context) {}
    ~UnseenImages() override;
    UnseenImages(const UnseenImages&) = delete;
    UnseenImages& operator=(const UnseenImages&) = delete;

    VkFormat format() const override { return VK_FORMAT_R8G8B8A8_UNORM; }
    uint32_t width() const override { return images_[0].width(); }
    uint32_t height() const override { return images_[0].height(); }
    FrameStatus resize(uint32_t width, uint32_t height) override;
    FrameStatus acquire(uint32_t slot) override;
    Image& image() override { return images_[slot_]; }
    ImageUse finished() const override;
    QueueSync sync() const override { return {}; }
    FrameStatus present() override { return FrameStatus::ready; }

  private:
    Context& context_;
    std::array<Image, kMost> images_;
    uint32_t slot_ = 0;
};

}  // namespace undine
