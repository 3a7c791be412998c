// An environment's sky on the device: RGBA16F, the octahedral map of sky_coordinates().
#pragma once
#include "gpu/buffer.h"
#include "gpu/image.h"
#include "render/look/environment.h"

namespace undine {

class EnvironmentMap {
  public:
    EnvironmentMap(Context& context, const Environment& environment);

    // Records the copy to the device, where it is not there yet; the map is then read by fragment shaders.
    void prepare(VkCommandBuffer commands);

    const Image& map() const { return map_; }

  private:
    Context& context_;
    Image map_;
    Buffer staging_;  // stays: a few megabytes
    bool uploaded_ = false;
};

}  // namespace undine
