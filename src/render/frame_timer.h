// Device time of the parts of a frame, from timestamps in its command buffers.
#pragma once
#include <volk.h>

#include <cstdint>
#include <optional>

namespace undine {

class Context;

class FrameTimer {
  public:
    FrameTimer(const Context& context, uint32_t slots);
    ~FrameTimer();
    FrameTimer(const FrameTimer&) = delete;
    FrameTimer& operator=(const FrameTimer&) = delete;

    static constexpr uint32_t kMarks = 3;

    // Records mark 0, 1 or 2 of a frame, in this order. Not while a frame that used the slot is in flight.
    void mark(VkCommandBuffer commands, uint32_t slot, uint32_t mark);

    // Milliseconds from one mark to the next, once the frame has been executed; nothing where the queue has no
    // clock.
    std::optional<double> milliseconds(uint32_t slot, uint32_t from) const;

  private:
    const Context& context_;
    uint64_t valid_ticks_ = 0;  // mask; 0: no clock
    VkQueryPool pool_ = VK_NULL_HANDLE;
};

}  // namespace undine
