// A sampler that clamps at the image's edges.
#pragma once
#include <volk.h>

namespace undine {

class Context;

class Sampler {
  public:
    Sampler(const Context& context, VkFilter filter);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    VkSampler handle() const { return sampler_; }

  private:
    const Context& context_;
    VkSampler sampler_ = VK_NULL_HANDLE;
};

}  // namespace undine
