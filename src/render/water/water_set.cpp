#include "render/water/water_set.h"

#include "gpu/context.h"

namespace undine {
namespace {

const Binding kBindings[] = {
    {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT},  // ellipsoids
    {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},                       // front
    {2, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},                       // thickness
    {3, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},                       // behind
    {4, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},                       // sun thickness
    {5, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},                       // composed
    {6, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},                                 // ids
    {7, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},                       // water light
    {8, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT},  // tiles
};

}  // namespace

WaterSet::WaterSet(Context& context)
    : nearest_(context, VK_FILTER_NEAREST),
      linear_(context, VK_FILTER_LINEAR),
      layout_(context, kBindings),
      set_(context, layout_) {}

void WaterSet::write(const ParticleView& particles, const Images& images) {
    constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    set_.write_buffer(0, particles.ellipsoid.buffer, particles.ellipsoid.offset, particles.ellipsoid.bytes);
    set_.write_image(1, images.front.view(), nearest_.handle(), kRead);  // R32F need not be filtered by every device
    set_.write_image(2, images.thickness.view(), linear_.handle(), kRead);
    set_.write_image(3, images.behind.view(), linear_.handle(), kRead);
    set_.write_image(4, images.sun_thickness.view(), linear_.handle(), kRead);
    set_.write_buffer(6, particles.value.buffer, particles.value.offset, particles.value.bytes);
    set_.write_image(5, images.composed.view(), linear_.handle(), kRead);
    set_.write_image(7, images.water_light.view(), linear_.handle(), kRead);
    set_.write_buffer(8, images.tiles.handle(), 0, images.tiles.size());
}

}  // namespace undine
