#include "backends/vulkan/vulkan_backend.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "internal_error.h"
#include "solver/fluid_params.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr uint64_t kMostUpdated = 65536;  // bytes that one vkCmdUpdateBuffer may write

constexpr uint32_t kMaxWorkgroups = 65535;  // per dispatch; every device allows at least as many

// Costs per element, in units of one particle's sweep over its neighbour list; derived from the measured share of each
// pass on two drivers.
constexpr double kListBuildCost = 6, kOtherCost = 0.1;

double cost_of_element(Pass pass) {
    const PassInfo& p = info(pass);
    if (p.writes.contains(Field::neighbors)) return kListBuildCost;
    if (p.bound().contains(Field::neighbors)) return 1;
    const bool is_small = p.domain == Domain::particles || p.domain == Domain::cells;
    return is_small ? kOtherCost : kOtherCost * kBlockSize;
}

uint32_t elements_of_workgroup(Pass pass, uint32_t shared_body_size) {
    if (info(pass).shared_body) return shared_body_size;
    return info(pass).domain == Domain::particles ? kWorkgroupSize : 1;
}

const VulkanOptions& checked(const Context& context, const VulkanOptions& options) {
    const VkPhysicalDeviceLimits& limits = context.info().limits;
    const uint32_t most = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    if (options.workgroup_size == 0 || options.workgroup_size > most)
        throw Error(Exit::bad_input, "A workgroup cannot have " + std::to_string(options.workgroup_size) +
                                         " invocations; " + context.info().name + " allows 1 to " +
                                         std::to_string(most) + ".");
    return options;
}

constexpr FieldSet kAllFields{(uint64_t{1} << kFieldCount) - 1};

}  // namespace

VulkanBackend::VulkanBackend(Context& context, Commands& commands, const VulkanOptions& options)
    : context_(context),
      commands_(commands),
      options_(checked(context, options)),
      staging_(context, commands),
      copies_(context, commands) {}

VulkanBackend::~VulkanBackend() {
    try {
        finish();  // the recorded commands use our buffers
    } catch (const Error&) {
        // The device's last user has already reported the failure; all that remains is to free memory.
    }
}

std::string VulkanBackend::name() const { return "Vulkan on " + context_.info().name; }

void VulkanBackend::allocate(const Extents& extents, Variant variant) {
    finish();
    programs_.reset();
    fields_.reset();
    tracker_ = {};
    recorded_params_.reset();
    extents_ = extents;
    variant_ = variant;
    fields_ = std::make_unique<FieldStore>(context_, extents, options_.max_list_binding);
    programs_ = std::make_unique<PassPrograms>(context_, *fields_, variant, extents, options_.workgroup_size);
    sync({.stage = StageKind::transfer, .writes = kAllFields});
    fields_->record_initial_contents(commands_.get());
    most_living_ = extents.particles;
    watch_ = extents.counts_vary() ? std::make_unique<PopulationWatch>(context_, commands_) : nullptr;
}

void VulkanBackend::upload(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    sync({.stage = StageKind::transfer, .writes = field_set({field})});
    staging_.upload(data, fields_->locate(field, bytes, offset));
    if (field != Field::population || !watch_) return;
    watch_->forget();
    count_living();
}

void VulkanBackend::write(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    sync({.stage = StageKind::transfer, .writes = field_set({field})});
    const BufferRange to = fields_->locate(field, bytes, offset).front();
    for (uint64_t done = 0; done < bytes; done += kMostUpdated)
        context_.vk().vkCmdUpdateBuffer(commands_.get(), to.buffer, to.offset + done,
                                        std::min(kMostUpdated, bytes - done),
                                        static_cast<const std::byte*>(data) + done);
    if (field == Field::population) count_living();
}

void VulkanBackend::download(Field field, void* data, uint64_t bytes, uint64_t offset) {
    sync({.stage = StageKind::transfer, .reads = field_set({field})});
    staging_.download(data, fields_->locate(field, bytes, offset));
}

void VulkanBackend::fill(Field field, uint32_t word) {
    sync({.stage = StageKind::transfer, .writes = field_set({field})});
    const uint32_t buffers = field == Field::neighbors ? fields_->windows().count : 1;
    for (uint32_t b = 0; b < buffers; ++b) {
        const BufferRange range = fields_->array(field, b);
        context_.vk().vkCmdFillBuffer(commands_.get(), range.buffer, range.offset, range.bytes, word);
    }
}

void VulkanBackend::set_params(const FluidParams& params) {
    FluidParams own = params;
    own.list_stride = fields_->windows().stride;
    // Byte by byte, as they are uploaded. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (recorded_params_ && std::memcmp(&own, recorded_params_.get(), sizeof own) == 0) return;
    recorded_params_ = std::make_unique<FluidParams>(own);
    sync({.stage = StageKind::transfer, .writes_params = true});
    // Updated in command order: passes recorded earlier still see the earlier values.
    context_.vk().vkCmdUpdateBuffer(commands_.get(), programs_->params(), 0, sizeof own, &own);
    if (extents_.counts_vary()) count_living();
}

uint32_t VulkanBackend::domain_size(Domain domain) const {
    return static_cast<uint32_t>(undine::domain_size(domain, extents_, most_living_));
}

void VulkanBackend::set_most_living(uint32_t particles) {
    UNDINE_CHECK(particles <= extents_.particles, "more living particles than the arrays have room for");
    most_living_ = particles;
}

// params.particle_count ← population[POPULATION_LIVING], on the device.
void VulkanBackend::count_living() {
    sync({.stage = StageKind::transfer, .reads = field_set({Field::population}), .writes_params = true});
    const BufferRange from = fields_->array(Field::population);
    const VkBufferCopy word{from.offset + POPULATION_LIVING * sizeof(uint32_t), offsetof(FluidParams, particle_count),
                            sizeof(uint32_t)};
    context_.vk().vkCmdCopyBuffer(commands_.get(), from.buffer, programs_->params(), 1, &word);
}

void VulkanBackend::step_recorded() {
    if (watch_ && watch_->has_room()) {
        sync({.stage = StageKind::transfer, .reads = field_set({Field::population})});
        watch_->record(fields_->array(Field::population));
    }
    if (options_.submit_steps_after > 0 && commands_.recorded_seconds() >= options_.submit_steps_after)
        commands_.submit();
}

void VulkanBackend::record_copy(Field field, uint64_t bytes) {
    sync({.stage = StageKind::transfer, .reads = field_set({field})});
    copies_.record(fields_->locate(field, bytes, 0).front());
}

std::optional<Population> VulkanBackend::latest_population() { return watch_ ? watch_->latest() : std::nullopt; }

void VulkanBackend::run(Pass pass) {
    UNDINE_CHECK(extents_.passes.contains(pass), "a pass is run that the arrays were not allocated for");
    const uint32_t count = domain_size(info(pass).domain);
    const ListWindows& windows = fields_->windows();
    if (windows.count == 1 || !info(pass).bound(variant_.neighbors).contains(Field::neighbors)) {
        run_range(pass, {0, count, 0}, 0);
    } else {
        for (uint32_t w = 0; w < windows.count; ++w) {
            const uint32_t first = w * windows.stride;
            if (first < count) run_range(pass, {first, std::min(windows.stride, count - first), first}, w);
        }
    }
    if (info(pass).writes.contains(Field::population)) count_living();
}

// Dispatches the range in as many parts as the limits on workgroup count and submission time require.
void VulkanBackend::run_range(Pass pass, DispatchRange range, uint32_t window) {
    const uint32_t per_group = elements_of_workgroup(pass, options_.workgroup_size);
    const double cost = cost_of_element(pass);
    const uint32_t end = range.first + range.count;
    while (range.first < end) {
        const uint64_t groups = std::min(commands_.fitting(Work::simulation, cost * per_group), kMaxWorkgroups);
        range.count = static_cast<uint32_t>(std::min<uint64_t>(end - range.first, groups * per_group));
        commands_.begin_work(Work::simulation, range.count * cost);

        // The scope begins before the barrier: llvmpipe takes a timestamp only when it next waits, and the barrier
        // makes it wait.
        const PassScope scope(commands_, timed_name(pass), range.first > 0);
        sync({.stage = StageKind::compute,
              .reads = info(pass).inputs(variant_.neighbors),
              .writes = info(pass).writes,
              .reads_params = true});
        VkCommandBuffer commands = commands_.get();
        programs_->bind(commands, pass, range, window);
        context_.vk().vkCmdDispatch(commands, (range.count + per_group - 1) / per_group, 1, 1);
        range.first += range.count;
    }
}

void VulkanBackend::sync(const Access& access) {
    const auto barrier = tracker_.before(access);
    if (!barrier) return;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &*barrier;
    context_.vk().vkCmdPipelineBarrier2(commands_.get(), &dependency);
}

void VulkanBackend::sort_particles() {
    for (Pass pass : {Pass::count_cells, Pass::scan_blocks, Pass::scan_sums, Pass::scan_add, Pass::scatter}) run(pass);
    if (extents_.counts_vary()) run(Pass::count_living);
    run(Pass::order_in_cell);
}

void VulkanBackend::check_convergence() {
    run(Pass::sum_errors);
    run(Pass::check_error);
}

void VulkanBackend::finish() {
    commands_.submit();
    commands_.wait();
}

void VulkanBackend::time_passes(bool on) {
    commands_.submit();
    commands_.set_timing(on);
}

std::vector<PassTime> VulkanBackend::take_pass_times() { return commands_.take_pass_times(); }

bool VulkanBackend::guards_intact() {
    const auto ranges = fields_->guards();
    std::vector<uint32_t> words(ranges.size() * FieldStore::kGuardBytes / sizeof(uint32_t));
    sync({.stage = StageKind::transfer, .reads = kAllFields});
    staging_.download(words.data(), ranges);
    return std::all_of(words.begin(), words.end(), [](uint32_t word) { return word == FieldStore::kGuardWord; });
}

void VulkanBackend::prepare_read(FieldSet fields, VkPipelineStageFlags2 stages) {
    if (stages & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT) sync({.stage = StageKind::compute, .reads = fields});
    if (stages & (VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT))
        sync({.stage = StageKind::graphics, .reads = fields});
    if (stages & VK_PIPELINE_STAGE_2_COPY_BIT) sync({.stage = StageKind::transfer, .reads = fields});
}

}  // namespace undine
