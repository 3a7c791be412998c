// The queue's command buffers: a ring of a few, recorded one after another.
//
//     VkCommandBuffer c = commands.get();       // begins one where none is being recorded
//     …record…
//     commands.submit();                        // or with semaphores, for a swapchain
//     commands.wait();                          // until all that was submitted has been executed
//
// A cost may be noted with what is recorded, in any one unit; from the time that submissions took, the ring learns
// seconds per unit, with which the recorder bounds its submissions (drivers reset devices that stay busy too long).
#pragma once
#include <volk.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gpu/pass_timer.h"

namespace undine {

class Context;

struct QueueSync {
    VkSemaphore wait = VK_NULL_HANDLE;  // e.g. the swapchain image is ours …
    VkPipelineStageFlags2 wait_stages = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;  // … before these
    VkSemaphore signal = VK_NULL_HANDLE;                                                  // e.g. rendering is done
};

class Commands {
  public:
    explicit Commands(const Context& context, uint32_t in_flight = 2);
    ~Commands();  // waits
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    // The command buffer being recorded. Waits for the oldest submission when all buffers are in flight.
    VkCommandBuffer get();
    bool recording() const { return recording_; }

    // Submits what was recorded; nothing is done where there is neither a recording nor a semaphore. Does not wait.
    void submit(const QueueSync& sync = {});

    // Waits until everything submitted has been executed.
    void wait();

    // Called each second that a wait lasts; what it throws ends the wait. For a queue that waits for somebody else.
    void set_stall_check(std::function<void()> check) { stall_check_ = std::move(check); }

    // How many submissions there were: right after submit(), the number of that one, which wait_for_submission()
    // takes.
    uint64_t submissions() const { return submissions_; }

    // Whether that submission has been executed. Does not wait.
    bool is_executed(uint64_t number) const;

    // Waits until that submission (and thereby all before it) has been executed; those after it may go on.
    void wait_for_submission(uint64_t number);

    // A pass of the recording: a label for debuggers and, while timing is on, an entry of take_pass_times(). Passes
    // do not nest. continued: a further part of the run that began before, as where a submission was split.
    void begin_pass(const std::string& name, bool continued = false);
    void end_pass();

    // Takes effect with the next command buffer. Timestamps keep passes from overlapping, so totals of a frame are
    // measured without.
    void set_timing(bool on) { timing_ = on; }

    // What was measured since the last call, of submissions known to be executed: wait() before asking for all. Empty
    // where the queue has no clock.
    std::vector<PassTime> take_pass_times() { return timer_.take(); }

    void note_cost(double units) { recorded_cost_ += units; }
    double recorded_cost() const { return recorded_cost_; }
    double seconds_per_unit() const { return seconds_per_unit_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Slot {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer buffer = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        bool in_flight = false;
        uint64_t number = 0;
        double cost = 0;
        Clock::time_point submitted;
    };

    Slot& current() { return slots_[next_]; }
    void wait_for(Slot& slot);
    void learn(const Slot& slot, bool waited, Clock::time_point now);

    const Context& context_;
    std::vector<Slot> slots_;
    size_t next_ = 0;  // recorded now or next; the one after it is the oldest in flight
    bool recording_ = false;
    std::function<void()> stall_check_;
    PassTimer timer_;
    bool timing_ = false, slot_timed_ = false;  // wanted; on in the command buffer being recorded
    uint64_t submissions_ = 0;
    double recorded_cost_ = 0;
    double seconds_per_unit_;
    Clock::time_point last_done_{};
};

// A pass for as long as it lives.
class PassScope {
  public:
    PassScope(Commands& commands, const std::string& name, bool continued = false) : commands_(commands) {
        commands_.begin_pass(name, continued);
    }
    ~PassScope() { commands_.end_pass(); }
    PassScope(const PassScope&) = delete;
    PassScope& operator=(const PassScope&) = delete;

  private:
    Commands& commands_;
};

}  // namespace undine
