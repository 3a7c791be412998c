// What sprites show nearest at each sample, and how far away it is: the exact spheres or ellipsoids in them, by a depth
// test.
#pragma once
#include <initializer_list>
#include <vector>

#include "gpu/image.h"
#include "render/sprite_pipeline.h"

namespace undine {

struct FrontPassInfo {
    const char* vertex;
    const char* fragment;
    const char* name;
    VkFormat format = VK_FORMAT_UNDEFINED;
    uint32_t width = 0, height = 0;  // samples
    std::vector<VkDescriptorSetLayout> sets;
    VkImageUsageFlags usage = 0;  // besides being drawn and sampled
};

class FrontPass {
  public:
    FrontPass(Context& context, const FrontPassInfo& info);

    // Nothing that uses the images is in flight.
    void resize(uint32_t width, uint32_t height);

    struct Sprites {
        uint32_t count = 0;
        float largest = 0;  // edge of a sprite, samples
        int guard = 0;      // that of RenderArgs
        VkExtent2D part{};  // that is drawn, from the upper left corner; none: all
    };
    // Leaves both images readable by fragments; 0 where there is nothing.
    void record(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, const Sprites& sprites);

    Image& front() { return front_; }
    const Image& front() const { return front_; }
    Image& depth() { return depth_; }  // D32, reversed: near plane distance / distance

  private:
    Context& context_;
    FrontPassInfo info_;
    Image front_, depth_;
    SpritePipeline pipeline_;
};

}  // namespace undine
