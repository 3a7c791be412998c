// The passes on a Vulkan device. Calls are recorded into the command buffer of `commands`, so that a frame's
// drawing can follow the step in the same submission:
//
//     solver.step();
//     backend.prepare_read(field_set({Field::position}), VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT);
//     draw(commands.get(), backend.array(Field::position));        // bound as a storage buffer
//     commands.submit({.wait = acquired, .signal = rendered});
//
// Work estimated to take longer than 250 ms is submitted in parts: drivers reset a device that is busy for seconds.
#pragma once
#include <memory>

#include "backends/vulkan/access_tracker.h"
#include "backends/vulkan/field_store.h"
#include "backends/vulkan/host_copies.h"
#include "backends/vulkan/pass_programs.h"
#include "backends/vulkan/population_watch.h"
#include "gpu/commands.h"
#include "gpu/context.h"
#include "gpu/staging.h"
#include "solver/backend.h"

namespace undine {

struct VulkanOptions {
    uint64_t max_list_binding =
        ~uint64_t{0};  // bytes of the neighbour list bound at once; the device's own limit applies too
    double submit_steps_after =
        0;  // estimated s of recorded steps that are submitted by themselves, so that the device
            // works while more are recorded; 0: the host submits, with what it adds to them
    uint32_t workgroup_size = kWorkgroupSize;  // invocations, of the shared bodies
};

class VulkanBackend final : public Backend {
  public:
    // Borrows both. Other users of `commands` may record into it between calls; the context's device must pass
    // DeviceInfo::can_run(). Throws Error(bad_input) if the device does not allow a workgroup of that size.
    VulkanBackend(Context& context, Commands& commands, const VulkanOptions& options = {});
    ~VulkanBackend() override;  // waits

    std::string name() const override;
    void allocate(const Extents& extents, Variant variant) override;
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) override;
    void fill(Field field, uint32_t word) override;
    void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void set_most_living(uint32_t particles) override;
    std::optional<Population> latest_population() override;
    void set_params(const FluidParams& params) override;
    void run(Pass pass) override;
    void sort_particles() override;
    void check_convergence() override;
    void record_copy(Field field, uint64_t bytes) override;
    void take_copy(void* data, uint64_t bytes) override { copies_.take(data, bytes); }
    void submit() override { commands_.submit(); }
    void step_recorded() override;
    void finish() override;
    bool guards_intact() override;
    VulkanBackend* in_vulkan_queue() override { return this; }
    void time_passes(bool on) override;
    std::vector<PassTime> take_pass_times() override;
    void set_trace(Trace& trace) override { commands_.set_trace(trace); }
    void begin_group(const char* name, uint64_t number) override { commands_.begin_group(name, number); }
    void end_group() override { commands_.end_group(); }

    // The range that holds a field, to be bound as a storage buffer. Valid until the next allocate(). Not for
    // `neighbors`, which may be split over several buffers.
    BufferRange array(Field field) const { return fields_->array(field); }

    // Makes what the passes wrote visible to reads by `stages` (vertex, fragment or compute shaders, or copies) that
    // the caller records next, and makes later passes wait for these reads before they write again.
    void prepare_read(FieldSet fields, VkPipelineStageFlags2 stages);

    Context& context() { return context_; }
    Commands& commands() { return commands_; }

  private:
    void run_range(Pass pass, DispatchRange range, uint32_t window);
    void sync(const Access& access);
    uint32_t domain_size(Domain domain) const;
    void count_living();

    Context& context_;
    Commands& commands_;
    VulkanOptions options_;
    Extents extents_;
    Variant variant_;
    Staging staging_;
    std::unique_ptr<FieldStore> fields_;
    std::unique_ptr<PassPrograms> programs_;
    AccessTracker tracker_;
    std::unique_ptr<FluidParams> recorded_params_;  // the last that the device was given; null: none yet
    uint32_t most_living_ = 0;
    HostCopies copies_;
    std::unique_ptr<PopulationWatch> watch_;  // null unless counts vary
};

}  // namespace undine
