// Particles of a fluid that is simulated elsewhere: copied from the host into device buffers, frame by frame.
#pragma once
#include <array>
#include <glm/vec4.hpp>
#include <span>

#include "gpu/buffer.h"
#include "render/particle_view.h"
#include "solver/pass_table.h"

namespace undine {

class Context;

class ParticleUpload {
  public:
    // slots: frames that may be in flight.
    ParticleUpload(Context& context, uint32_t count, bool ellipsoids, float radius, uint32_t slots);

    const ParticleView& view() const { return view_; }

    // Host memory of a slot for the field, position, velocity or ellipsoid, to be filled before record(); empty where
    // there is none. Not while a frame that used the slot is in flight.
    std::span<glm::vec4> staged(Field field, uint32_t slot);

    // Records the copy, between barriers against the frame before and for the one that follows.
    void record(VkCommandBuffer commands, uint32_t slot);

  private:
    struct Array {
        Field field;
        uint64_t offset, bytes;  // in a slot's memory
        Buffer buffer;
    };
    Context& context_;
    std::array<Array, 3> arrays_;
    uint64_t slot_bytes_;
    Buffer staging_;
    ParticleView view_;
};

}  // namespace undine
