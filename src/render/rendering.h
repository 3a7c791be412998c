// A scope of dynamic rendering into attachments of the same size.
#pragma once
#include <volk.h>

#include "gpu/context.h"
#include "gpu/image.h"

namespace undine {

struct Attachments {
    const Image* color = nullptr;
    VkImageView view = VK_NULL_HANDLE;  // or an image of somebody else's as colour; it needs `part`
    const Image* depth = nullptr;
    bool clear_color = false;  // to zero
    bool keep_color = false;   // load what is there; if neither is set, every pixel must be written
    bool keep_depth = false;   // load what is there, not clear_depth
    float clear_depth = 0;
    VkExtent2D part{};  // what to draw, from the upper left corner; empty: all
    int guard = 0;      // pixels by which the viewport extends beyond each border
};

// The constructor begins the rendering and sets viewport and scissor; the destructor ends it.
class Rendering {
  public:
    Rendering(const Context& context, VkCommandBuffer commands, const Attachments& attachments);
    ~Rendering();
    Rendering(const Rendering&) = delete;
    Rendering& operator=(const Rendering&) = delete;

  private:
    const Context& context_;
    VkCommandBuffer commands_;
};

// An image that one pass draws and others sample. name: kept by the image.
Image make_target(Context& context, const char* name, VkFormat format, uint32_t width, uint32_t height);

// How passes use images.
inline constexpr ImageUse kColorTarget{
    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT, true};
inline constexpr ImageUse kColorTargetKept{kColorTarget.layout, kColorTarget.stages, kColorTarget.access, false};
inline constexpr ImageUse kDepthTarget{
    VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, true};
inline constexpr ImageUse kDepthTargetKept{kDepthTarget.layout, kDepthTarget.stages, kDepthTarget.access, false};
inline constexpr ImageUse kReadByFragments{VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                           VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
                                           false};
// By fragments, and by the dots of spray and foam.
inline constexpr ImageUse kSampledByAll{
    VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
    VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
    VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, false};
inline constexpr ImageUse kReadByCompute{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                         VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false};
inline constexpr ImageUse kCopyTarget{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_PIPELINE_STAGE_2_COPY_BIT,
                                      VK_ACCESS_2_TRANSFER_WRITE_BIT, true};
inline constexpr ImageUse kCopySource{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_PIPELINE_STAGE_2_COPY_BIT,
                                      VK_ACCESS_2_TRANSFER_READ_BIT, false};

}  // namespace undine
