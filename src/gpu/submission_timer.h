// Measures by the device's clock how long each submission takes: two timestamps in its command buffer. Commands owns
// one.
#pragma once
#include <volk.h>

#include <optional>

#include "gpu/tick_counter.h"

namespace undine {

class Context;

class SubmissionTimer {
  public:
    // slots: command buffers that may be in flight.
    SubmissionTimer(const Context& context, size_t slots);
    ~SubmissionTimer();
    SubmissionTimer(const SubmissionTimer&) = delete;
    SubmissionTimer& operator=(const SubmissionTimer&) = delete;

    // To be called first and last in a slot's recording. Nothing is recorded if the queue has no clock.
    void begin(size_t slot, VkCommandBuffer commands);
    void end(size_t slot, VkCommandBuffer commands);

    // Seconds between the two, of a slot whose command buffer has been executed; empty if the queue has no clock, or
    // the driver has them at the same time or the wrong way round.
    std::optional<double> seconds(size_t slot) const;

  private:
    const Context& context_;
    TickCounter ticks_;  // none: the queue has no clock
    VkQueryPool pool_ = VK_NULL_HANDLE;
};

}  // namespace undine
