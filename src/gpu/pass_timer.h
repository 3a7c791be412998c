// Device time of passes: two timestamps around each, in the command buffer that executes them. Commands owns one.
#pragma once
#include <volk.h>

#include <string>
#include <vector>

#include "platform/pass_time.h"

namespace undine {

class Context;

class PassTimer {
  public:
    // slots: command buffers that may be in flight.
    PassTimer(const Context& context, size_t slots);
    ~PassTimer();
    PassTimer(const PassTimer&) = delete;
    PassTimer& operator=(const PassTimer&) = delete;

    bool has_clock() const { return valid_ticks_ != 0; }

    // At the start of a slot's recording; nothing that used the slot is in flight.
    void start(size_t slot, VkCommandBuffer commands);

    // continued: this is a further part of the run that the pass's last begin() started.
    void begin(size_t slot, VkCommandBuffer commands, const std::string& name, bool continued);
    void end(size_t slot, VkCommandBuffer commands);

    // Adds what the slot's command buffer measured to the totals; it has been executed.
    void collect(size_t slot);

    // The totals since the last call, in the order in which the passes first ran.
    std::vector<PassTime> take();

  private:
    struct Interval {
        std::string name;
        uint64_t runs;
    };
    struct Slot {
        VkQueryPool pool = VK_NULL_HANDLE;
        uint32_t capacity = 0;            // intervals
        uint32_t wanted = 0;              // that the recording asked for: beyond capacity, next time there is room
        std::vector<Interval> intervals;  // as recorded; interval k has queries 2k and 2k + 1
    };

    const Context& context_;
    uint64_t valid_ticks_ = 0;  // mask; 0: the queue has no clock
    std::vector<Slot> slots_;
    std::vector<PassTime> totals_;
};

}  // namespace undine
