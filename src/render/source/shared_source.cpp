#include "render/source/shared_source.h"

#include <cstdio>
#include <string>
#include <utility>

#include "gpu/context.h"
#include "render/fluid_renderer.h"
#include "undine/error.h"

namespace undine {
namespace {

// The fields that pictures may read.
constexpr FieldSet kDrawnFields = kDerivedFields | field_set({Field::velocity, Field::id, Field::population,
                                                              Field::diffuse_position, Field::diffuse_velocity});

void say_once(const std::string& problem) {
    static std::string said;  // the viewer makes a source for every scene
    if (std::exchange(said, problem) == problem) return;
    std::fprintf(stderr, "Particles are copied by way of the host, which is slower: %s\n", problem.c_str());
}

}  // namespace

SharedSource::SharedSource(Context& context, Solver& solver, SharesArrays& shares, float radius, Coloring coloring,
                           Timeline timeline)
    : context_(context),
      solver_(solver),
      timeline_(std::move(timeline)),
      shared_(shares.share(timeline_.descriptor(), [this] { return hand_back(); })) {
    for (uint32_t f = 0; f < kFieldCount; ++f)
        if (kDrawnFields.contains(Field(f))) take_array(Field(f), shares.kGuardBytes);
    const uint32_t own = context.info().queue_family;
    receive_ = std::make_unique<ReusableCommands>(context, "acquire arrays", [&](VkCommandBuffer commands) {
        transfer_ownership(commands, VK_QUEUE_FAMILY_EXTERNAL, own);
    });
    release_ = std::make_unique<ReusableCommands>(context, "release arrays", [&](VkCommandBuffer commands) {
        transfer_ownership(commands, own, VK_QUEUE_FAMILY_EXTERNAL);
    });
    view_ = {.position = elements_[size_t(Field::position)],
             .velocity = elements_[size_t(Field::velocity)],
             .ellipsoid = elements_[size_t(Field::ellipsoid)],
             .count = solver.extents().particles,
             .radius = radius};
    if (solver.extents().counts_vary()) view_.population = elements_[size_t(Field::population)];
    view_.diffuse_position = elements_[size_t(Field::diffuse_position)];
    view_.diffuse_velocity = elements_[size_t(Field::diffuse_velocity)];
    view_.diffuse_count = solver.extents().diffuse;
    recolor(coloring);
}

SharedSource::~SharedSource() {
    abandon();
    context_.vk().vkQueueWaitIdle(context_.queue());  // the queue may have been blocked until abandon()
}

void SharedSource::take_array(Field field, uint64_t guard_bytes) {
    const uint64_t bytes = element_count(field, solver_.extents()) * info(field).stride;
    if (bytes == 0) return;
    const ExportedBuffer& buffer =
        buffers_.emplace_back(context_, bytes + 2 * guard_bytes, "shared " + std::string(info(field).name));
    shared_->move(field, {buffer.descriptor(), buffer.memory_bytes(), buffer.dedicated()});
    elements_[size_t(field)] = {buffer.range().buffer, guard_bytes, bytes};
}

void SharedSource::transfer_ownership(VkCommandBuffer commands, uint32_t from_family, uint32_t to_family) const {
    const bool receives = from_family == VK_QUEUE_FAMILY_EXTERNAL;
    std::vector<VkBufferMemoryBarrier2> barriers;
    for (const ExportedBuffer& buffer : buffers_) {
        VkBufferMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2};
        // Toward the other API the semaphore's wait and signal order the work, and they cover all stages.
        const VkPipelineStageFlags2 readers = kParticleReaders | VK_PIPELINE_STAGE_2_COPY_BIT;
        barrier.srcStageMask = receives ? VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT : readers;
        barrier.dstStageMask = receives ? readers : VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
        barrier.dstAccessMask =
            receives ? VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT : VK_ACCESS_2_NONE;
        barrier.srcQueueFamilyIndex = from_family;
        barrier.dstQueueFamilyIndex = to_family;
        barrier.buffer = buffer.range().buffer;
        barrier.size = VK_WHOLE_SIZE;
        barriers.push_back(barrier);
    }
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.bufferMemoryBarrierCount = static_cast<uint32_t>(barriers.size());
    dependency.pBufferMemoryBarriers = barriers.data();
    context_.vk().vkCmdPipelineBarrier2(commands, &dependency);
}

// Called when the solver is about to write: it waits for the returned value, which follows all that was submitted.
uint64_t SharedSource::hand_back() {
    timeline_.signal_by_queue(++value_, release_->get());
    ours_ = false;
    return value_;
}

void SharedSource::abandon() noexcept {
    shared_.reset();  // from here on the solver signals nothing
    timeline_.release(awaited_);
}

void SharedSource::check() {
    if (!shared_) return;
    try {
        shared_->check();
    } catch (...) {
        abandon();
        throw;
    }
}

void SharedSource::recolor(Coloring coloring) {
    derived_ = derived_for(solver_, coloring);
    view_.value = elements_[size_t(value_field(solver_, coloring))];
}

void SharedSource::prepare(VkCommandBuffer, uint32_t) {
    solver_.derive(derived_);
    solver_.backend().submit();  // calls hand_back() if anything is to be written
    if (ours_) return;
    try {
        shared_->release(++value_);
        timeline_.hold_queue(value_, receive_->get());
    } catch (...) {
        abandon();
        throw;
    }
    awaited_ = value_;
    ours_ = true;
}

std::string sharing_problem(const Context& context, const SharesArrays& shares) {
    if (context.info().uuid != shares.device_uuid())
        return context.info().name + " draws, but another device simulates.";
    if (std::string problem = ExportedBuffer::problem_of(context); !problem.empty()) return problem;
    return Timeline::export_problem_of(context);
}

std::unique_ptr<ParticleSource> share_particles(Context& context, Solver& solver, float radius, Coloring coloring) {
    SharesArrays* const shares = solver.backend().shares_arrays();
    if (!shares) return nullptr;
    std::string problem = sharing_problem(context, *shares);
    try {
        if (problem.empty())
            return std::make_unique<SharedSource>(context, solver, *shares, radius, coloring,
                                                  Timeline(context, Timeline::Use::exported));
    } catch (const Error& error) {
        problem = error.what();
    }
    say_once(problem);
    return nullptr;
}

}  // namespace undine
