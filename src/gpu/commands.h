// The queue's command buffers: a ring of a few, recorded one after another.
//
//     VkCommandBuffer c = commands.get();       // begins one if none is being recorded
//     …record…
//     commands.submit();                        // or with semaphores, for a swapchain
//     commands.wait();                          // until everything submitted has been executed
//
// Recorders announce the cost of what they record, in units of its kind. From the durations of submissions the ring
// learns the seconds a unit takes, and it submits what was recorded before a submission gets too long: drivers reset
// devices that stay busy for some seconds.
#pragma once
#include <volk.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/pass_timer.h"
#include "gpu/submission_timer.h"
#include "gpu/work_rate.h"

namespace undine {

class Context;

struct QueueSync {
    VkSemaphore wait = VK_NULL_HANDLE;  // e.g. swapchain image acquired …
    VkPipelineStageFlags2 wait_stages = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;  // … before these
    VkSemaphore signal = VK_NULL_HANDLE;                                                  // e.g. rendering is finished
};

class Commands {
  public:
    static constexpr double kLongest = 0.25;  // s that a submission should not exceed

    // in_flight: submissions that may wait or execute while another is recorded. A frame of a viewer with floating
    // bodies makes one for each step and one for its picture.
    explicit Commands(const Context& context, uint32_t in_flight = 7);
    ~Commands();  // waits
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    // The command buffer being recorded. Waits for the oldest submission when all buffers are in flight.
    VkCommandBuffer get();
    bool recording() const { return recording_; }

    // Submits what was recorded; does nothing if there is neither a recording nor a semaphore. Does not wait.
    void submit(const QueueSync& sync = {});

    // Waits until everything submitted has been executed.
    void wait();

    // From here to end_borrowed(), records into a command buffer of the caller, who began it, will submit it, once, to
    // the same queue and in the order of these calls, and later reports it as executed. Meanwhile submit() does
    // nothing, so that nothing is split or timed. What was recorded before must have been submitted.
    void begin_borrowed(VkCommandBuffer buffer);
    uint64_t end_borrowed();  // returns its number, as submissions() counts them

    // That one and those before it have been executed.
    void report_executed(uint64_t number);

    // Whether a borrowed one is being recorded, or has not been reported as executed.
    bool lends() const { return borrowed_ || !lent_.empty(); }

    // `check` is called once per second while a wait lasts; an exception from it ends the wait. Needed when the queue
    // itself waits for another API, which might fail.
    void set_stall_check(std::function<void()> check) { stall_check_ = std::move(check); }

    // The number of submissions so far. Right after submit() it identifies that one for the two functions below.
    uint64_t submissions() const { return submissions_; }

    // Whether that submission has been executed. Does not wait.
    bool is_executed(uint64_t number) const;

    // Waits until that submission, and hence all before it, has been executed; later ones may still be in flight.
    // Throws Error(usage), as wait() does, if a borrowed buffer among them has not been reported as executed.
    void wait_for_submission(uint64_t number);

    // Brackets a pass in the recording: a label for debuggers and, while timing is on, an entry in take_pass_times().
    // Passes do not nest. continued: this is a further part of a run already begun, e.g. after a split submission.
    void begin_pass(const std::string& name, bool continued = false);
    void end_pass();

    // Called at the end of each pass, with its name; may record more.
    void set_after_pass(std::function<void(const std::string&)> call) { after_pass_ = std::move(call); }

    // Brackets passes that belong together, as Backend::begin_group() does: a label for debuggers, and a group of the
    // timeline. May nest, and may last longer than a command buffer.
    void begin_group(const char* name, uint64_t number);
    void end_group();

    // Adds submissions, waits and, while timing is on, passes to that timeline, which must outlive this.
    void set_trace(Trace& trace);

    // Takes effect with the next command buffer. Timestamps keep passes from overlapping, so frame totals must be
    // measured with timing off.
    void set_timing(bool on) { timing_ = on; }

    // What was measured since the last call, in submissions known to have been executed; call wait() first to get all.
    // Empty if the queue has no clock.
    std::vector<PassTime> take_pass_times() { return timer_.take(); }

    // Work of that cost will be recorded next. If it and what was recorded before would keep the device busy for longer
    // than the longest submission, what was recorded is submitted first; so fetch get() after this.
    void begin_work(Work work, double units);

    // How many elements of that cost each fit into the longest submission; at least one.
    uint32_t fitting(Work work, double units_each) const;

    void set_longest_submission(double seconds) { longest_ = seconds; }

    // Estimates, from what has been measured.
    double seconds_per_unit(Work work) const { return rates_.seconds_per_unit(work); }
    double recorded_seconds() const { return rates_.seconds(recorded_); }

  private:
    using Clock = std::chrono::steady_clock;
    struct Slot {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer buffer = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        bool in_flight = false;
        uint64_t number = 0;
        WorkCosts costs{};
        bool waits = false;  // for a semaphore, which takes time that is not the commands'
        Clock::time_point submitted;
        int64_t submitted_ns = 0;  // the same for the timeline
    };

    Slot& current() { return slots_[next_]; }
    void wait_for(Slot& slot);
    void require_executed(uint64_t number) const;
    void learn(const Slot& slot, const HostBounds::Bounds& bounds);
    size_t index_of(const Slot& slot) const { return static_cast<size_t>(&slot - slots_.data()); }

    const Context& context_;
    std::vector<Slot> slots_;
    size_t next_ = 0;  // being recorded, or next to be; the one after it is the oldest in flight
    bool recording_ = false;
    std::function<void()> stall_check_;
    PassTimer timer_;
    SubmissionTimer submission_timer_;
    bool timing_ = false, slot_timed_ = false;  // requested; in effect for the command buffer being recorded
    Trace* trace_ = nullptr;
    Trace::Track track_ = 0;
    std::function<void(const std::string&)> after_pass_;
    std::string pass_;
    std::vector<std::string> groups_;  // open ones, if debuggers see labels
    uint64_t submissions_ = 0;
    VkCommandBuffer borrowed_ = VK_NULL_HANDLE;  // being recorded
    std::deque<uint64_t> lent_;                  // numbers of borrowed ones that may not have been executed
    WorkCosts recorded_{};
    WorkRates rates_;
    double longest_ = kLongest;
    HostBounds host_bounds_;
};

// Brackets a pass for as long as the object lives.
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
