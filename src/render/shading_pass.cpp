#include "render/shading_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"

namespace undine {

ShadingPass::ShadingPass(Context& context, const FrameSet& set, VkFormat picture, Coloring coloring, uint32_t supersample)
    : context_(context),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/shade.frag"),
                                                 .sets = {set.layout()},
                                                 .constants = {{0, static_cast<uint32_t>(coloring)}, {1, supersample}},
                                                 .color = {{picture}},
                                                 .name = "shading"})) {}

void ShadingPass::record(VkCommandBuffer commands, const FrameSet& set) const {
    pipeline_.bind(commands, {set.handle()});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
