#include "render/present_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "gpu/swapchain.h"
#include "render/bindings.glsl"

namespace undine {
namespace {

const Binding kBindings[] = {{ONLY_BINDING, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT}};

}  // namespace

PresentPass::PresentPass(Context& context, VkFormat target)
    : context_(context),
      sampler_(context, VK_FILTER_NEAREST),
      layout_(context, kBindings, "present"),
      set_(context, layout_),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/present.frag"),
                                                 .sets = {layout_.handle()},
                                                 .constants = {{0, encodes_srgb(target) ? 1u : 0u}},
                                                 .color = {{target}},
                                                 .name = "present"})) {}

void PresentPass::write(const Image& picture) {
    set_.write_image(ONLY_BINDING, picture.view(), sampler_.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

void PresentPass::record(VkCommandBuffer commands) const {
    pipeline_.bind(commands, {set_.handle()});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
