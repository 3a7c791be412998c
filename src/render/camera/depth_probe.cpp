#include "render/camera/depth_probe.h"

#include <cstring>

#include "gpu/buffer.h"
#include "render/frame_readback.h"

namespace undine {

float read_depth(Context& context, Commands& commands, Image& depth, uint32_t x, uint32_t y) {
    const Buffer texel(context, sizeof(float), VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::host, "depth probe");
    copy_to_host(context, commands.get(), depth, {{static_cast<int32_t>(x), static_cast<int32_t>(y)}, {1, 1}}, texel);
    commands.submit();
    commands.wait();
    float value = 0;
    std::memcpy(&value, texel.mapped(), sizeof value);
    return value;
}

}  // namespace undine
