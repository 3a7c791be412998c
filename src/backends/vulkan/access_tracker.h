// Decides where barriers are needed: remembers which fields were written and read since each kind of stage last
// waited. All it knows about the commands is the field sets from passes.def.
#pragma once
#include <volk.h>

#include <array>
#include <optional>

#include "solver/pass_table.h"

namespace undine {

enum class StageKind : uint32_t { compute, transfer, graphics };
inline constexpr size_t kStageKinds = 3;

// What the next command reads and writes. The parameters count as one more array.
struct Access {
    StageKind stage = StageKind::compute;
    FieldSet reads, writes;
    bool reads_params = false, writes_params = false;
};

class AccessTracker {
  public:
    // The barrier to record before a command with this access, or nothing if it depends on no earlier command. From
    // then on the tracker treats the command as recorded.
    std::optional<VkMemoryBarrier2> before(const Access& access);

  private:
    // The accesses that a kind of stage has not yet waited for.
    struct Pending {
        uint64_t written = 0, read = 0;    // bit sets of arrays
        VkPipelineStageFlags2 stages = 0;  // the stages that made them
        VkAccessFlags2 write_access = 0;
    };
    std::array<Pending, kStageKinds> pending_;
};

}  // namespace undine
