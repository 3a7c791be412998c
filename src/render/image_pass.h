// A full-screen pass: one triangle fills an image that the pass owns.
#pragma once
#include <initializer_list>
#include <vector>

#include "gpu/image.h"
#include "gpu/pipeline.h"

namespace undine {

struct ImagePassInfo {
    const char* program;  // fragment shader
    const char* name;
    VkFormat format = VK_FORMAT_UNDEFINED;
    uint32_t width = 0, height = 0;  // pixels
    std::vector<VkDescriptorSetLayout> sets;
    std::vector<SpecializationConstant> constants{};
};

class ImagePass {
  public:
    ImagePass(Context& context, const ImagePassInfo& info);
    void resize(uint32_t width, uint32_t height);

    // Leaves the image readable by fragment shaders.
    void record(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets);

    Image& image() { return image_; }
    const Image& image() const { return image_; }

  private:
    Context& context_;
    const char* name_;
    Image image_;
    Pipeline pipeline_;
};

}  // namespace undine
