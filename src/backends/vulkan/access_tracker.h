// Where barriers are needed: remembers which fields were written and read since each kind of stage last waited.
// Knows nothing of what the commands do but the sets that passes.def gives.
#pragma once
#include <volk.h>

#include <array>
#include <optional>

#include "solver/pass_table.h"

namespace undine {

enum class StageKind : uint32_t { compute, transfer, graphics };
inline constexpr size_t kStageKinds = 3;

// What the next command does. Parameters count as one more array.
struct Access {
    StageKind stage = StageKind::compute;
    FieldSet reads, writes;
    bool reads_params = false, writes_params = false;
};

class AccessTracker {
  public:
    // The barrier to record before a command with this access, if it depends on an earlier one. The command is then
    // taken as recorded.
    std::optional<VkMemoryBarrier2> before(const Access& access);

  private:
    // What a kind of stage has not waited for yet.
    struct Pending {
        uint64_t written = 0, read = 0;    // bit sets of arrays
        VkPipelineStageFlags2 stages = 0;  // that did so
        VkAccessFlags2 write_access = 0;
    };
    std::array<Pending, kStageKinds> pending_;
};

}  // namespace undine
