// Measures the device time of passes by two timestamps around each in its command buffer and, for a timeline, counts
// the invocations of shaders in them. Commands owns one.
#pragma once
#include <volk.h>

#include <string>
#include <vector>

#include "gpu/tick_counter.h"
#include "platform/pass_time.h"
#include "platform/trace.h"

namespace undine {

class Context;

class PassTimer {
  public:
    // slots: command buffers that may be in flight.
    PassTimer(const Context& context, size_t slots);
    ~PassTimer();
    PassTimer(const PassTimer&) = delete;
    PassTimer& operator=(const PassTimer&) = delete;

    bool has_clock() const { return ticks_.exists(); }

    // To be called at the start of a slot's recording; nothing that used the slot may still be in flight.
    void start(size_t slot);

    // continued: this is a further part of the run that the pass's last begin() started.
    void begin(size_t slot, VkCommandBuffer commands, const std::string& name, bool continued);
    void end(size_t slot, VkCommandBuffer commands);

    // Adds what the slot's command buffer measured to the totals, and to the timeline if there is one; it must have
    // been executed. submitted_ns: when it was submitted, on Trace::now()'s clock.
    void collect(size_t slot, int64_t submitted_ns);

    // Command buffers that start from here on are timed for that track of that timeline.
    void set_trace(Trace& trace, Trace::Track track);

    // The totals since the last call, in the order in which the passes first ran.
    std::vector<PassTime> take();

  private:
    struct Interval {
        std::string name;
        uint64_t runs;
        Trace::Group group;
    };
    struct Slot {
        VkQueryPool pool = VK_NULL_HANDLE, counts = VK_NULL_HANDLE;
        bool counting = false;            // this recording
        uint32_t capacity = 0;            // intervals
        uint32_t wanted = 0;              // intervals requested; if beyond capacity, start() makes room
        std::vector<Interval> intervals;  // as recorded; interval k has queries 2k and 2k + 1
    };

    const Context& context_;
    std::vector<Slot> slots_;
    TickCounter ticks_;  // none: the queue has no clock
    std::vector<PassTime> totals_;
    Trace* trace_ = nullptr;
    Trace::Track track_ = 0;
};

}  // namespace undine
