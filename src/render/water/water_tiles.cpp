#include "render/water/water_tiles.h"

#include <utility>

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/bindings.glsl"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr uint32_t kWidth = 64, kHeight = 32, kParts = 16;  // samples; workgroups per tile in a dispatch
constexpr uint32_t kListGroup = 64;                         // shaders/render/list_tiles.comp

// The words of the buffer in water_tiles.glsl that precede those of the tiles.
struct Header {
    VkDispatchIndirectCommand groups;
    uint32_t unused;
    VkDrawIndirectCommand wet, dry;
};
static_assert(sizeof(Header) == 48);

const Binding kBindings[] = {{FILTER_FROM, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_SHADER_STAGE_COMPUTE_BIT},
                             {WATER_TILES, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_COMPUTE_BIT}};

constexpr uint32_t over(uint32_t size, uint32_t part) { return (size + part - 1) / part; }

Buffer make_buffer(Context& context, const Image& front) {
    const uint64_t tiles = uint64_t(over(front.width(), kWidth)) * over(front.height(), kHeight);
    return Buffer(
        context, sizeof(Header) + 3 * tiles * sizeof(uint32_t),
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        MemoryKind::device, "water tiles");
}

Pipeline make_program(Context& context, const FrameSet& set, const DescriptorLayout& layout, const char* program) {
    return make_compute_pipeline(
        context, {.spirv = embedded_spirv(program), .sets = {set.layout(), layout.handle()}, .name = "water tiles"});
}

Pipeline make_variant(Context& context, GraphicsPipelineInfo info, bool wet) {
    info.vertex = embedded_spirv("render/tile.vert");
    info.constants.push_back({3, wet ? 1u : 0u});
    return make_graphics_pipeline(context, info);
}

constexpr VkPipelineStageFlags2 kReaders =
    VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
    VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;

}  // namespace

WaterTiles::WaterTiles(Context& context, const FrameSet& set, const Image& front)
    : context_(context),
      buffer_(make_buffer(context, front)),
      layout_(context, kBindings, "water tiles"),
      set_(context, layout_),
      mark_(make_program(context, set, layout_, "render/mark_tiles.comp")),
      list_(make_program(context, set, layout_, "render/list_tiles.comp")) {
    write_set(front);
}

void WaterTiles::resize(const Image& front) {
    buffer_ = make_buffer(context_, front);
    write_set(front);
}

void WaterTiles::write_set(const Image& front) {
    set_.write_image(FILTER_FROM, front.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    set_.write_buffer(WATER_TILES, buffer_.handle(), 0, buffer_.size());
}

void WaterTiles::record(VkCommandBuffer commands, const FrameSet& set, const RenderArgs& args, Image& front) {
    const VolkDeviceTable& vk = context_.vk();
    auto barrier = [&](VkPipelineStageFlags2 from, VkAccessFlags2 written, VkPipelineStageFlags2 to,
                       VkAccessFlags2 access) {
        VkMemoryBarrier2 memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, from, written, to, access};
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.memoryBarrierCount = 1;
        dependency.pMemoryBarriers = &memory;
        vk.vkCmdPipelineBarrier2(commands, &dependency);
    };
    constexpr VkAccessFlags2 kRead = VK_ACCESS_2_SHADER_STORAGE_READ_BIT, kWrite = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    const uint32_t columns = over(args.front_width, kWidth), rows = over(args.front_height, kHeight);
    const Header header{{kParts, 0, 0}, 0, {0, 1, 0, 0}, {0, 1, 0, 0}};
    barrier(kReaders, 0, VK_PIPELINE_STAGE_2_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    vk.vkCmdUpdateBuffer(commands, buffer_.handle(), 0, sizeof header, &header);
    vk.vkCmdFillBuffer(commands, buffer_.handle(), sizeof header, columns * rows * sizeof(uint32_t), 0);
    barrier(VK_PIPELINE_STAGE_2_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
            kRead | kWrite);
    front.barrier(commands, kReadByCompute);
    mark_.bind(commands, {set.handle(), set_.handle()});
    vk.vkCmdDispatch(commands, columns, rows, 1);
    barrier(VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, kWrite, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, kRead | kWrite);
    list_.bind(commands, {set.handle(), set_.handle()});
    vk.vkCmdDispatch(commands, over(columns * rows, kListGroup), 1, 1);
    barrier(VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, kWrite, kReaders, kRead | VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
}

void WaterTiles::dispatch(VkCommandBuffer commands) const {
    context_.vk().vkCmdDispatchIndirect(commands, buffer_.handle(), offsetof(Header, groups));
}

void WaterTiles::draw(VkCommandBuffer commands, bool wet) const {
    context_.vk().vkCmdDrawIndirect(commands, buffer_.handle(), wet ? offsetof(Header, wet) : offsetof(Header, dry), 1,
                                    0);
}

TilePipelines::TilePipelines(Context& context, GraphicsPipelineInfo info)
    : wet_(make_variant(context, info, true)), dry_(make_variant(context, std::move(info), false)) {}

void TilePipelines::draw(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets,
                         const WaterTiles& tiles) const {
    wet_.bind(commands, sets);
    tiles.draw(commands, true);
    dry_.bind(commands, sets);
    tiles.draw(commands, false);
}

}  // namespace undine
