#include "render/look/environment_map.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/gtc/packing.hpp>
#include <glm/vec4.hpp>

#include "render/rendering.h"

namespace undine {

EnvironmentMap::EnvironmentMap(Context& context, const Environment& environment)
    : context_(context),
      map_(context, {.width = environment.size,
                     .height = environment.size,
                     .format = VK_FORMAT_R16G16B16A16_SFLOAT,
                     .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                     .name = "environment"}),
      staging_(context, environment.radiance.size() * sizeof(uint64_t), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
               MemoryKind::host, "environment staging") {
    constexpr float kLargestHalf = 65504;
    std::transform(environment.radiance.begin(), environment.radiance.end(), static_cast<uint64_t*>(staging_.mapped()),
                   [](const glm::vec3& c) { return glm::packHalf4x16(glm::vec4(glm::min(c, kLargestHalf), 1)); });
}

void EnvironmentMap::prepare(VkCommandBuffer commands) {
    if (uploaded_) return;
    map_.barrier(commands, kCopyTarget);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {map_.aspect(), 0, 0, 1};
    copy.imageExtent = {map_.width(), map_.height(), 1};
    context_.vk().vkCmdCopyBufferToImage(commands, staging_.handle(), map_.handle(), map_.layout(), 1, &copy);
    map_.barrier(commands, kReadByFragments);
    uploaded_ = true;
}

}  // namespace undine
