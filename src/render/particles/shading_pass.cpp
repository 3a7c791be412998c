#include "render/particles/shading_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/bindings.glsl"

namespace undine {
namespace {

const Binding kBindings[] = {{SHADED_VALUE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_FRAGMENT_BIT}};

// The value of COLORING in shade.frag.
uint32_t look_of(Coloring coloring) { return coloring == Coloring::natural ? 0 : coloring == Coloring::normal ? 1 : 2; }

struct Push {
    float low, scale;
};

}  // namespace

ShadingPass::ShadingPass(Context& context, const FrameSet& set, VkFormat picture, Coloring coloring,
                         uint32_t supersample, const ParticleView& particles)
    : context_(context),
      layout_(context, kBindings, "particle shading"),
      value_set_(context, layout_),
      pipeline_(make_graphics_pipeline(context,
                                       {.vertex = embedded_spirv("render/shade.vert"),
                                        .fragment = embedded_spirv("render/shade.frag"),
                                        .sets = {set.layout(), layout_.handle()},
                                        .push_bytes = sizeof(Push),
                                        .constants = set.constants({{0, look_of(coloring)},
                                                                    {1, supersample},
                                                                    {2, static_cast<uint32_t>(info(coloring).reading)},
                                                                    {3, static_cast<uint32_t>(info(coloring).map)}}),
                                        .color = {{picture}},
                                        .name = "shading"})) {
    value_set_.write_buffer(SHADED_VALUE, particles.value.buffer, particles.value.offset, particles.value.bytes);
}

void ShadingPass::record(VkCommandBuffer commands, const FrameSet& set, const ValueRange& range) const {
    pipeline_.bind(commands, {set.handle(), value_set_.handle()});
    pipeline_.push(commands, Push{range.low, 1 / (range.high - range.low)});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
