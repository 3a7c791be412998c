// A window's images, acquired and presented in turn. Knows about surfaces but not about window systems.
//
//     Swapchain swapchain(context, surface, 2);
//     SwapchainStatus status = swapchain.resize(width, height);
//     if (swapchain.acquire(slot) == SwapchainStatus::ready) {
//         …draw into swapchain.image(), leave it by barrier(…, kPresented)…
//         commands.submit(swapchain.sync());
//         status = swapchain.present();
//     }
#pragma once
#include <volk.h>

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/commands.h"
#include "gpu/image.h"

namespace undine {

enum class SwapchainStatus {
    ready,
    busy,   // no image became free within the time that an event loop may block
    stale,  // call resize() before the next frame
    empty,  // the surface has no area, e.g. because the window is minimised
    lost,   // the surface is gone: create a new one and a new swapchain
};

// Chooses among the formats that a surface offers. Those that store values unchanged (UNORM) come first, because
// user interfaces blend in sRGB. Throws Error(no_device) if none is one that we draw.
VkSurfaceFormatKHR choose_surface_format(std::span<const VkSurfaceFormatKHR> offered);

// Whether the device encodes writes to this format as sRGB.
bool encodes_srgb(VkFormat format);

class Swapchain {
  public:
    // Takes ownership of the surface, even if it throws. Throws Error(no_device) if the device's queue cannot present
    // to the surface. slots: the number of frames that may be in flight.
    Swapchain(Context& context, VkSurfaceKHR surface, uint32_t slots);
    ~Swapchain();  // waits
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    VkFormat format() const { return format_.format; }
    uint32_t width() const { return extent_.width; }
    uint32_t height() const { return extent_.height; }

    // Recreates the images in the surface's size or, if the surface takes its size from the swapchain, in the given
    // size. Waits for the device.
    SwapchainStatus resize(uint32_t width, uint32_t height);

    // Acquires the next image for the frame in that slot; the previous frame in that slot must have been executed.
    SwapchainStatus acquire(uint32_t slot);

    // The acquired image, to be overwritten completely and left by barrier(…, kPresented), and the semaphores that the
    // submission that draws it must wait for and signal.
    Image& image() { return images_[index_]; }
    QueueSync sync() const;

    // Presents the image; to be called after that submission.
    SwapchainStatus present();

  private:
    struct Surface {
        VkInstance instance;
        VkSurfaceKHR handle;
        ~Surface();  // runs also if Swapchain's constructor throws
    };
    SwapchainStatus create(const VkSurfaceCapabilitiesKHR& capabilities);
    void make_images();
    void destroy_images();

    Context& context_;
    Surface surface_;
    VkSurfaceFormatKHR format_{};
    VkExtent2D extent_{};
    VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
    std::vector<Image> images_;
    std::vector<VkSemaphore> rendered_;  // by image: acquiring it again is the only sign that its semaphore is free
    std::vector<VkSemaphore> acquired_;  // by slot
    uint32_t index_ = 0, slot_ = 0;
};

// The use in which an image is left for presenting. The semaphore orders what follows.
inline constexpr ImageUse kPresented{VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                     0, false};

}  // namespace undine
