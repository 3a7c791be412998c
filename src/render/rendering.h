// One stretch of drawing into attachments of one size (dynamic rendering).
#pragma once
#include <volk.h>

#include "gpu/context.h"
#include "gpu/image.h"

namespace undine {

struct Attachments {
    const Image* color = nullptr;
    const Image* depth = nullptr;
    bool clear_color = false;  // to zero; otherwise every pixel gets written …
    bool keep_color = false;   // … or what is there stays beneath
    float clear_depth = 0;
    VkExtent2D part{};  // that is drawn, from the upper left corner; none: all
    int guard = 0;      // pixels that the viewport reaches beyond each border
};

// Begins it, with viewport and scissor set; the destructor ends it.
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

// Uses of images by passes.
inline constexpr ImageUse kColorTarget{
    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT, true};
inline constexpr ImageUse kColorTargetKept{kColorTarget.layout, kColorTarget.stages, kColorTarget.access, false};
inline constexpr ImageUse kDepthTarget{
    VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, true};
inline constexpr ImageUse kReadByFragments{VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                           VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
                                           false};
inline constexpr ImageUse kReadByCompute{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                         VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false};
inline constexpr ImageUse kCopyTarget{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_PIPELINE_STAGE_2_COPY_BIT,
                                      VK_ACCESS_2_TRANSFER_WRITE_BIT, true};
inline constexpr ImageUse kCopySource{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_PIPELINE_STAGE_2_COPY_BIT,
                                      VK_ACCESS_2_TRANSFER_READ_BIT, false};

}  // namespace undine
