// A 2D image with one view of the whole image: colour and depth attachments, sampled and storage images.
//
//     Image depth(context, {.width = w, .height = h, .format = VK_FORMAT_D32_SFLOAT,
//                           .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, .name = "depth"});
//     depth.barrier(commands, {.layout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
//                              .stages = VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | …,
//                              .access = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, .discard = true});
//
// The image remembers its last use, so a barrier only names the next one.
#pragma once
#include <volk.h>

#include <cstdint>
#include <string>

#include "gpu/memory.h"

namespace undine {

struct ImageInfo {
    uint32_t width = 0, height = 0;  // pixels
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkImageUsageFlags usage = 0;
    std::string name;
};

// How the commands after a barrier use an image.
struct ImageUse {
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
    VkPipelineStageFlags2 stages = 0;
    VkAccessFlags2 access = 0;
    bool discard = false;  // the previous contents are not needed
};

class Image {
  public:
    Image() = default;
    // Throws Error(out_of_memory), or Error(no_device) if the device does not support this format, usage and size.
    Image(Context& context, const ImageInfo& info);
    // Borrows a swapchain image and creates its view. `last`: the use in which presentation leaves the image.
    Image(Context& context, const ImageInfo& info, VkImage presented, const ImageUse& last);
    ~Image();
    Image(Image&& other) noexcept { swap(other); }
    Image& operator=(Image&& other) noexcept {
        Image taken(static_cast<Image&&>(other));
        swap(taken);
        return *this;
    }

    VkImage handle() const { return image_; }
    VkImageView view() const { return view_; }
    const std::string& name() const { return info_.name; }
    uint32_t width() const { return info_.width; }
    uint32_t height() const { return info_.height; }
    VkFormat format() const { return info_.format; }
    VkImageLayout layout() const { return use_.layout; }
    const ImageUse& use() const { return use_; }  // the last one
    VkImageAspectFlags aspect() const;
    explicit operator bool() const { return image_ != VK_NULL_HANDLE; }

    // Records the barrier between the last use and this one. Calls must be made in submission order.
    void barrier(VkCommandBuffer commands, const ImageUse& next);

  private:
    void make_view();
    void swap(Image& other) noexcept;
    void enlist(bool is_there) noexcept;

    Context* context_ = nullptr;
    ImageInfo info_;
    VkImage image_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE;
    bool borrowed_ = false;
    MemoryArena::Allocation allocation_;
    ImageUse use_;
};

// VK_IMAGE_ASPECT_DEPTH_BIT for depth formats, otherwise VK_IMAGE_ASPECT_COLOR_BIT.
VkImageAspectFlags aspect_of(VkFormat format);

}  // namespace undine
