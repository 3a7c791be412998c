// A picture into a window's image, pixel by pixel, encoded as sRGB where the image does not do so itself.
#pragma once
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/sampler.h"

namespace undine {

class PresentPass {
  public:
    PresentPass(Context& context, VkFormat target);

    // Before the first frame, and whenever the picture is another; no frame is in flight.
    void write(const Image& picture);

    // Inside a rendering of the target; fragments may read the picture.
    void record(VkCommandBuffer commands) const;

  private:
    Context& context_;
    Sampler sampler_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    Pipeline pipeline_;
};

}  // namespace undine
