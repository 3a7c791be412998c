// The sky on the device: RGBA16F, the octahedral map of sky_coordinates().
#pragma once
#include <map>

#include "gpu/buffer.h"
#include "gpu/image.h"
#include "render/look/environment.h"

namespace undine {

class EnvironmentMap {
  public:
    // For environments with `size` texels along an edge.
    EnvironmentMap(Context& context, uint32_t size);

    // Records the upload of an environment that was not the last one, and leaves the map readable by fragment shaders.
    // The environment must have the map's size and outlive it. Throws Error(out_of_memory).
    void prepare(VkCommandBuffer commands, const Environment& environment);

    const Image& map() const { return map_; }

  private:
    Context& context_;
    Image map_;
    std::map<const Environment*, Buffer> staging_;  // kept, because a frame may be reading one: a few megabytes each
    const Environment* uploaded_ = nullptr;
};

}  // namespace undine
