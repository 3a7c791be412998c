#include "gpu/swapchain.h"

#include <algorithm>
#include <string>

#include "gpu/check.h"
#include "gpu/context.h"
#include "undine/error.h"

namespace undine {
namespace {

// A hidden window may never get an image; the event loop must go on meanwhile.
constexpr uint64_t kAcquireTimeoutNs = 100'000'000;

// One is shown, one waits, one is drawn.
constexpr uint32_t kImages = 3;

// Best first.
constexpr VkFormat kFormats[] = {
    VK_FORMAT_B8G8R8A8_UNORM,           VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A2B10G10R10_UNORM_PACK32,
    VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_FORMAT_B8G8R8A8_SRGB,  VK_FORMAT_R8G8B8A8_SRGB};

// What a call's result says about the surface; throws on other errors.
FrameStatus status_of(VkResult result, const char* call) {
    switch (result) {
        case VK_ERROR_OUT_OF_DATE_KHR:
        case VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT: return FrameStatus::stale;
        case VK_ERROR_SURFACE_LOST_KHR: return FrameStatus::lost;
        case VK_TIMEOUT:
        case VK_NOT_READY: return FrameStatus::busy;
        default: check_vk(result, call); return FrameStatus::ready;
    }
}

VkSemaphore make_semaphore(const Context& context, const std::string& name) {
    VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore semaphore = VK_NULL_HANDLE;
    UNDINE_VK(context.vk().vkCreateSemaphore(context.device(), &info, nullptr, &semaphore));
    context.set_name(VK_OBJECT_TYPE_SEMAPHORE, semaphore, name);
    return semaphore;
}

std::vector<VkSurfaceFormatKHR> offered_formats(const Context& context, VkSurfaceKHR surface) {
    uint32_t count = 0;
    UNDINE_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(context.physical_device(), surface, &count, nullptr));
    std::vector<VkSurfaceFormatKHR> formats(count);
    UNDINE_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(context.physical_device(), surface, &count, formats.data()));
    return formats;
}

std::vector<VkPresentModeKHR> offered_present_modes(const Context& context, VkSurfaceKHR surface) {
    uint32_t count = 0;
    UNDINE_VK(vkGetPhysicalDeviceSurfacePresentModesKHR(context.physical_device(), surface, &count, nullptr));
    std::vector<VkPresentModeKHR> modes(count);
    UNDINE_VK(vkGetPhysicalDeviceSurfacePresentModesKHR(context.physical_device(), surface, &count, modes.data()));
    return modes;
}

VkCompositeAlphaFlagBitsKHR composite_alpha(VkCompositeAlphaFlagsKHR supported) {
    // The lowest supported bit: opaque if available. Our pictures are opaque in any mode.
    return static_cast<VkCompositeAlphaFlagBitsKHR>(supported & ~(supported - 1));
}

}  // namespace

bool encodes_srgb(VkFormat format) { return format == VK_FORMAT_B8G8R8A8_SRGB || format == VK_FORMAT_R8G8B8A8_SRGB; }

VkSurfaceFormatKHR choose_surface_format(std::span<const VkSurfaceFormatKHR> offered) {
    for (const VkFormat wanted : kFormats)
        for (const VkSurfaceFormatKHR& format : offered)
            if (format.format == wanted && format.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) return format;
    throw Error(Exit::no_device, "The window offers no sRGB format with 8 or 10 bits per channel.");
}

VkPresentModeKHR choose_present_mode(std::span<const VkPresentModeKHR> offered, Pacing pacing) {
    const bool replaces = pacing == Pacing::caller && std::ranges::count(offered, VK_PRESENT_MODE_MAILBOX_KHR) > 0;
    return replaces ? VK_PRESENT_MODE_MAILBOX_KHR : VK_PRESENT_MODE_FIFO_KHR;
}

Swapchain::Surface::~Surface() { vkDestroySurfaceKHR(instance, handle, nullptr); }

Swapchain::Swapchain(Context& context, VkSurfaceKHR surface, uint32_t slots, Pacing pacing)
    : context_(context), surface_{context.instance(), surface} {
    VkBool32 supported = VK_FALSE;
    UNDINE_VK(vkGetPhysicalDeviceSurfaceSupportKHR(context.physical_device(), context.info().queue_family, surface,
                                                   &supported));
    if (!supported) throw Error(Exit::no_device, describe(context.info()) + " cannot show images in this window.");
    format_ = choose_surface_format(offered_formats(context, surface));
    present_mode_ = choose_present_mode(offered_present_modes(context, surface), pacing);
    for (uint32_t s = 0; s < slots; ++s) acquired_.push_back(make_semaphore(context, "acquired " + std::to_string(s)));
}

Swapchain::~Swapchain() {
    context_.vk().vkDeviceWaitIdle(context_.device());  // ignores errors: a lost device must be cleaned up too
    destroy_images();
    // A round trip to the window system, whatever it answers: SwiftShader shares each image's memory with the X server,
    // in a request that is still in its queue if nothing was presented since (the window was resized, and closed at
    // once). If the memory is gone when the server reads it, Xlib ends the program.
    VkSurfaceCapabilitiesKHR unused{};
    (void)vkGetPhysicalDeviceSurfaceCapabilitiesKHR(context_.physical_device(), surface_.handle, &unused);
    context_.vk().vkDestroySwapchainKHR(context_.device(), swapchain_, nullptr);
    for (VkSemaphore s : acquired_) context_.vk().vkDestroySemaphore(context_.device(), s, nullptr);
}

FrameStatus Swapchain::resize(uint32_t width, uint32_t height) {
    VkSurfaceCapabilitiesKHR c{};
    const VkResult result = vkGetPhysicalDeviceSurfaceCapabilitiesKHR(context_.physical_device(), surface_.handle, &c);
    if (status_of(result, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR") == FrameStatus::lost) return FrameStatus::lost;
    extent_ = c.currentExtent;
    if (extent_.width == ~0u)
        extent_ = {std::clamp(width, c.minImageExtent.width, c.maxImageExtent.width),
                   std::clamp(height, c.minImageExtent.height, c.maxImageExtent.height)};
    if (width == 0 || height == 0 || extent_.width == 0 || extent_.height == 0) return FrameStatus::empty;
    context_.wait_idle();  // images and semaphores may be in use until now
    destroy_images();
    return create(c);
}

FrameStatus Swapchain::create(const VkSurfaceCapabilitiesKHR& c) {
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = surface_.handle;
    info.minImageCount = std::max(c.minImageCount + 1, kImages);
    if (c.maxImageCount > 0) info.minImageCount = std::min(info.minImageCount, c.maxImageCount);
    info.imageFormat = format_.format;
    info.imageColorSpace = format_.colorSpace;
    info.imageExtent = extent_;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    // Unturned if the display turns pictures itself: ours are drawn as the window sees them.
    const bool turns = c.supportedTransforms & VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    info.preTransform = turns ? VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR : c.currentTransform;
    info.compositeAlpha = composite_alpha(c.supportedCompositeAlpha);
    info.presentMode = present_mode_;
    info.clipped = VK_TRUE;
    info.oldSwapchain = swapchain_;
    VkSwapchainKHR made = VK_NULL_HANDLE;
    const VkResult result = context_.vk().vkCreateSwapchainKHR(context_.device(), &info, nullptr, &made);
    context_.vk().vkDestroySwapchainKHR(context_.device(), swapchain_, nullptr);  // retired, even if the call failed
    swapchain_ = made;
    const FrameStatus status = status_of(result, "vkCreateSwapchainKHR");
    if (status != FrameStatus::ready) return status;
    context_.set_name(VK_OBJECT_TYPE_SWAPCHAIN_KHR, swapchain_, "window");
    make_images();
    return status;
}

void Swapchain::make_images() {
    uint32_t count = 0;
    UNDINE_VK(context_.vk().vkGetSwapchainImagesKHR(context_.device(), swapchain_, &count, nullptr));
    std::vector<VkImage> handles(count);
    UNDINE_VK(context_.vk().vkGetSwapchainImagesKHR(context_.device(), swapchain_, &count, handles.data()));
    for (VkImage handle : handles) {
        images_.emplace_back(context_,
                             ImageInfo{.width = extent_.width,
                                       .height = extent_.height,
                                       .format = format_.format,
                                       .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                       .name = "window " + std::to_string(images_.size())},
                             handle, kPresented);
        rendered_.push_back(make_semaphore(context_, "rendered " + std::to_string(rendered_.size())));
    }
}

void Swapchain::destroy_images() {
    images_.clear();
    for (VkSemaphore s : rendered_) context_.vk().vkDestroySemaphore(context_.device(), s, nullptr);
    rendered_.clear();
}

FrameStatus Swapchain::acquire(uint32_t slot) {
    if (images_.empty()) return FrameStatus::stale;
    slot_ = slot;
    const VkResult result = context_.vk().vkAcquireNextImageKHR(context_.device(), swapchain_, kAcquireTimeoutNs,
                                                                acquired_[slot], VK_NULL_HANDLE, &index_);
    return status_of(result, "vkAcquireNextImageKHR");  // VK_SUBOPTIMAL_KHR too means that an image was acquired
}

QueueSync Swapchain::sync() const { return {.wait = acquired_[slot_], .signal = rendered_[index_]}; }

FrameStatus Swapchain::present() {
    VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &rendered_[index_];
    info.swapchainCount = 1;
    info.pSwapchains = &swapchain_;
    info.pImageIndices = &index_;
    const VkResult result = context_.vk().vkQueuePresentKHR(context_.queue(), &info);
    // Some window systems report VK_SUBOPTIMAL_KHR for every swapchain; only a changed size is a reason for a new one.
    VkSurfaceCapabilitiesKHR c{};
    if (result == VK_SUBOPTIMAL_KHR &&
        vkGetPhysicalDeviceSurfaceCapabilitiesKHR(context_.physical_device(), surface_.handle, &c) == VK_SUCCESS &&
        c.currentExtent.width != ~0u &&
        (c.currentExtent.width != extent_.width || c.currentExtent.height != extent_.height))
        return FrameStatus::stale;
    return status_of(result, "vkQueuePresentKHR");
}

}  // namespace undine
