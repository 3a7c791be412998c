#include "render/front_pass.h"

#include <utility>

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

Image make_front(Context& context, const FrontPassInfo& info) {
    return Image(context, {.width = info.width,
                           .height = info.height,
                           .format = info.format,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | info.usage,
                           .name = info.name});
}

Image make_depth(Context& context, const FrontPassInfo& info) {
    return Image(context, {.width = info.width,
                           .height = info.height,
                           .format = VK_FORMAT_D32_SFLOAT,
                           .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                           .name = std::string(info.name) + ", depth"});
}

}  // namespace

FrontPass::FrontPass(Context& context, const FrontPassInfo& info)
    : context_(context),
      info_(info),
      front_(make_front(context, info)),
      depth_(make_depth(context, info)),
      pipeline_(context, {.vertex = embedded_spirv(info.vertex),
                          .fragment = embedded_spirv(info.fragment),
                          .sets = info.sets,
                          .color = {{info.format}},
                          .depth_format = VK_FORMAT_D32_SFLOAT,
                          .depth_compare = VK_COMPARE_OP_GREATER,
                          .name = info.name}) {}

void FrontPass::resize(uint32_t width, uint32_t height) {
    info_.width = width;
    info_.height = height;
    Image front = make_front(context_, info_), depth = make_depth(context_, info_);
    front_ = std::move(front);
    depth_ = std::move(depth);
}

void FrontPass::record(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, const Sprites& sprites,
                       const std::function<void()>& more) {
    const bool adds = sprites.range.first > 0;
    front_.barrier(commands, adds ? kColorTargetKept : kColorTarget);
    depth_.barrier(commands, adds ? kDepthTargetKept : kDepthTarget);
    {
        const Rendering rendering(context_, commands,
                                  {.color = &front_,
                                   .depth = &depth_,
                                   .clear_color = !adds,
                                   .keep_color = adds,
                                   .keep_depth = adds,
                                   .part = sprites.part,
                                   .guard = sprites.guard});
        pipeline_.choose(sprites.largest).bind(commands, sets);
        pipeline_.draw(commands, sprites.largest, sprites.range);
        more();
    }
    front_.barrier(commands, kReadByFragments);
    depth_.barrier(commands, kReadByFragments);
}

}  // namespace undine
