#include "render/image_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
ImagePass::ImagePass(Context& context, const ImagePassInfo& info)
    : context_(context),
      name_(info.name),
      image_(make_target(context, info.name, info.format, info.width, info.height)),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv(info.program),
                                                 .sets = info.sets,
                                                 .constants = info.constants,
                                                 .color = {{info.format}},
                                                 .name = info.name})) {}

void ImagePass::resize(uint32_t width, uint32_t height) {
    image_ = make_target(context_, name_, image_.format(), width, height);
}

void ImagePass::record(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets) {
    image_.barrier(commands, kColorTarget);
    {
        const Rendering rendering(context_, commands, {.color = &image_});
        pipeline_.bind(commands, sets);
        context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
    }
    image_.barrier(commands, kReadByFragments);
}

}  // namespace undine
