// The particles of a solver that uses another API on the device that draws: its arrays live in buffers that Vulkan
// exports, and frames read them in place. A timeline semaphore orders the two: a frame reads after the steps before it
// have written, and the solver writes after the frames before have read.
#pragma once
#include <array>
#include <vector>

#include "backends/cuda/shares_arrays.h"
#include "gpu/exported_buffer.h"
#include "gpu/reusable_commands.h"
#include "gpu/timeline.h"
#include "render/source/particle_source.h"

namespace undine {

class SharedSource final : public ParticleSource {
  public:
    // shares: the solver's backend. Throws Error if it cannot import the buffers; the solver remains usable.
    SharedSource(Context& context, Solver& solver, SharesArrays& shares, float radius, Coloring coloring,
                 Timeline timeline);
    ~SharedSource() override;

    const ParticleView& view() const override { return view_; }
    bool in_queue() const override { return false; }
    bool in_place() const override { return true; }
    // Earlier frames must have been submitted, and this one must be submitted before the solver is used again. After an
    // error the source can only be destroyed.
    void prepare(VkCommandBuffer commands, uint32_t slot) override;
    void recolor(Coloring coloring) override;
    // Signals the value that the queue may be waiting for, in place of the solver.
    void abandon() noexcept override;
    void check() override;

  private:
    void take_array(Field field, uint64_t guard_bytes);
    void transfer_ownership(VkCommandBuffer commands, uint32_t from_family, uint32_t to_family) const;
    uint64_t hand_back();

    Context& context_;
    Solver& solver_;
    Timeline timeline_;
    uint64_t value_ = 0, awaited_ = 0;  // timeline values: the last one used; the last one the queue waits for
    std::unique_ptr<SharedArrays> shared_;
    std::vector<ExportedBuffer> buffers_;
    std::array<BufferRange, kFieldCount> elements_{};  // in buffers_, by field; no bytes if no frame reads the field
    std::unique_ptr<ReusableCommands> receive_, release_;  // acquire buffers from the other API; release them to it
    bool ours_ = false;                                    // acquired since the solver last wrote
    ParticleView view_;
    FieldSet derived_;
};

// A sentence why the device that draws cannot share memory with the solver's backend; empty if it can.
std::string sharing_problem(const Context& context, const SharesArrays& shares);

// Returns a SharedSource, or nullptr if the solver's backend does not share arrays or if sharing fails; a failure's
// reason is printed on stderr, but not twice in a row.
std::unique_ptr<ParticleSource> share_particles(Context& context, Solver& solver, float radius, Coloring coloring);

}  // namespace undine
