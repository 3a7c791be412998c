#include "render/floor_light_pass.h"

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {

FloorLightPass::FloorLightPass(Context& context, const FrameSet& set, uint32_t size)
    : context_(context),
      map_(context, {.width = size,
                     .height = size,
                     .format = VK_FORMAT_R8_UNORM,
                     .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                     .name = "floor light"}),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/floor_light.frag"),
                                                 .sets = {set.layout()},
                                                 .color = {{VK_FORMAT_R8_UNORM}},
                                                 .name = "floor light"})) {}

void FloorLightPass::record(VkCommandBuffer commands, const FrameSet& set) {
    map_.barrier(commands, kColorTarget);
    {
        const Rendering rendering(context_, commands, {.color = &map_});
        pipeline_.bind(commands, {set.handle()});
        context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
    }
    map_.barrier(commands, kReadByFragments);
}

}  // namespace undine
