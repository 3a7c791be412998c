#include "gpu/sampler.h"

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {

Sampler::Sampler(const Context& context, VkFilter filter) : context_(context) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = info.minFilter = filter;
    info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    UNDINE_VK(context.vk().vkCreateSampler(context.device(), &info, nullptr, &sampler_));
    context.set_name(VK_OBJECT_TYPE_SAMPLER, sampler_, filter == VK_FILTER_LINEAR ? "linear" : "nearest");
}

Sampler::~Sampler() { context_.vk().vkDestroySampler(context_.device(), sampler_, nullptr); }

}  // namespace undine
