#include "render/solids/boundary_view.h"

#include <algorithm>
#include <glm/vec4.hpp>

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/bindings.glsl"
#include "render/rendering.h"

namespace undine {
namespace {

const Binding kBindings[] = {{BOUNDARY_POSITION, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
                             {BOUNDARY_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT}};

}  // namespace

BoundaryView::BoundaryView(Context& context, const FrameSet& set, VkFormat picture, uint32_t width, uint32_t height,
                           const Surroundings& s)
    : context_(context),
      count_(static_cast<uint32_t>(s.boundary.size())),
      positions_(context, padded(s.boundary), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, "shown boundary particles"),
      nearest_(context, VK_FILTER_NEAREST),
      layout_(context, kBindings, "boundary view"),
      set_(context, layout_),
      front_(context, {.vertex = "render/boundary.vert",
                       .fragment = "render/obstacles.frag",
                       .name = "boundary particles",
                       .format = VK_FORMAT_R16G16B16A16_SFLOAT,
                       .width = width,
                       .height = height,
                       .sets = {set.layout(), layout_.handle()}}),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/show_boundary.frag"),
                                                 .sets = {set.layout(), layout_.handle()},
                                                 .color = {{picture}},
                                                 .name = "show boundary particles"})) {
    write_set();
}

void BoundaryView::write_set() {
    set_.write_buffer(BOUNDARY_POSITION, positions_.handle(), 0, positions_.size());
    set_.write_image(BOUNDARY_FRONT, front_.front().view(), nearest_.handle(),
                     VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

void BoundaryView::resize(uint32_t width, uint32_t height) {
    front_.resize(width, height);
    write_set();
}

void BoundaryView::record(VkCommandBuffer commands, const FrameSet& set, float largest, int guard, Image& picture) {
    positions_.upload(commands);
    front_.record(commands, {set.handle(), set_.handle()}, {.range = {0, count_}, .largest = largest, .guard = guard});
    picture.barrier(commands, kColorTarget);
    const Rendering rendering(context_, commands, {.color = &picture});
    pipeline_.bind(commands, {set.handle(), set_.handle()});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
