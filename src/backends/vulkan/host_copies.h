// Copies of arrays to the host, recorded in order and taken in the same order.
#pragma once
#include <deque>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/commands.h"

namespace undine {

class HostCopies {
  public:
    HostCopies(Context& context, Commands& commands) : context_(context), commands_(commands) {}

    // Records a copy into the current submission. The caller has already recorded the barrier that it needs.
    void record(const BufferRange& from);

    // The oldest copy. Submits if it has not been submitted, and waits until it has been executed.
    void take(void* data, uint64_t bytes);

  private:
    struct Copy {
        Buffer buffer;
        uint64_t bytes = 0, submission = 0;
    };
    Context& context_;
    Commands& commands_;
    std::deque<Copy> recorded_;  // oldest first
    std::vector<Buffer> idle_;   // taken; for copies that are no larger
};

}  // namespace undine
