#include "gpu/commands.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "internal_error.h"
#include "undine/error.h"

namespace undine {
namespace {

// s per unit before anything has been measured: the slowest driver known, a software one, takes half of that for a
// sweep when it traverses the grid; lavapipe on two cores takes all of it for a sample.
constexpr WorkCosts kFirstGuess{2e-6, 1.2e-7};

constexpr uint64_t kStall = 1'000'000'000;  // ns

double seconds(std::chrono::steady_clock::time_point time) {
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace

Commands::Commands(const Context& context, uint32_t in_flight)
    : context_(context),
      slots_(in_flight + 1),
      timer_(context, in_flight + 1),
      submission_timer_(context, in_flight + 1),
      rates_(kFirstGuess) {
    for (Slot& slot : slots_) {
        const std::string name = "commands " + std::to_string(&slot - slots_.data());
        VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
        pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
        pool.queueFamilyIndex = context.info().queue_family;
        UNDINE_VK(context.vk().vkCreateCommandPool(context.device(), &pool, nullptr, &slot.pool));
        context.set_name(VK_OBJECT_TYPE_COMMAND_POOL, slot.pool, name);
        VkCommandBufferAllocateInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        buffer.commandPool = slot.pool;
        buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        buffer.commandBufferCount = 1;
        UNDINE_VK(context.vk().vkAllocateCommandBuffers(context.device(), &buffer, &slot.buffer));
        context.set_name(VK_OBJECT_TYPE_COMMAND_BUFFER, slot.buffer, name);
        VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
        UNDINE_VK(context.vk().vkCreateFence(context.device(), &fence, nullptr, &slot.fence));
        context.set_name(VK_OBJECT_TYPE_FENCE, slot.fence, name);
    }
}

Commands::~Commands() {
    context_.vk().vkQueueWaitIdle(context_.queue());  // ignores errors: a lost device must be cleaned up too
    for (Slot& slot : slots_) {
        context_.vk().vkDestroyFence(context_.device(), slot.fence, nullptr);
        context_.vk().vkDestroyCommandPool(context_.device(), slot.pool, nullptr);
    }
}

VkCommandBuffer Commands::get() {
    if (borrowed_) return borrowed_;
    Slot& slot = current();
    if (recording_) return slot.buffer;
    wait_for(slot);
    UNDINE_VK(context_.vk().vkResetCommandPool(context_.device(), slot.pool, 0));
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    UNDINE_VK(context_.vk().vkBeginCommandBuffer(slot.buffer, &begin));
    recording_ = true;
    submission_timer_.begin(next_, slot.buffer);
    slot_timed_ = timing_;
    if (slot_timed_) timer_.start(next_);
    for (const std::string& group : groups_) context_.begin_label(slot.buffer, group);
    return slot.buffer;
}

void Commands::begin_borrowed(VkCommandBuffer buffer) {
    UNDINE_CHECK(!recording_ && !borrowed_, "a command buffer is borrowed while another is being recorded");
    borrowed_ = buffer;
    slot_timed_ = false;
}

uint64_t Commands::end_borrowed() {
    borrowed_ = VK_NULL_HANDLE;
    recorded_ = {};
    lent_.push_back(++submissions_);
    return submissions_;
}

void Commands::report_executed(uint64_t number) {
    while (!lent_.empty() && lent_.front() <= number) lent_.pop_front();
}

void Commands::require_executed(uint64_t number) const {
    const bool recorded_now = borrowed_ && number > submissions_;
    if (!recorded_now && (lent_.empty() || lent_.front() > number)) return;
    const uint64_t awaited = recorded_now ? submissions_ + 1 : lent_.front();
    throw Error(Exit::usage, "this must wait for recording " + std::to_string(awaited) +
                                 ", which has not been reported as executed; submit its command buffer, wait for its "
                                 "fence and report it first");
}

void Commands::begin_group(const char* name, uint64_t number) {
    if (trace_) trace_->begin_group(track_, name, number);
    if (!context_.labels()) return;
    std::string label = std::string(name) + " " + std::to_string(number);
    if (recording_ || borrowed_) context_.begin_label(get(), label);
    groups_.push_back(std::move(label));
}

void Commands::end_group() {
    if (trace_) trace_->end_group(track_);
    if (!context_.labels()) return;
    if (recording_ || borrowed_) context_.end_label(get());
    groups_.pop_back();
}

void Commands::set_trace(Trace& trace) {
    if (trace_ == &trace) return;
    submit();
    wait();
    trace_ = &trace;
    track_ = trace.add_track(context_.info().name + ", queue");
    timer_.set_trace(trace, track_);
}

void Commands::begin_pass(const std::string& name, bool continued) {
    VkCommandBuffer commands = get();
    context_.begin_label(commands, name);
    if (after_pass_) pass_ = name;
    if (slot_timed_) timer_.begin(next_, commands, name, continued);
}

void Commands::end_pass() {
    VkCommandBuffer commands = get();
    if (slot_timed_) timer_.end(next_, commands);
    context_.end_label(commands);
    if (after_pass_) after_pass_(pass_);
}

void Commands::submit(const QueueSync& sync) {
    if (borrowed_ || (!recording_ && !sync.wait && !sync.signal)) return;
    get();
    Slot& slot = current();
    for (size_t k = 0; k < groups_.size(); ++k) context_.end_label(slot.buffer);
    const HostSpan span(trace_, "submit");
    submission_timer_.end(next_, slot.buffer);
    UNDINE_VK(context_.vk().vkEndCommandBuffer(slot.buffer));
    VkCommandBufferSubmitInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
    buffer.commandBuffer = slot.buffer;
    VkSemaphoreSubmitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    wait.semaphore = sync.wait;
    wait.stageMask = sync.wait_stages;
    VkSemaphoreSubmitInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    signal.semaphore = sync.signal;
    signal.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    info.commandBufferInfoCount = 1;
    info.pCommandBufferInfos = &buffer;
    info.waitSemaphoreInfoCount = sync.wait ? 1 : 0;
    info.pWaitSemaphoreInfos = &wait;
    info.signalSemaphoreInfoCount = sync.signal ? 1 : 0;
    info.pSignalSemaphoreInfos = &signal;
    slot.submitted = Clock::now();
    slot.submitted_ns = Trace::now();
    UNDINE_VK(context_.vk().vkQueueSubmit2(context_.queue(), 1, &info, slot.fence));
    slot.in_flight = true;
    slot.number = ++submissions_;
    slot.costs = recorded_;
    slot.waits = sync.wait != VK_NULL_HANDLE;
    recorded_ = {};
    recording_ = false;
    next_ = (next_ + 1) % slots_.size();
}

void Commands::begin_work(Work work, double units) {
    const double recorded = recorded_seconds();
    if (recorded > 0 && recorded + units * seconds_per_unit(work) > longest_) submit();
    recorded_[static_cast<size_t>(work)] += units;
}

uint32_t Commands::fitting(Work work, double units_each) const {
    const double fit = longest_ / (units_each * seconds_per_unit(work));
    return static_cast<uint32_t>(std::clamp(fit, 1.0, double{std::numeric_limits<uint32_t>::max()}));
}

void Commands::wait() {
    require_executed(submissions_ + (borrowed_ ? 1 : 0));
    for (size_t s = 0; s < slots_.size(); ++s) wait_for(slots_[(next_ + s) % slots_.size()]);
}

bool Commands::is_executed(uint64_t number) const {
    if (number > submissions_ || (!lent_.empty() && lent_.front() <= number)) return false;
    for (const Slot& slot : slots_)
        if (slot.in_flight && slot.number <= number &&
            context_.vk().vkGetFenceStatus(context_.device(), slot.fence) != VK_SUCCESS)
            return false;
    return true;
}

void Commands::wait_for_submission(uint64_t number) {
    require_executed(number);
    for (size_t s = 0; s < slots_.size(); ++s) {
        Slot& slot = slots_[(next_ + s) % slots_.size()];  // oldest first
        if (slot.number <= number) wait_for(slot);
    }
}

void Commands::wait_for(Slot& slot) {
    if (!slot.in_flight) return;
    const double looked = seconds(Clock::now());
    const bool waited = context_.vk().vkGetFenceStatus(context_.device(), slot.fence) == VK_NOT_READY;
    const HostSpan span(waited ? trace_ : nullptr, "wait for the device");
    VkResult done;
    while ((done = context_.vk().vkWaitForFences(context_.device(), 1, &slot.fence, VK_TRUE, kStall)) == VK_TIMEOUT)
        if (stall_check_) stall_check_();
    check_vk(done, "vkWaitForFences");
    UNDINE_VK(context_.vk().vkResetFences(context_.device(), 1, &slot.fence));
    slot.in_flight = false;
    timer_.collect(index_of(slot), slot.submitted_ns);
    learn(slot, host_bounds_.next(seconds(slot.submitted), looked, seconds(Clock::now()), waited));
}

// The device's clock decides, unless the host saw the device busy for longer: some drivers write the first timestamp
// late.
void Commands::learn(const Slot& slot, const HostBounds::Bounds& bounds) {
    const std::optional<double> measured = submission_timer_.seconds(index_of(slot));
    const double least = slot.waits ? 0 : bounds.least;
    if (!measured) return rates_.bounded(slot.costs, least, bounds.most);
    const double took = std::max(*measured, least);
    rates_.bounded(slot.costs, slot.waits ? 0 : took, took);
}

}  // namespace undine
