#include "backends/vulkan/access_tracker.h"

namespace undine {
namespace {

struct StageMasks {
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 all, write;
};

// `all` covers every access that a kind of stage makes, so one barrier serves any command of that kind.
StageMasks masks(StageKind kind) {
    switch (kind) {
        case StageKind::compute:
            return {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                    VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT |
                        VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
                    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
        case StageKind::transfer:
            return {VK_PIPELINE_STAGE_2_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT,
                    VK_ACCESS_2_TRANSFER_WRITE_BIT};
        case StageKind::graphics: break;
    }
    return {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
            VK_ACCESS_2_SHADER_STORAGE_READ_BIT, 0};
}

constexpr uint64_t kParamsBit = uint64_t{1} << 63;

}  // namespace

std::optional<VkMemoryBarrier2> AccessTracker::before(const Access& access) {
    const uint64_t reads = access.reads.bits | (access.reads_params ? kParamsBit : 0);
    const uint64_t writes = access.writes.bits | (access.writes_params ? kParamsBit : 0);
    const StageMasks own = masks(access.stage);

    std::optional<VkMemoryBarrier2> barrier;
    Pending& waiting = pending_[static_cast<size_t>(access.stage)];
    if ((reads & waiting.written) || (writes & (waiting.written | waiting.read))) {
        barrier.emplace(VkMemoryBarrier2{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, waiting.stages,
                                         waiting.write_access, own.stages, own.all});
        waiting = {};
    }
    for (Pending& pending : pending_) {
        pending.written |= writes;
        pending.read |= reads;
        pending.stages |= own.stages;
        if (writes) pending.write_access |= own.write;
    }
    return barrier;
}

}  // namespace undine
