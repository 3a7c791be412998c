#include "render/smoothing_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr uint32_t kGroup = 8;  // shaders/render/smooth_depth.comp

const Binding kBindings[] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_SHADER_STAGE_COMPUTE_BIT},
                             {1, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_SHADER_STAGE_COMPUTE_BIT}};

struct Step {
    int32_t x, y;
    float reach;   // particle radii
    int32_t most;  // taps a side
};

// Each there and back. The first flattens the bumps of particles, the second what the first leaves of its own pattern.
constexpr Step kSteps[] = {{1, 0, 5, 12}, {0, 1, 5, 12}, {1, 0, 3, 8}, {0, 1, 3, 8}};

constexpr ImageUse kReadByCompute{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                  VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false};
constexpr ImageUse kWrittenByCompute{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                     VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, true};

Image make_between(Context& context, const Image& front) {
    return Image(context, {.width = front.width(),
                           .height = front.height(),
                           .format = VK_FORMAT_R32_SFLOAT,
                           .usage = VK_IMAGE_USAGE_STORAGE_BIT,
                           .name = "water front, half smoothed"});
}

}  // namespace

SmoothingPass::SmoothingPass(Context& context, const FrameSet& set, const Image& front)
    : context_(context),
      between_(make_between(context, front)),
      layout_(context, kBindings),
      there_(context, layout_),
      back_(context, layout_),
      pipeline_(make_compute_pipeline(context, {.spirv = embedded_spirv("render/smooth_depth.comp"),
                                                .sets = {set.layout(), layout_.handle()},
                                                .push_bytes = sizeof(Step),
                                                .name = "smoothing"})) {
    write_sets(front);
}

void SmoothingPass::resize(const Image& front) {
    between_ = make_between(context_, front);
    write_sets(front);
}

void SmoothingPass::write_sets(const Image& front) {
    there_.write_image(0, front.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    there_.write_image(1, between_.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    back_.write_image(0, between_.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    back_.write_image(1, front.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
}

void SmoothingPass::record(VkCommandBuffer commands, const FrameSet& set, Image& front) {
    static_assert(std::size(kSteps) % 2 == 0, "the last one leads back to the front");
    for (const Step& step : kSteps) {
        const bool there = step.x != 0;
        Image &from = there ? front : between_, &to = there ? between_ : front;
        from.barrier(commands, kReadByCompute);
        to.barrier(commands, kWrittenByCompute);
        pipeline_.bind(commands, {set.handle(), (there ? there_ : back_).handle()});
        pipeline_.push(commands, step);
        context_.vk().vkCmdDispatch(commands, (front.width() + kGroup - 1) / kGroup,
                                    (front.height() + kGroup - 1) / kGroup, 1);
    }
    front.barrier(commands, kReadByFragments);
}

}  // namespace undine
