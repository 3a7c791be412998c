#include "render/look/environment_map.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/gtc/packing.hpp>
#include <glm/vec4.hpp>

#include "render/rendering.h"

namespace undine {

namespace {

Buffer staging_of(Context& context, const Environment& environment) {
    constexpr float kLargestHalf = 65504;
    Buffer staging(context, environment.radiance.size() * sizeof(uint64_t), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                   MemoryKind::host, "environment staging");
    std::transform(environment.radiance.begin(), environment.radiance.end(), static_cast<uint64_t*>(staging.mapped()),
                   [](const glm::vec3& c) { return glm::packHalf4x16(glm::vec4(glm::min(c, kLargestHalf), 1)); });
    return staging;
}

}  // namespace

EnvironmentMap::EnvironmentMap(Context& context, uint32_t size)
    : context_(context),
      map_(context, {.width = size,
                     .height = size,
                     .format = VK_FORMAT_R16G16B16A16_SFLOAT,
                     .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                     .name = "environment"}) {}

void EnvironmentMap::prepare(VkCommandBuffer commands, const Environment& environment) {
    if (uploaded_ == &environment) return;
    auto staging = staging_.find(&environment);
    if (staging == staging_.end()) staging = staging_.emplace(&environment, staging_of(context_, environment)).first;
    map_.barrier(commands, kCopyTarget);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {map_.aspect(), 0, 0, 1};
    copy.imageExtent = {map_.width(), map_.height(), 1};
    context_.vk().vkCmdCopyBufferToImage(commands, staging->second.handle(), map_.handle(), map_.layout(), 1, &copy);
    map_.barrier(commands, kSampledByAll);
    uploaded_ = &environment;
}

}  // namespace undine
