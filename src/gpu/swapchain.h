// A window's images, acquired and presented in turn (frame_images.h). Knows about surfaces but not about window
// systems.
#pragma once
#include <volk.h>

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/frame_images.h"

namespace undine {

// Chooses among the formats that a surface offers. Those that store values unchanged (UNORM) come first, because
// user interfaces blend in sRGB. Throws Error(no_device) if none is one that we draw.
VkSurfaceFormatKHR choose_surface_format(std::span<const VkSurfaceFormatKHR> offered);

// Whether the device encodes writes to this format as sRGB.
bool encodes_srgb(VkFormat format);

// The use in which an image is left for presenting. The semaphore orders what follows.
inline constexpr ImageUse kPresented{VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                     0, false};

// Who keeps frames from coming faster than the display shows them.
enum class Pacing {
    display,  // presenting waits for it
    caller,   // a newer frame replaces one that was not shown yet, where the surface offers that
};

// VK_PRESENT_MODE_MAILBOX_KHR for Pacing::caller if it is offered; otherwise FIFO, which every surface offers.
VkPresentModeKHR choose_present_mode(std::span<const VkPresentModeKHR> offered, Pacing pacing);

class Swapchain final : public FrameImages {
  public:
    // Takes ownership of the surface, even if it throws. Throws Error(no_device) if the device's queue cannot present
    // to the surface. slots: the number of frames that may be in flight.
    Swapchain(Context& context, VkSurfaceKHR surface, uint32_t slots, Pacing pacing);
    ~Swapchain() override;
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    VkFormat format() const override { return format_.format; }
    uint32_t width() const override { return extent_.width; }
    uint32_t height() const override { return extent_.height; }
    FrameStatus resize(uint32_t width, uint32_t height) override;
    FrameStatus acquire(uint32_t slot) override;
    Image& image() override { return images_[index_]; }
    ImageUse finished() const override { return kPresented; }
    QueueSync sync() const override;
    FrameStatus present() override;

  private:
    struct Surface {
        VkInstance instance;
        VkSurfaceKHR handle;
        ~Surface();  // runs also if Swapchain's constructor throws
    };
    FrameStatus create(const VkSurfaceCapabilitiesKHR& capabilities);
    void make_images();
    void destroy_images();

    Context& context_;
    Surface surface_;
    VkSurfaceFormatKHR format_{};
    VkPresentModeKHR present_mode_{};
    VkExtent2D extent_{};
    VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
    std::vector<Image> images_;
    std::vector<VkSemaphore> rendered_;  // by image: acquiring it again is the only sign that its semaphore is free
    std::vector<VkSemaphore> acquired_;  // by slot
    uint32_t index_ = 0, slot_ = 0;
};

}  // namespace undine
