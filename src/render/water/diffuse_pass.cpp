#include "render/water/diffuse_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/bindings.glsl"
#include "render/particles/light_view.h"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr float kLargestDot = 60;  // pixels: bound in diffuse.vert, below the 64 that largePoints guarantees

// Coarse, and of so many dots one for all: the shadow is too soft for single ones to be seen.
constexpr uint32_t kShadowSize = kWaterLightSize / 2, kShadowEvery = 4;

constexpr VkFormat kLayer = VK_FORMAT_R16G16B16A16_SFLOAT, kShadow = VK_FORMAT_R16_SFLOAT;

const Binding kBindings[] = {
    {DIFFUSE_POSITION, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
    {DIFFUSE_VELOCITY, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
    {DIFFUSE_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_VERTEX_BIT},
    {DIFFUSE_BEHIND, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {DIFFUSE_LAYER, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
};

// diffuse.vert
struct Target {
    float width, height;
    float guard, strength, life;
    uint32_t count, shown, every;
};

SpritePipeline make_dots(Context& context, const FrameSet& set, const DescriptorLayout& layout, bool from_sun) {
    return SpritePipeline(context,
                          {.vertex = embedded_spirv("render/diffuse.vert"),
                           .fragment = embedded_spirv(from_sun ? "render/diffuse_shadow.frag" : "render/diffuse.frag"),
                           .sets = {set.layout(), layout.handle()},
                           .push_bytes = sizeof(Target),
                           .constants = set.constants({{2, from_sun}}),
                           .color = {{.format = from_sun ? kShadow : kLayer, .blend = true}},
                           .name = from_sun ? "diffuse shadow" : "diffuse"});
}

}  // namespace

DiffusePass::DiffusePass(Context& context, const FrameSet& set, const RenderSettings& s, VkFormat picture,
                         uint32_t count, float life)
    : context_(context),
      count_(count),
      life_(life),
      nearest_(context, VK_FILTER_NEAREST),
      linear_(context, VK_FILTER_LINEAR),
      layout_(context, kBindings, "diffuse"),
      set_(context, layout_),
      layer_(make_target(context, "diffuse layer", kLayer, s.width, s.height)),
      shadow_(make_target(context, "diffuse shadow", kShadow, kShadowSize, kShadowSize)),
      dots_(make_dots(context, set, layout_, false)),
      shadow_dots_(make_dots(context, set, layout_, true)),
      lay_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                            .fragment = embedded_spirv("render/diffuse_layer.frag"),
                                            .sets = {set.layout(), layout_.handle()},
                                            .constants = set.constants(),
                                            .color = {{.format = picture,
                                                       .blend = true,
                                                       .source = VK_BLEND_FACTOR_ONE,
                                                       .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                                            .name = "diffuse layer"})) {}

void DiffusePass::resize(uint32_t width, uint32_t height) {
    layer_ = make_target(context_, "diffuse layer", kLayer, width, height);
}

void DiffusePass::write(const ParticleView& particles, const Image& front, const Image& behind) {
    constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const BufferRange &at = particles.diffuse_position, &motion = particles.diffuse_velocity;
    set_.write_buffer(DIFFUSE_POSITION, at.buffer, at.offset, at.bytes);
    set_.write_buffer(DIFFUSE_VELOCITY, motion.buffer, motion.offset, motion.bytes);
    set_.write_image(DIFFUSE_FRONT, front.view(), nearest_.handle(), kRead);
    set_.write_image(DIFFUSE_BEHIND, behind.view(), nearest_.handle(), kRead);
    set_.write_image(DIFFUSE_LAYER, layer_.view(), linear_.handle(), kRead);
}

void DiffusePass::draw_dots(VkCommandBuffer commands, const FrameSet& set, const SpritePipeline& pipeline,
                            const Image& target, uint32_t every, float strength, float guard, View view) const {
    const Rendering rendering(context_, commands,
                              {.color = &target, .clear_color = true, .guard = static_cast<int>(guard)});
    const Pipeline& chosen = pipeline.choose(kLargestDot);
    chosen.bind(commands, {set.handle(), set_.handle()});
    chosen.push(commands, Target{static_cast<float>(target.width()), static_cast<float>(target.height()), guard,
                                 strength, life_, count_, static_cast<uint32_t>(view), every});
    context_.vk().vkCmdDraw(commands, pipeline.vertices(kLargestDot, (count_ + every - 1) / every), 1, 0, 0);
}

void DiffusePass::record_shadow(VkCommandBuffer commands, const FrameSet& set, float strength) {
    shadow_.barrier(commands, kColorTarget);
    draw_dots(commands, set, shadow_dots_, shadow_, kShadowEvery, strength, kLargestDot / 2, View::picture);
    shadow_.barrier(commands, kReadByFragments);
}

void DiffusePass::record(VkCommandBuffer commands, const FrameSet& set, float strength, float guard, View view,
                         Image& picture) {
    layer_.barrier(commands, kColorTarget);
    draw_dots(commands, set, dots_, layer_, 1, strength, guard, view);
    layer_.barrier(commands, kReadByFragments);
    picture.barrier(commands, kColorTargetKept);
    const Rendering rendering(context_, commands, {.color = &picture, .keep_color = true});
    lay_.bind(commands, {set.handle(), set_.handle()});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
