#include "viewer/gui_pass.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "gpu/commands.h"
#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "gpu/swapchain.h"
#include "render/bindings.glsl"
#include "render/rendering.h"

namespace undine {
namespace {

const Binding kBindings[] = {{ONLY_BINDING, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT}};

constexpr VkIndexType kIndexType = sizeof(ImDrawIdx) == 2 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32;

Pipeline make_pipeline(Context& context, VkDescriptorSetLayout layout, VkFormat target, uint32_t push_bytes) {
    return make_graphics_pipeline(context,
                                  {.vertex = embedded_spirv("render/gui.vert"),
                                   .fragment = embedded_spirv("render/gui.frag"),
                                   .sets = {layout},
                                   .push_bytes = push_bytes,
                                   .constants = {{0, encodes_srgb(target) ? 1u : 0u}},
                                   .color = {{.format = target,
                                              .blend = true,
                                              .source = VK_BLEND_FACTOR_ONE,
                                              .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                                   .vertex_buffers = {{0, sizeof(ImDrawVert), VK_VERTEX_INPUT_RATE_VERTEX}},
                                   .vertex_attributes = {{0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(ImDrawVert, pos)},
                                                         {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(ImDrawVert, uv)},
                                                         {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(ImDrawVert, col)}},
                                   .name = "gui"});
}

// Ensures at least that size; allocates half as much again, so that a growing interface does not do so every frame.
void reserve(Context& context, Buffer& buffer, uint64_t bytes, VkBufferUsageFlags usage, const char* name) {
    if (buffer.size() < bytes) buffer = Buffer(context, bytes + bytes / 2, usage, MemoryKind::host, name);
}

}  // namespace

GuiPass::GuiPass(Context& context, VkFormat target, uint32_t slots)
    : context_(context),
      sampler_(context, VK_FILTER_LINEAR),
      layout_(context, kBindings, "panel"),
      set_(context, layout_),
      pipeline_(make_pipeline(context, layout_.handle(), target, sizeof(Push))),
      buffers_(slots) {}

void GuiPass::upload_fonts(Commands& commands) {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    commands.wait();
    atlas_ = Image(context_, {.width = static_cast<uint32_t>(width),
                              .height = static_cast<uint32_t>(height),
                              .format = VK_FORMAT_R8_UNORM,
                              .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                              .name = "font atlas"});
    Buffer staging(context_, size_t(width) * size_t(height), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host,
                   "font staging");
    std::memcpy(staging.mapped(), pixels, staging.size());
    atlas_.barrier(commands.get(), kCopyTarget);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {atlas_.aspect(), 0, 0, 1};
    copy.imageExtent = {atlas_.width(), atlas_.height(), 1};
    context_.vk().vkCmdCopyBufferToImage(commands.get(), staging.handle(), atlas_.handle(), atlas_.layout(), 1, &copy);
    atlas_.barrier(commands.get(), kReadByFragments);
    commands.submit();
    commands.wait();  // before the staging buffer is destroyed
    set_.write_image(ONLY_BINDING, atlas_.view(), sampler_.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

void GuiPass::upload(const ImDrawData& data, Buffers& to) const {
    reserve(context_, to.vertices, uint64_t(data.TotalVtxCount) * sizeof(ImDrawVert), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
            "gui vertices");
    reserve(context_, to.indices, uint64_t(data.TotalIdxCount) * sizeof(ImDrawIdx), VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
            "gui indices");
    auto* vertices = static_cast<ImDrawVert*>(to.vertices.mapped());
    auto* indices = static_cast<ImDrawIdx*>(to.indices.mapped());
    for (int l = 0; l < data.CmdListsCount; ++l) {
        const ImDrawList& list = *data.CmdLists[l];
        vertices = std::copy(list.VtxBuffer.begin(), list.VtxBuffer.end(), vertices);
        indices = std::copy(list.IdxBuffer.begin(), list.IdxBuffer.end(), indices);
    }
}

void GuiPass::record(VkCommandBuffer commands, const ImDrawData& data, const Image& target, uint32_t slot) {
    if (data.TotalIdxCount == 0) return;
    Buffers& buffers = buffers_[slot];
    upload(data, buffers);
    pipeline_.bind(commands, {set_.handle()});
    pipeline_.push(commands, Push{{2 / data.DisplaySize.x, 2 / data.DisplaySize.y},
                                  {-1 - 2 * data.DisplayPos.x / data.DisplaySize.x,
                                   -1 - 2 * data.DisplayPos.y / data.DisplaySize.y}});
    const VkBuffer vertices = buffers.vertices.handle();
    const VkDeviceSize start = 0;
    context_.vk().vkCmdBindVertexBuffers(commands, 0, 1, &vertices, &start);
    context_.vk().vkCmdBindIndexBuffer(commands, buffers.indices.handle(), 0, kIndexType);
    uint32_t first_vertex = 0, first_index = 0;
    for (int l = 0; l < data.CmdListsCount; ++l) {
        const ImDrawList& list = *data.CmdLists[l];
        record_list(commands, data, list, first_vertex, first_index, target);
        first_vertex += static_cast<uint32_t>(list.VtxBuffer.Size);
        first_index += static_cast<uint32_t>(list.IdxBuffer.Size);
    }
}

void GuiPass::record_list(VkCommandBuffer commands, const ImDrawData& data, const ImDrawList& list,
                          uint32_t first_vertex, uint32_t first_index, const Image& target) const {
    // The window may just have been resized: what counts is the image's size, not the one ImGui was told.
    const float scale_x = static_cast<float>(target.width()) / data.DisplaySize.x;
    const float scale_y = static_cast<float>(target.height()) / data.DisplaySize.y;
    auto clamped = [](float at, uint32_t limit) {
        return static_cast<int32_t>(std::clamp(at, 0.0f, static_cast<float>(limit)));
    };
    for (const ImDrawCmd& draw : list.CmdBuffer) {
        const int32_t left = clamped((draw.ClipRect.x - data.DisplayPos.x) * scale_x, target.width());
        const int32_t top = clamped((draw.ClipRect.y - data.DisplayPos.y) * scale_y, target.height());
        const int32_t right = clamped((draw.ClipRect.z - data.DisplayPos.x) * scale_x, target.width());
        const int32_t bottom = clamped((draw.ClipRect.w - data.DisplayPos.y) * scale_y, target.height());
        if (right <= left || bottom <= top) continue;
        const VkRect2D scissor{{left, top}, {uint32_t(right - left), uint32_t(bottom - top)}};
        context_.vk().vkCmdSetScissor(commands, 0, 1, &scissor);
        context_.vk().vkCmdDrawIndexed(commands, draw.ElemCount, 1, first_index + draw.IdxOffset,
                                       static_cast<int32_t>(first_vertex + draw.VtxOffset), 0);
    }
}

}  // namespace undine
