#include "gpu/pass_timer.h"

#include <algorithm>
#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {
namespace {

// Their results come in the order of the bits.
constexpr VkQueryPipelineStatisticFlags kCounted = VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT |
                                                   VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT |
                                                   VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT;

constexpr uint32_t kFirstCapacity = 1024;  // intervals; a step with 30 iterations and the error check has 130

}  // namespace

PassTimer::PassTimer(const Context& context, size_t slots)
    : context_(context), slots_(slots), ticks_(context.info().timestamp_bits) {}

PassTimer::~PassTimer() {
    for (Slot& slot : slots_)
        for (const VkQueryPool pool : {slot.pool, slot.counts})
            context_.vk().vkDestroyQueryPool(context_.device(), pool, nullptr);
}

void PassTimer::start(size_t index) {
    if (!has_clock()) return;
    Slot& slot = slots_[index];
    slot.intervals.clear();
    if (const uint32_t needed = std::max(kFirstCapacity, slot.wanted); needed > slot.capacity) {
        for (VkQueryPool* pool : {&slot.pool, &slot.counts})
            context_.vk().vkDestroyQueryPool(context_.device(), std::exchange(*pool, VK_NULL_HANDLE), nullptr);
        slot.capacity = 2 * needed;
        VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        info.queryType = VK_QUERY_TYPE_TIMESTAMP;
        info.queryCount = 2 * slot.capacity;
        UNDINE_VK(context_.vk().vkCreateQueryPool(context_.device(), &info, nullptr, &slot.pool));
        context_.set_name(VK_OBJECT_TYPE_QUERY_POOL, slot.pool, "times of passes " + std::to_string(index));
    }
    slot.wanted = 0;
    slot.counting = trace_ && trace_->wants_invocations() && context_.counts_invocations();
    if (!slot.counting) return;
    if (!slot.counts) {
        VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        info.queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS;
        info.queryCount = slot.capacity;
        info.pipelineStatistics = kCounted;
        UNDINE_VK(context_.vk().vkCreateQueryPool(context_.device(), &info, nullptr, &slot.counts));
        context_.set_name(VK_OBJECT_TYPE_QUERY_POOL, slot.counts, "invocations of passes " + std::to_string(index));
    }
}

void PassTimer::begin(size_t index, VkCommandBuffer commands, const std::string& name, bool continued) {
    Slot& slot = slots_[index];
    if (!has_clock() || slot.wanted++ >= slot.capacity) return;
    const auto query = static_cast<uint32_t>(2 * slot.intervals.size());
    slot.intervals.push_back(
        {name, continued ? uint64_t{0} : uint64_t{1}, trace_ ? trace_->current(track_) : Trace::Group{0}});
    // By the host, and only what is used: a device may take as long for a query that nobody wants.
    context_.vk().vkResetQueryPool(context_.device(), slot.pool, query, 2);
    if (slot.counting) {
        context_.vk().vkResetQueryPool(context_.device(), slot.counts, query / 2, 1);
        context_.vk().vkCmdBeginQuery(commands, slot.counts, query / 2, 0);
    }
    context_.vk().vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, slot.pool, query);
}

void PassTimer::end(size_t index, VkCommandBuffer commands) {
    Slot& slot = slots_[index];
    if (!has_clock() || slot.wanted > slot.capacity) return;
    const auto query = static_cast<uint32_t>(2 * slot.intervals.size() - 1);
    context_.vk().vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, slot.pool, query);
    if (slot.counting) context_.vk().vkCmdEndQuery(commands, slot.counts, query / 2);
}

void PassTimer::collect(size_t index, int64_t submitted_ns) {
    Slot& slot = slots_[index];
    if (slot.intervals.empty()) return;
    std::vector<uint64_t> ticks(2 * slot.intervals.size());
    UNDINE_VK(context_.vk().vkGetQueryPoolResults(context_.device(), slot.pool, 0, static_cast<uint32_t>(ticks.size()),
                                                  ticks.size() * sizeof(uint64_t), ticks.data(), sizeof(uint64_t),
                                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    const double ms_per_tick = context_.info().limits.timestampPeriod * 1e-6;
    for (size_t k = 0; k < slot.intervals.size(); ++k)
        add_pass_time(totals_, slot.intervals[k].name,
                      double(ticks_.between(ticks[2 * k], ticks[2 * k + 1])) * ms_per_tick, slot.intervals[k].runs);
    if (trace_) {
        const auto ns = [&](uint64_t tick) {
            return static_cast<int64_t>(double(ticks_.since_first(tick)) * context_.info().limits.timestampPeriod);
        };
        std::vector<Invocations> counts(slot.intervals.size());
        static_assert(sizeof(Invocations) == 3 * sizeof(uint64_t));
        if (slot.counting)
            UNDINE_VK(context_.vk().vkGetQueryPoolResults(
                context_.device(), slot.counts, 0, static_cast<uint32_t>(counts.size()),
                counts.size() * sizeof(Invocations), counts.data(), sizeof(Invocations),
                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
        uint64_t device_ticks = 0;
        int64_t host_ns = 0;
        const bool calibrated = context_.read_clocks(device_ticks, host_ns);
        for (size_t k = 0; k < slot.intervals.size(); ++k) {
            const int64_t begin = ns(ticks[2 * k]), end = std::max(begin, ns(ticks[2 * k + 1]));
            const Interval& interval = slot.intervals[k];
            trace_->add_span(track_, interval.group, interval.name, begin, end, counts[k], interval.runs == 0);
            if (k == 0 && !calibrated) trace_->set_clock(track_, begin, submitted_ns, false);
            if (k == 0) trace_->add_arrow(submitted_ns, track_, begin);
        }
        if (calibrated) trace_->set_clock(track_, ns(device_ticks), host_ns, true);
    }
    slot.intervals.clear();
}

void PassTimer::set_trace(Trace& trace, Trace::Track track) {
    trace_ = &trace;
    track_ = track;
}

std::vector<PassTime> PassTimer::take() { return std::exchange(totals_, {}); }

}  // namespace undine
