// Particles of a fluid that is simulated elsewhere: copied from the host into device buffers, frame by frame.
#pragma once
#include <glm/vec4.hpp>
#include <span>

#include "gpu/buffer.h"
#include "render/particle_view.h"

namespace undine {

class Context;

class ParticleUpload {
  public:
    // slots: frames that may be in flight.
    ParticleUpload(Context& context, uint32_t count, float radius, uint32_t slots);

    const ParticleView& view() const { return view_; }

    // Host memory of a slot, to be filled before record(). Not while a frame that used the slot is in flight.
    std::span<glm::vec4> position(uint32_t slot) { return staged(slot, 0); }
    std::span<glm::vec4> velocity(uint32_t slot) { return staged(slot, 1); }

    // Records the copy, between barriers against the frame before and for the one that follows.
    void record(VkCommandBuffer commands, uint32_t slot);

  private:
    std::span<glm::vec4> staged(uint32_t slot, uint32_t array);

    Context& context_;
    uint64_t bytes_;  // of one array
    Buffer staging_, position_, velocity_;
    ParticleView view_;
};

}  // namespace undine
