#include "gpu/image.h"

#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "undine/error.h"

namespace undine {
namespace {

// Only writes must be made available; after a read, the execution dependency is enough.
constexpr VkAccessFlags2 kWriteAccesses =
    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_SHADER_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;

}  // namespace

VkImageAspectFlags aspect_of(VkFormat format) {
    switch (format) {
        case VK_FORMAT_D16_UNORM:
        case VK_FORMAT_X8_D24_UNORM_PACK32:
        case VK_FORMAT_D32_SFLOAT: return VK_IMAGE_ASPECT_DEPTH_BIT;
        default: return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

Image::Image(Context& context, const ImageInfo& wanted) : context_(&context), info_(wanted) {
    const VkImageUsageFlags usage = wanted.usage | (context.images_copied() ? VK_IMAGE_USAGE_TRANSFER_SRC_BIT : 0);
    VkImageFormatProperties supported{};
    VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        context.physical_device(), wanted.format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, usage, 0, &supported);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED || supported.maxExtent.width < wanted.width ||
        supported.maxExtent.height < wanted.height)
        throw Error(Exit::no_device, context.info().name + " cannot create the image '" + wanted.name + "' of " +
                                         std::to_string(wanted.width) + " x " + std::to_string(wanted.height) +
                                         " pixels in VkFormat " + std::to_string(wanted.format) + ".");
    check_vk(result, "vkGetPhysicalDeviceImageFormatProperties");

    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = wanted.format;
    info.extent = {wanted.width, wanted.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = usage;
    UNDINE_VK(context.vk().vkCreateImage(context.device(), &info, nullptr, &image_));
    try {
        VkMemoryRequirements needed;
        context.vk().vkGetImageMemoryRequirements(context.device(), image_, &needed);
        allocation_ = context.memory().allocate(needed, MemoryKind::device, false, "image '" + wanted.name + "'");
        UNDINE_VK(context.vk().vkBindImageMemory(context.device(), image_, allocation_.memory, allocation_.offset));
        constexpr VkImageUsageFlags kViewed = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                                              VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                              VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        if (wanted.usage & kViewed) make_view();
        context.set_name(VK_OBJECT_TYPE_IMAGE, image_, wanted.name);
        enlist(true);
    } catch (...) {
        Image unfinished(std::move(*this));  // the destructor of a half-built object would not run
        throw;
    }
}

Image::Image(Context& context, const ImageInfo& info, VkImage presented, const ImageUse& last)
    : context_(&context), info_(info), image_(presented), borrowed_(true), use_(last) {
    make_view();
    context.set_name(VK_OBJECT_TYPE_IMAGE, image_, info.name);
}

void Image::make_view() {
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = image_;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = info_.format;
    view.subresourceRange = {aspect(), 0, 1, 0, 1};
    UNDINE_VK(context_->vk().vkCreateImageView(context_->device(), &view, nullptr, &view_));
    context_->set_name(VK_OBJECT_TYPE_IMAGE_VIEW, view_, info_.name);
}

Image::~Image() {
    if (!image_) return;
    enlist(false);
    context_->vk().vkDestroyImageView(context_->device(), view_, nullptr);
    if (borrowed_) return;
    context_->vk().vkDestroyImage(context_->device(), image_, nullptr);
    if (allocation_.block) context_->memory().free(allocation_);
}

VkImageAspectFlags Image::aspect() const { return aspect_of(info_.format); }

void Image::barrier(VkCommandBuffer commands, const ImageUse& next) {
    VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
    barrier.srcStageMask = use_.stages;
    barrier.srcAccessMask = use_.access & kWriteAccesses;
    barrier.dstStageMask = next.stages;
    barrier.dstAccessMask = next.access;
    barrier.oldLayout = next.discard ? VK_IMAGE_LAYOUT_UNDEFINED : use_.layout;
    barrier.newLayout = next.layout;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image_;
    barrier.subresourceRange = {aspect(), 0, 1, 0, 1};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.imageMemoryBarrierCount = 1;
    dependency.pImageMemoryBarriers = &barrier;
    context_->vk().vkCmdPipelineBarrier2(commands, &dependency);
    use_ = next;
}

void Image::enlist(bool is_there) noexcept {
    if (!image_ || borrowed_) return;
    if (is_there) context_->images().insert(this);
    else context_->images().erase(this);
}

void Image::swap(Image& other) noexcept {
    for (Image* image : {this, &other}) image->enlist(false);
    std::swap(context_, other.context_);
    std::swap(info_, other.info_);
    std::swap(image_, other.image_);
    std::swap(view_, other.view_);
    std::swap(borrowed_, other.borrowed_);
    std::swap(allocation_, other.allocation_);
    std::swap(use_, other.use_);
    for (Image* image : {this, &other}) image->enlist(true);
}

}  // namespace undine
