// The particles of a solver of another API on the device that draws: it writes them into buffers that Vulkan exports, and
// nothing of them passes the host. A timeline semaphore keeps the two in turn: the solver writes once the frame before has
// read, a frame reads once the solver has written.
#pragma once
#include <span>
#include <vector>

#include "backends/cuda/shares_frames.h"
#include "gpu/exported_buffer.h"
#include "gpu/timeline.h"
#include "render/particle_source.h"

namespace undine {

class SharedSource final : public ParticleSource {
  public:
    // `shares` is the solver's backend. Throws Error where it cannot import.
    SharedSource(Context& context, Solver& solver, SharesFrames& shares, float radius, Coloring coloring, Timeline timeline);
    ~SharedSource() override;

    const ParticleView& view() const override { return view_; }
    bool on_host() const override { return true; }  // that is, its steps are no part of the queue's work
    // Frames before this one have been submitted.
    void prepare(VkCommandBuffer commands, uint32_t slot) override;
    void recolor(Coloring coloring) override;

  private:
    size_t add_array(const std::string& name, uint64_t bytes);  // its place in arrays_
    void give_up() noexcept;

    Context& context_;
    Solver& solver_;
    Timeline timeline_;
    uint64_t written_ = 0;  // of the last frame: 2, 4 …; one less: what was drawn before has been read
    std::vector<ExportedBuffer> arrays_;
    std::unique_ptr<SharedFrames> frames_;
    std::vector<FrameCopy> fixed_, copies_;  // without and with the value
    ParticleView view_;
    size_t value_array_ = 0;
    FieldSet derived_;
};

// A sentence why the device that draws cannot share memory with that of the solver's backend; empty: it can.
std::string sharing_problem(const Context& context, const SharesFrames& shares);

// A SharedSource where the solver's backend can share with the device that draws. Where it could and that fails, the reason
// is said on stderr, once, and there is none; nor for other backends.
std::unique_ptr<ParticleSource> share_particles(Context& context, Solver& solver, float radius, Coloring coloring);

}  // namespace undine
