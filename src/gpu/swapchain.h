// A window's images, acquired and presented in turn. Knows surfaces, no window system.
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
    busy,   // no image was free within the time that an event loop may stand still
    stale,  // resize() before the next frame
    empty,  // the surface has no area, as that of a minimised window
    lost,   // the surface is gone: make a new one, and a new swapchain
};

// Of the formats that a surface offers. One that stores what it is given (UNORM) comes first: interfaces blend in
// sRGB. Throws Error(no_device) where none is of a kind that we draw.
VkSurfaceFormatKHR choose_surface_format(std::span<const VkSurfaceFormatKHR> offered);

// True where writes to the format are encoded as sRGB by the device.
bool encodes_srgb(VkFormat format);

class Swapchain {
  public:
    // Owns the surface from here on. Throws Error(no_device) where the device's queue cannot present to the surface.
    // slots: frames that may be in flight.
    Swapchain(Context& context, VkSurfaceKHR surface, uint32_t slots);
    ~Swapchain();  // waits
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    VkFormat format() const { return format_.format; }
    uint32_t width() const { return extent_.width; }
    uint32_t height() const { return extent_.height; }

    // Makes the images anew, in the surface's size; where that follows the swapchain, in the given one. Waits for the
    // device.
    SwapchainStatus resize(uint32_t width, uint32_t height);

    // Takes the next image for the frame of that slot; the frame that used the slot before has been executed.
    SwapchainStatus acquire(uint32_t slot);

    // The image that was acquired, to be drawn over in full and left by barrier(…, kPresented); what the submission
    // that draws it has to wait for and to signal.
    Image& image() { return images_[index_]; }
    QueueSync sync() const;

    // After that submission.
    SwapchainStatus present();

  private:
    struct Surface {
        VkInstance instance;
        VkSurfaceKHR handle;
        ~Surface();  // also where the constructor throws
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
    std::vector<VkSemaphore> rendered_;  // by image: presenting it is the only sign that the one before is free
    std::vector<VkSemaphore> acquired_;  // by slot
    uint32_t index_ = 0, slot_ = 0;
};

// How an image is left for presenting. The semaphore orders what follows.
inline constexpr ImageUse kPresented{VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                     0, false};

}  // namespace undine
