// Shows the signed distance to the nearest solid, as the particles' passes find it (shaders/sim/solid.glsl), on an
// upright plane through the middle of the tank.
#pragma once
#include "gpu/buffer.h"
#include "gpu/fixed_buffer.h"
#include "render/frame_set.h"

namespace undine {

class DistanceView {
  public:
    DistanceView(Context& context, const FrameSet& set, VkFormat picture, const Surroundings& surroundings);

    // solids: the states of Surroundings::bodies; empty: as at the start.
    void record(VkCommandBuffer commands, const FrameSet& set, const Camera& camera,
                const std::vector<SolidState>& solids, Image& picture);

  private:
    void update(VkCommandBuffer commands, const std::vector<SolidState>& solids);

    Context& context_;
    std::vector<glm::vec4> planes_;  // the tank's too
    std::vector<Solid> bodies_;
    glm::vec3 middle_;
    bool flat_;
    float support_radius_, spacing_;
    FixedBuffer field_;
    Buffer solids_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    Pipeline pipeline_;
};

}  // namespace undine
