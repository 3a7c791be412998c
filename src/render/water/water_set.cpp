#include "render/water/water_set.h"

#include "gpu/context.h"
#include "render/bindings.glsl"

namespace undine {
namespace {

const Binding kBindings[] = {
    {WATER_ELLIPSOID, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_THICKNESS, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_BEHIND, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_SUN_THICKNESS, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_COMPOSED, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_ID, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
    {WATER_LIGHT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_SUN_FRONT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {WATER_TILES, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT},
};

}  // namespace

WaterSet::WaterSet(Context& context)
    : nearest_(context, VK_FILTER_NEAREST),
      linear_(context, VK_FILTER_LINEAR),
      layout_(context, kBindings, "water"),
      set_(context, layout_) {}

void WaterSet::write(const ParticleView& particles, const Images& images) {
    constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    set_.write_buffer(WATER_ELLIPSOID, particles.ellipsoid.buffer, particles.ellipsoid.offset,
                      particles.ellipsoid.bytes);
    set_.write_image(WATER_FRONT, images.front.view(), nearest_.handle(),
                     kRead);  // devices need not filter R32F linearly
    set_.write_image(WATER_THICKNESS, images.thickness.view(), linear_.handle(), kRead);
    set_.write_image(WATER_BEHIND, images.behind.view(), linear_.handle(), kRead);
    set_.write_image(WATER_SUN_THICKNESS, images.sun_thickness.view(), linear_.handle(), kRead);
    set_.write_buffer(WATER_ID, particles.value.buffer, particles.value.offset, particles.value.bytes);
    set_.write_image(WATER_COMPOSED, images.composed.view(), linear_.handle(), kRead);
    set_.write_image(WATER_LIGHT, images.water_light.view(), linear_.handle(), kRead);
    set_.write_image(WATER_SUN_FRONT, images.sun_front.view(), nearest_.handle(), kRead);
    set_.write_buffer(WATER_TILES, images.tiles.handle(), 0, images.tiles.size());
}

}  // namespace undine
