#include "render/water/diffuse_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/bindings.glsl"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr float kLargestDot = 60;  // pixels: bound in diffuse.vert, below the 64 that largePoints guarantees

const Binding kBindings[] = {
    {DIFFUSE_POSITION, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
    {DIFFUSE_VELOCITY, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
    {DIFFUSE_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {DIFFUSE_BEHIND, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
};

struct Dots {
    uint32_t count;
    float strength;
};

}  // namespace

DiffusePass::DiffusePass(Context& context, const FrameSet& set, VkFormat picture, uint32_t supersample)
    : context_(context),
      nearest_(context, VK_FILTER_NEAREST),
      layout_(context, kBindings, "diffuse"),
      set_(context, layout_),
      pipeline_(context, {.vertex = embedded_spirv("render/diffuse.vert"),
                          .fragment = embedded_spirv("render/diffuse.frag"),
                          .sets = {set.layout(), layout_.handle()},
                          .push_bytes = sizeof(Dots),
                          .constants = set.with_solids({{1, supersample}}),
                          .color = {{.format = picture,
                                     .blend = true,
                                     .source = VK_BLEND_FACTOR_ONE,
                                     .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                          .name = "diffuse"}) {}

void DiffusePass::write(const ParticleView& particles, const Image& front, const Image& behind) {
    constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const BufferRange &at = particles.diffuse_position, &motion = particles.diffuse_velocity;
    set_.write_buffer(DIFFUSE_POSITION, at.buffer, at.offset, at.bytes);
    set_.write_buffer(DIFFUSE_VELOCITY, motion.buffer, motion.offset, motion.bytes);
    set_.write_image(DIFFUSE_FRONT, front.view(), nearest_.handle(), kRead);
    set_.write_image(DIFFUSE_BEHIND, behind.view(), nearest_.handle(), kRead);
}

void DiffusePass::record(VkCommandBuffer commands, const FrameSet& set, uint32_t count, float strength, float guard,
                         Image& picture) const {
    picture.barrier(commands, kColorTargetKept);
    const Rendering rendering(context_, commands,
                              {.color = &picture, .keep_color = true, .guard = static_cast<int>(guard)});
    const Pipeline& pipeline = pipeline_.choose(kLargestDot);
    pipeline.bind(commands, {set.handle(), set_.handle()});
    pipeline.push(commands, Dots{count, strength});
    context_.vk().vkCmdDraw(commands, pipeline_.vertices(kLargestDot, count), 1, 0, 0);
}

}  // namespace undine
