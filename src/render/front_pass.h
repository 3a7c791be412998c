// Draws sprites and keeps what is nearest at each sample, by a depth test against the exact sphere or ellipsoid in each
// sprite.
#pragma once
#include <functional>
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
    VkImageUsageFlags usage = 0;  // in addition to colour attachment and sampled
};

class FrontPass {
  public:
    FrontPass(Context& context, const FrontPassInfo& info);

    // Nothing that uses the images may be in flight.
    void resize(uint32_t width, uint32_t height);

    struct Sprites {
        ParticleRange range;  // drawn over what is there, unless it begins with 0
        float largest = 0;    // edge of the largest sprite, samples
        int guard = 0;        // RenderArgs::guard
        VkExtent2D part{};    // what to draw, from the upper left corner; empty: all
    };
    // Leaves both images readable by fragment shaders; they are 0 where nothing was drawn. more: records what else is
    // drawn to them.
    void record(
        VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, const Sprites& sprites,
        const std::function<void()>& more = [] {});

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
