#include "render/show_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {

ShowPass::ShowPass(Context& context, const char* program, std::initializer_list<VkDescriptorSetLayout> layouts,
                   VkFormat picture, View view, uint32_t supersample)
    : context_(context),
      view_(view),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv(program),
                                                 .sets = layouts,
                                                 .constants = {{1, supersample}, {2, static_cast<uint32_t>(view)}},
                                                 .color = {{picture}},
                                                 .name = "show"})) {}

void ShowPass::record(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, Image& picture) const {
    picture.barrier(commands, kColorTarget);
    const Rendering rendering(context_, commands, {.color = &picture});
    pipeline_.bind(commands, sets);
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
