// Copies a picture into a window's image, pixel by pixel, and encodes it as sRGB if the image's format does not.
#pragma once
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/sampler.h"

namespace undine {

class PresentPass {
  public:
    PresentPass(Context& context, VkFormat target);

    // Must be called before the first frame and whenever the picture is another image, with no frame in flight.
    void write(const Image& picture);

    // Called inside a Rendering of the target; the picture must be readable by fragment shaders.
    void record(VkCommandBuffer commands) const;

  private:
    Context& context_;
    Sampler sampler_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    Pipeline pipeline_;
};

}  // namespace undine
