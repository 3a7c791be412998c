// Descriptor set 1: the resources that the passes of water share, in addition to those of every frame (FrameSet).
#pragma once
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/sampler.h"
#include "render/source/particle_view.h"

namespace undine {

class WaterSet {
  public:
    struct Images {
        const Image& front;          // R32F: smoothed view distance of the water, m
        const Image& thickness;      // RG16F: water along the view, m; foam, optical depth
        const Image& behind;         // RGBA16F: the scene without water, linear
        const Image& sun_thickness;  // RG16F: water along the sun's rays, m; that times its depth, ± 0.5
        const Image& composed;       // the picture before its edges are smoothed
        const Image&
            water_light;  // RGBA16F: share of the sun's light behind the water, on the sun's map; a: the water's depth
        const Image& sun_front;  // RG32F: water along the sun's rays, m; the depth where it begins, 0 … 1: filtered
        const Buffer& tiles;     // WaterTiles
    };

    explicit WaterSet(Context& context);

    // Must be called before the first frame and whenever the images have been recreated, with no frame in flight.
    void write(const ParticleView& particles, const Images& images);

    VkDescriptorSetLayout layout() const { return layout_.handle(); }
    VkDescriptorSet handle() const { return set_.handle(); }

  private:
    Sampler nearest_, linear_;
    DescriptorLayout layout_;
    DescriptorSet set_;
};

}  // namespace undine
