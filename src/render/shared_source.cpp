#include "render/shared_source.h"

#include <cstdio>
#include <string>
#include <utility>

#include "error.h"
#include "gpu/context.h"
#include "render/fluid_renderer.h"

namespace undine {
namespace {

constexpr uint64_t kLargestValue = sizeof(glm::vec4);  // bytes of an element of any field that a colour reads

void say_once(const std::string& problem) {
    static std::string said;  // viewers make a source for every scene
    if (std::exchange(said, problem) == problem) return;
    std::fprintf(stderr, "Particles are copied by way of the host, which is slower: %s\n", problem.c_str());
}

}  // namespace

SharedSource::SharedSource(Context& context, Solver& solver, SharesFrames& shares, float radius, Coloring coloring,
                           Timeline timeline)
    : context_(context), solver_(solver), timeline_(std::move(timeline)) {
    const bool ellipsoids = solver.extents().ellipsoids > 0;
    for (Field field : {Field::position, Field::velocity, Field::ellipsoid}) {
        if (field == Field::ellipsoid && !ellipsoids) continue;
        const uint64_t bytes = element_count(field, solver.extents()) * info(field).stride;
        fixed_.push_back({field, add_array("shared " + std::string(info(field).name), bytes)});
    }
    value_array_ = add_array("shared value", solver.extents().particles * kLargestValue);
    view_ = {.position = arrays_[0].range(),
             .velocity = arrays_[1].range(),
             .ellipsoid = ellipsoids ? arrays_[2].range() : BufferRange{},
             .count = solver.extents().particles,
             .radius = radius};
    recolor(coloring);

    std::vector<ExportedArray> exported;
    for (const ExportedBuffer& a : arrays_)
        exported.push_back({a.range().bytes, a.descriptor(), a.memory_bytes(), a.dedicated()});
    frames_ = shares.share(std::move(exported), timeline_.descriptor());
}

SharedSource::~SharedSource() {
    give_up();
    context_.vk().vkQueueWaitIdle(context_.queue());  // it may only now get to what it waited for
}

size_t SharedSource::add_array(const std::string& name, uint64_t bytes) {
    arrays_.emplace_back(context_, bytes, name);
    return arrays_.size() - 1;
}

// After an error the queue may wait for a value that nobody signals any more; it must not wait for ever.
void SharedSource::give_up() noexcept {
    frames_.reset();  // what the solver was going to signal it has, or never will
    timeline_.release(written_);
}

void SharedSource::recolor(Coloring coloring) {
    const Field value = value_field(solver_, coloring);
    derived_ = derived_for(solver_, coloring);
    copies_ = fixed_;
    for (const FrameCopy& copy : fixed_) {
        if (copy.field != value) continue;
        view_.value = arrays_[copy.array].range();
        return;
    }
    copies_.push_back({value, value_array_});
    view_.value = arrays_[value_array_].range();
    view_.value.bytes = uint64_t{view_.count} * info(value).stride;
}

void SharedSource::prepare(VkCommandBuffer commands, uint32_t) {
    solver_.derive(derived_);
    const uint64_t read = written_ + 1, written = written_ + 2;
    timeline_.signal_by_queue(read);
    try {
        frames_->write(copies_, read, written);
    } catch (...) {
        give_up();
        throw;
    }
    timeline_.hold_queue(written);
    written_ = written;

    // What it wrote becomes the queue's. The way back needs no barrier: nothing that is overwritten has to be kept.
    std::vector<VkBufferMemoryBarrier2> barriers;
    for (const ExportedBuffer& array : arrays_) {
        VkBufferMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2};
        barrier.srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;  // as the semaphore's, which it goes on from
        barrier.dstStageMask = kParticleReaders;
        barrier.dstAccessMask = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
        barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL;
        barrier.dstQueueFamilyIndex = context_.info().queue_family;
        barrier.buffer = array.range().buffer;
        barrier.size = VK_WHOLE_SIZE;
        barriers.push_back(barrier);
    }
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.bufferMemoryBarrierCount = static_cast<uint32_t>(barriers.size());
    dependency.pBufferMemoryBarriers = barriers.data();
    context_.vk().vkCmdPipelineBarrier2(commands, &dependency);
}

std::string sharing_problem(const Context& context, const SharesFrames& shares) {
    if (context.info().uuid != shares.device_uuid()) return context.info().name + " draws, another device simulates.";
    if (std::string problem = ExportedBuffer::problem_of(context); !problem.empty()) return problem;
    return Timeline::export_problem_of(context);
}

std::unique_ptr<ParticleSource> share_particles(Context& context, Solver& solver, float radius, Coloring coloring) {
    auto* shares = dynamic_cast<SharesFrames*>(&solver.backend());
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
