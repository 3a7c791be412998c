#include "render/outline_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {

OutlinePass::OutlinePass(Context& context, const FrameSet& set, VkFormat picture, uint32_t supersample)
    : context_(context),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/outline.vert"),
                                                 .fragment = embedded_spirv("render/outline.frag"),
                                                 .sets = {set.layout()},
                                                 .constants = set.constants({{1, supersample}}),
                                                 .color = {{.format = picture,
                                                            .blend = true,
                                                            .source = VK_BLEND_FACTOR_ONE,
                                                            .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                                                 .name = "outline"})) {}

void OutlinePass::record(VkCommandBuffer commands, const FrameSet& set, uint32_t edges, Image& picture) const {
    picture.barrier(commands, kColorTargetKept);
    const Rendering rendering(context_, commands, {.color = &picture, .keep_color = true});
    pipeline_.bind(commands, {set.handle()});
    context_.vk().vkCmdDraw(commands, 6 * edges, 1, 0, 0);
}

}  // namespace undine
