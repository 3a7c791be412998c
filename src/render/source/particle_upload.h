// Particles of a fluid that is simulated elsewhere: copied from the host into device buffers, frame by frame.
#pragma once
#include <cstddef>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "render/source/particle_view.h"
#include "solver/pass_table.h"

namespace undine {

class Context;

class ParticleUpload {
  public:
    // slots: frames that may be in flight. counts_vary: with an array for Field::population.
    ParticleUpload(Context& context, uint32_t count, bool ellipsoids, float radius, uint32_t slots,
                   bool counts_vary = false);

    const ParticleView& view() const { return view_; }

    // The field that the colour reads, one element a particle: copied too from here on where it is none of the others.
    // At first it is position. Nothing is in flight.
    void set_value(Field field);

    // Host memory of a slot for the field, position, velocity, ellipsoid or the colour's, to be filled before record();
    // empty where there is none. Not while a frame that used the slot is in flight.
    std::span<std::byte> staged_bytes(Field field, uint32_t slot);
    std::span<glm::vec4> staged(Field field, uint32_t slot);  // of a vec4 field

    // Records the copy, between barriers against the frame before and for the one that follows.
    void record(VkCommandBuffer commands, uint32_t slot);

  private:
    struct Array {
        Field field;
        uint64_t offset, bytes;  // in a slot's memory
        Buffer buffer;
    };
    BufferRange add_array(Field field);

    Context& context_;
    uint32_t slots_;
    std::vector<Array> arrays_;
    size_t always_ = 0;  // of these; the colour's may come behind them
    uint64_t slot_bytes_ = 0;
    Buffer staging_;
    ParticleView view_;
};

}  // namespace undine
