// The particles of a solver of another API on the device that draws: its arrays live in buffers that Vulkan exports,
// and a frame reads them in place. A timeline semaphore keeps the two in turn: a frame reads once the steps before it
// have written, the solver writes once the frames before have read.
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
    // `shares` is the solver's backend. Throws Error where it cannot import; the solver goes on as it was.
    SharedSource(Context& context, Solver& solver, SharesArrays& shares, float radius, Coloring coloring,
                 Timeline timeline);
    ~SharedSource() override;

    const ParticleView& view() const override { return view_; }
    bool in_queue() const override { return false; }
    bool in_place() const override { return true; }
    // Frames before this one have been submitted, and this one is before the solver is used again. After an error it
    // can only be destroyed.
    void prepare(VkCommandBuffer commands, uint32_t slot) override;
    void recolor(Coloring coloring) override;
    // The queue may wait for a value that nobody signals any more; it must not wait for ever.
    void abandon() noexcept override;
    void check() override;

  private:
    void take_array(Field field, uint64_t guard_bytes);
    void transfer_ownership(VkCommandBuffer commands, uint32_t from_family, uint32_t to_family) const;
    uint64_t hand_back();

    Context& context_;
    Solver& solver_;
    Timeline timeline_;
    uint64_t value_ = 0, awaited_ = 0;  // of the timeline: the last; the last that the queue waits for
    std::unique_ptr<SharedArrays> shared_;
    std::vector<ExportedBuffer> buffers_;
    std::array<BufferRange, kFieldCount> elements_{};      // in them, by field; no bytes of fields that no frame reads
    std::unique_ptr<ReusableCommands> receive_, release_;  // the buffers, from and to the other API
    bool ours_ = false;                                    // received since they were written
    ParticleView view_;
    FieldSet derived_;
};

// A sentence why the device that draws cannot share memory with that of the solver's backend; empty: it can.
std::string sharing_problem(const Context& context, const SharesArrays& shares);

// A SharedSource where the solver's backend can share with the device that draws. Where it could and that fails, the
// reason is said on stderr, once, and there is none; nor for other backends.
std::unique_ptr<ParticleSource> share_particles(Context& context, Solver& solver, float radius, Coloring coloring);

}  // namespace undine
