#include "render/particles/legend_pass.h"

#include <algorithm>

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "gpu/memory_barrier.h"
#include "render/bindings.glsl"

namespace undine {
namespace {

constexpr uint64_t kMostOfAnUpdate = 65536;  // bytes: the limit of vkCmdUpdateBuffer

const Binding kBindings[] = {{ONLY_BINDING, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_FRAGMENT_BIT}};

struct Place {
    uint32_t left, top, width;
};

}  // namespace

LegendPass::LegendPass(Context& context, VkFormat picture, Coloring coloring, uint32_t width, uint32_t height)
    : context_(context),
      coloring_(coloring),
      layout_(context, kBindings, "legend"),
      set_(context, layout_),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/legend.frag"),
                                                 .sets = {layout_.handle()},
                                                 .push_bytes = sizeof(Place),
                                                 .color = {{.format = picture,
                                                            .blend = true,
                                                            .source = VK_BLEND_FACTOR_ONE,
                                                            .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                                                 .name = "legend"})) {
    resize(width, height);
}

void LegendPass::resize(uint32_t width, uint32_t height) {
    width_ = width;
    height_ = height;
    legend_ = {};
    pixels_ =
        Buffer(context_, most_legend_bytes(height),
               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::device, "legend");
    set_.write_buffer(ONLY_BINDING, pixels_.handle(), 0, pixels_.size());
}

void LegendPass::update(VkCommandBuffer commands, const ValueRange& range) {
    if (!legend_.pixels.empty() && range == range_) return;
    range_ = range;
    legend_ = make_legend(coloring_, range, height_);
    fits_ = legend_.width + 2 * legend_.margin <= width_ && legend_.height + 2 * legend_.margin <= height_;
    if (!fits_) return;
    // Reads by earlier pictures are over.
    memory_barrier(context_, commands, {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT}, kTransferred);
    const uint64_t bytes = legend_.pixel_bytes();
    for (uint64_t at = 0; at < bytes; at += kMostOfAnUpdate)
        context_.vk().vkCmdUpdateBuffer(commands, pixels_.handle(), at, std::min(kMostOfAnUpdate, bytes - at),
                                        reinterpret_cast<const std::byte*>(legend_.pixels.data()) + at);
    memory_barrier(context_, commands, kTransferred,
                   {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT});
}

void LegendPass::record(VkCommandBuffer commands, uint32_t covered) const {
    if (!fits_) return;
    const uint32_t left = std::min(covered, width_ - legend_.width - 2 * legend_.margin) + legend_.margin;
    const VkRect2D place{{static_cast<int32_t>(left), static_cast<int32_t>(legend_.margin)},
                         {legend_.width, legend_.height}};
    context_.vk().vkCmdSetScissor(commands, 0, 1, &place);
    pipeline_.bind(commands, {set_.handle()});
    pipeline_.push(commands, Place{left, legend_.margin, legend_.width});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
