#include "render/water/diffuse_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "gpu/memory_barrier.h"
#include "render/bindings.glsl"
#include "render/particles/light_view.h"
#include "render/rendering.h"

namespace undine {

// diffuse.comp
struct DiffusePass::Target {
    uint32_t width, height;
    float strength, life;
    uint32_t count, shown, every;
};

namespace {

// Coarse, and of so many dots one for all: the shadow is too soft for single ones to be seen.
constexpr uint32_t kShadowSize = kWaterLightSize / 2, kShadowEvery = 4;
constexpr uint32_t kTile = 16;   // pixels; with the size above: diffuse_sums.glsl
constexpr uint32_t kGroup = 64;  // diffuse.comp

constexpr VkShaderStageFlags kCompute = VK_SHADER_STAGE_COMPUTE_BIT, kFragment = VK_SHADER_STAGE_FRAGMENT_BIT;

const Binding kShadowBindings[] = {
    {DIFFUSE_POSITION, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute},
    {DIFFUSE_VELOCITY, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute},
    {DIFFUSE_SHADOW, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute},
};

const Binding kBindings[] = {
    {DIFFUSE_POSITION, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute},
    {DIFFUSE_VELOCITY, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute},
    {DIFFUSE_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kCompute},
    {DIFFUSE_BEHIND, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kCompute},
    {DIFFUSE_LAYER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute | kFragment},
    {DIFFUSE_TILES, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCompute | VK_SHADER_STAGE_VERTEX_BIT},
};

constexpr MemoryUse kAdded{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                           VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
constexpr VkPipelineStageFlags2 kDrawing =
    VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
constexpr MemoryUse kDrawn{kDrawing, VK_ACCESS_2_SHADER_STORAGE_READ_BIT};

constexpr uint32_t over(uint32_t size, uint32_t part) { return (size + part - 1) / part; }

uint32_t tiles_of(uint32_t width, uint32_t height) { return over(width, kTile) * over(height, kTile); }

Buffer make_sums(Context& context, uint64_t bytes, const char* name) {
    return Buffer(context, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                  MemoryKind::device, name);
}

Pipeline make_dots(Context& context, const FrameSet& set, const DescriptorLayout& layout, uint32_t push_bytes,
                   const char* program, const char* name) {
    return make_compute_pipeline(context, {.spirv = embedded_spirv(program),
                                           .sets = {set.layout(), layout.handle()},
                                           .push_bytes = push_bytes,
                                           .constants = set.constants(),
                                           .name = name});
}

}  // namespace

DiffusePass::DiffusePass(Context& context, const FrameSet& set, const RenderSettings& s, VkFormat picture,
                         uint32_t count, float life)
    : context_(context),
      count_(count),
      life_(life),
      nearest_(context, VK_FILTER_NEAREST),
      layout_(context, kBindings, "diffuse"),
      shadow_layout_(context, kShadowBindings, "diffuse shadow"),
      set_(context, layout_),
      shadow_set_(context, shadow_layout_),
      shadow_(make_sums(context, kShadowSize * kShadowSize * sizeof(uint32_t), "diffuse shadow")),
      dots_(make_dots(context, set, layout_, sizeof(Target), "render/diffuse.comp", "diffuse")),
      shadow_dots_(
          make_dots(context, set, shadow_layout_, sizeof(Target), "render/diffuse_shadow.comp", "diffuse shadow")),
      lay_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/diffuse_layer.vert"),
                                            .fragment = embedded_spirv("render/diffuse_layer.frag"),
                                            .sets = {set.layout(), layout_.handle()},
                                            .constants = set.constants(),
                                            .color = {{.format = picture,
                                                       .blend = true,
                                                       .source = VK_BLEND_FACTOR_ONE,
                                                       .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                                            .name = "diffuse layer"})) {
    resize(s.width, s.height);
}

void DiffusePass::resize(uint32_t width, uint32_t height) {
    layer_ = make_sums(context_, uint64_t{width} * height * kLayerBytes, "diffuse layer");
    tiles_ = make_sums(context_, tiles_of(width, height) * sizeof(uint32_t), "diffuse tiles");
    width_ = width;
    height_ = height;
}

void DiffusePass::write(const ParticleView& particles, const Image& front, const Image& behind) {
    constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const BufferRange &at = particles.diffuse_position, &motion = particles.diffuse_velocity;
    for (DescriptorSet* set : {&set_, &shadow_set_}) {
        set->write_buffer(DIFFUSE_POSITION, at.buffer, at.offset, at.bytes);
        set->write_buffer(DIFFUSE_VELOCITY, motion.buffer, motion.offset, motion.bytes);
    }
    set_.write_image(DIFFUSE_FRONT, front.view(), nearest_.handle(), kRead);
    set_.write_image(DIFFUSE_BEHIND, behind.view(), nearest_.handle(), kRead);
    set_.write_buffer(DIFFUSE_LAYER, layer_.handle(), 0, layer_.size());
    shadow_set_.write_buffer(DIFFUSE_SHADOW, shadow_.handle(), 0, shadow_.size());
    set_.write_buffer(DIFFUSE_TILES, tiles_.handle(), 0, tiles_.size());
}

void DiffusePass::add_dots(VkCommandBuffer commands, const FrameSet& set, const DescriptorSet& own,
                           const Pipeline& pipeline, const Target& target) const {
    memory_barrier(context_, commands, kTransferred, kAdded);
    pipeline.bind(commands, {set.handle(), own.handle()});
    pipeline.push(commands, target);
    context_.vk().vkCmdDispatch(commands, over(over(count_, target.every), kGroup), 1, 1);
    memory_barrier(context_, commands, kAdded, kDrawn);
}

void DiffusePass::record_shadow(VkCommandBuffer commands, const FrameSet& set, float strength) {
    memory_barrier(context_, commands, {kDrawing}, kTransferred);  // after the previous picture's reads
    context_.vk().vkCmdFillBuffer(commands, shadow_.handle(), 0, VK_WHOLE_SIZE, 0);
    add_dots(commands, set, shadow_set_, shadow_dots_,
             {kShadowSize, kShadowSize, strength, life_, count_, static_cast<uint32_t>(View::picture), kShadowEvery});
}

void DiffusePass::record(VkCommandBuffer commands, const FrameSet& set, float strength, View view, Image& picture) {
    memory_barrier(context_, commands, {kDrawing}, kTransferred);
    context_.vk().vkCmdFillBuffer(commands, layer_.handle(), 0, VK_WHOLE_SIZE, 0);
    context_.vk().vkCmdFillBuffer(commands, tiles_.handle(), 0, VK_WHOLE_SIZE, 0);
    add_dots(commands, set, set_, dots_, {width_, height_, strength, life_, count_, static_cast<uint32_t>(view), 1});
    picture.barrier(commands, kColorTargetKept);
    const Rendering rendering(context_, commands, {.color = &picture, .keep_color = true});
    lay_.bind(commands, {set.handle(), set_.handle()});
    context_.vk().vkCmdDraw(commands, 6 * tiles_of(width_, height_), 1, 0, 0);
}

}  // namespace undine
