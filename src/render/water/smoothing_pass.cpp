#include "render/water/smoothing_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/bindings.glsl"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr uint32_t kGroupWidth = 16, kGroupHeight = 8;  // enlarge_front.comp's; every device has 128 invocations

const Binding kBindings[] = {{FILTER_FROM, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_SHADER_STAGE_COMPUTE_BIT},
                             {FILTER_TO, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_SHADER_STAGE_COMPUTE_BIT},
                             {WATER_TILES, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_COMPUTE_BIT}};

struct Step {
    int32_t x, y;
    float reach;   // particle radii; 0: as many samples as taps
    int32_t most;  // taps on either side, at most
};

// Horizontally, then vertically, three times, each finer than the one before. If the camera is near, taps are spaced
// out and leave a comb, which the next sweeps close; so a near camera costs no more.
struct Sweep {
    float reach;   // share of Look::filter_reach
    int32_t most;  // taps on either side, at most, with one sample per pixel
};
constexpr Sweep kSweeps[] = {{1, 10}, {0.4f, 8}, {0, 4}};

struct Enlargement {
    int32_t x, y, width, height;
};

constexpr int kFlowSteps = 60;  // fewer leave bumps
constexpr float kFlowRate = 0.9f;

// Keeps the contents, because outside the wet tiles they are not written and must remain 0, no water.
constexpr ImageUse kWrittenByCompute{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                     VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, false};
constexpr ImageUse kCleared{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_2_CLEAR_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                            true};

Image make_between(Context& context, const Image& front) {
    return Image(context, {.width = front.width(),
                           .height = front.height(),
                           .format = VK_FORMAT_R32_SFLOAT,
                           .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                           .name = "water front, half smoothed"});
}

Pipeline make_filter(Context& context, const FrameSet& set, const DescriptorLayout& layout, const char* program,
                     uint32_t push_bytes, uint32_t filter) {
    return make_compute_pipeline(context, {.spirv = embedded_spirv(program),
                                           .sets = {set.layout(), layout.handle()},
                                           .push_bytes = push_bytes,
                                           .constants = {{1, filter}},
                                           .name = "smoothing"});
}

}  // namespace

SmoothingPass::SmoothingPass(Context& context, const FrameSet& set, const Image& front, const WaterTiles& tiles,
                             uint32_t supersample)
    : context_(context),
      supersample_(static_cast<int32_t>(supersample)),
      between_(make_between(context, front)),
      layout_(context, kBindings, "smoothing"),
      into_between_(context, layout_),
      into_front_(context, layout_),
      narrow_range_(make_filter(context, set, layout_, "render/smooth_front.comp", sizeof(Step), 0)),
      bilateral_(make_filter(context, set, layout_, "render/smooth_front.comp", sizeof(Step), 1)),
      curvature_flow_(make_filter(context, set, layout_, "render/curvature_flow.comp", sizeof(float), 0)),
      enlarge_(make_filter(context, set, layout_, "render/enlarge_front.comp", sizeof(Enlargement), 0)) {
    write_sets(front, tiles);
}

void SmoothingPass::resize(const Image& front, const WaterTiles& tiles) {
    between_ = make_between(context_, front);
    write_sets(front, tiles);
}

void SmoothingPass::write_sets(const Image& front, const WaterTiles& tiles) {
    into_between_.write_image(FILTER_FROM, front.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    into_between_.write_image(FILTER_TO, between_.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    into_front_.write_image(FILTER_FROM, between_.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    into_front_.write_image(FILTER_TO, front.view(), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL);
    for (DescriptorSet* set : {&into_between_, &into_front_})
        set->write_buffer(WATER_TILES, tiles.buffer().handle(), 0, tiles.buffer().size());
}

void SmoothingPass::clear(VkCommandBuffer commands, Image& image) const {
    constexpr VkClearColorValue kNoWater{};
    constexpr VkImageSubresourceRange kAll{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    image.barrier(commands, kCleared);
    context_.vk().vkCmdClearColorImage(commands, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &kNoWater, 1, &kAll);
}

void SmoothingPass::record(VkCommandBuffer commands, const FrameSet& set, const RenderArgs& args, Image& front,
                           const WaterTiles& tiles, const Look& look) {
    bool to_between = true;
    auto run = [&](const Pipeline& pipeline, const auto& step, auto dispatch) {
        Image &from = to_between ? front : between_, &to = to_between ? between_ : front;
        from.barrier(commands, kReadByCompute);
        to.barrier(commands, kWrittenByCompute);
        pipeline.bind(commands, {set.handle(), (to_between ? into_between_ : into_front_).handle()});
        pipeline.push(commands, step);
        dispatch();
        to_between = !to_between;
    };
    auto filter = [&](const Pipeline& pipeline, const auto& step) {
        run(pipeline, step, [&] { tiles.dispatch(commands); });
    };
    auto enlarge = [&](int32_t x, int32_t y, uint32_t width, uint32_t height) {
        run(enlarge_, Enlargement{x, y, static_cast<int32_t>(width), static_cast<int32_t>(height)}, [&] {
            context_.vk().vkCmdDispatch(commands, (width + kGroupWidth - 1) / kGroupWidth,
                                        (height + kGroupHeight - 1) / kGroupHeight, 1);
        });
    };
    auto sweep = [&](const Pipeline& pipeline) {
        for (const Sweep& s : kSweeps) {
            filter(pipeline, Step{1, 0, s.reach * look.filter_reach, s.most * supersample_});
            filter(pipeline, Step{0, 1, s.reach * look.filter_reach, s.most * supersample_});
        }
    };
    clear(commands, between_);
    switch (look.filter) {
        case SurfaceFilter::narrow_range: sweep(narrow_range_); break;
        case SurfaceFilter::bilateral: sweep(bilateral_); break;
        case SurfaceFilter::curvature_flow:
            static_assert(kFlowSteps % 2 == 0, "the last step must write to the front");
            for (int k = 0; k < kFlowSteps; ++k) filter(curvature_flow_, kFlowRate);
            break;
        case SurfaceFilter::none: break;
    }
    if (args.front_divisor > 1) {
        enlarge(1, 0, front.width(), args.front_height);
        enlarge(0, 1, front.width(), front.height());
    }
    front.barrier(commands, kReadByFragments);
}

}  // namespace undine
