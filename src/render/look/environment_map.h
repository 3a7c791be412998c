// An environment's sky on the device: RGBA16F, the octahedral map of sky_coordinates().
#pragma once
#include "gpu/buffer.h"
#include "gpu/image.h"
#include "render/look/environment.h"

namespace undine {

class EnvironmentMap {
  public:
    EnvironmentMap(Context& context, const Environment& environment);

    // Records the upload at the first call and leaves the map readable by fragment shaders.
    void prepare(VkCommandBuffer commands);

    const Image& map() const { return map_; }

  private:
    Context& context_;
    Image map_;
    Buffer staging_;  // kept: only a few megabytes
    bool uploaded_ = false;
};

}  // namespace undine
