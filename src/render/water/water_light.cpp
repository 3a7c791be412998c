#include "render/water/water_light.h"

#include "gpu/context.h"
#include "render/bindings.glsl"
#include "render/particles/light_view.h"

namespace undine {
namespace {

const Binding kBindings[] = {
    {LIGHT_FROM, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {LIGHT_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {LIGHT_FOAM, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_FRAGMENT_BIT},
};

ImagePassInfo on_map(const FrameSet& set, const DescriptorLayout& layout, const char* program, const char* name,
                     VkFormat format, bool second = false, bool foam = false) {
    return {.program = program,
            .name = name,
            .format = format,
            .width = kWaterLightSize,
            .height = kWaterLightSize,
            .sets = {set.layout(), layout.handle()},
            .constants = {{1, kWaterLightSize}, {2, second}, {3, foam}}};
}

}  // namespace

// The front as half floats would have steps of a millimetre, which is a slope of a tenth from texel to texel.
WaterLight::WaterLight(Context& context, const FrameSet& set, const Image& sun_thickness, const Buffer* foam)
    : nearest_(context, VK_FILTER_NEAREST),  // devices need not filter 32-bit floats linearly
      linear_(context, VK_FILTER_LINEAR),
      no_foam_(context, sizeof(uint32_t), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::device, "no foam"),
      layout_(context, kBindings, "sun in water"),
      blur_(context, on_map(set, layout_, "render/sun_blur.frag", "sun blur", VK_FORMAT_R32G32_SFLOAT)),
      front_(context, on_map(set, layout_, "render/sun_blur.frag", "sun front", VK_FORMAT_R32G32_SFLOAT, true)),
      bend_(context, on_map(set, layout_, "render/sun_bend.frag", "sun bend", VK_FORMAT_R16G16_SFLOAT)),
      light_(context, on_map(set, layout_, "render/water_light.frag", "water light", VK_FORMAT_R16G16B16A16_SFLOAT,
                             false, foam != nullptr)) {
    const Image* const from[] = {&sun_thickness, &blur_.image(), &front_.image(), &bend_.image()};
    for (size_t k = 0; k < sets_.size(); ++k) {
        sets_[k] = DescriptorSet(context, layout_);
        constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        sets_[k].write_image(LIGHT_FROM, from[k]->view(), (k == 1 || k == 2 ? nearest_ : linear_).handle(), kRead);
        sets_[k].write_image(LIGHT_FRONT, front_.image().view(), nearest_.handle(), kRead);
        const Buffer& sums = foam ? *foam : no_foam_;
        sets_[k].write_buffer(LIGHT_FOAM, sums.handle(), 0, sums.size());
    }
}

void WaterLight::record(VkCommandBuffer commands, const FrameSet& set) {
    ImagePass* const passes[] = {&blur_, &front_, &bend_, &light_};
    for (size_t k = 0; k < sets_.size(); ++k) passes[k]->record(commands, {set.handle(), sets_[k].handle()});
}

}  // namespace undine
