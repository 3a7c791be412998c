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
    // slots: frames that may be in flight. counts_vary: with an array for Field::population. diffuse: slots of spray,
    // foam and bubbles.
    ParticleUpload(Context& context, uint32_t count, bool ellipsoids, float radius, uint32_t slots,
                   bool counts_vary = false, uint32_t diffuse = 0);

    const ParticleView& view() const { return view_; }

    // Sets the field that the colour reads, one element per particle; initially position. It is uploaded, too, if it is
    // not one of the others. Nothing may be in flight.
    void set_value(Field field);

    // Host memory of a slot for a field, to be filled before record(): position, velocity, ellipsoid, population, those
    // of diffuse particles or the colour's; empty if the field is not uploaded. The frame that used the slot last must
    // have been executed.
    std::span<std::byte> staged_bytes(Field field, uint32_t slot);
    std::span<glm::vec4> staged(Field field, uint32_t slot);  // for a vec4 field

    // Records the copy, with barriers after the previous frame's reads and before those of this frame.
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
    size_t always_ = 0;  // how many of these are always uploaded; the colour's may follow
    uint64_t slot_bytes_ = 0;
    Buffer staging_;
    ParticleView view_;
};

}  // namespace undine
