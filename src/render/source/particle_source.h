// Where a frame's particles come from: the arrays of a Vulkan solver on the device that draws, read in place; those of
// another API on that device, also read in place (shared_source.h); or copies, through the host, from any other
// backend.
#pragma once
#include <memory>

#include "render/look/style.h"
#include "render/particles/coloring.h"
#include "render/source/particle_view.h"
#include "solver/solver.h"

namespace undine {

class Context;

class ParticleSource {
  public:
    virtual ~ParticleSource() = default;
    virtual const ParticleView& view() const = 0;

    // Whether the solver's steps run on the queue that draws, in submission order.
    virtual bool in_queue() const = 0;

    // Whether frames read the solver's own arrays.
    virtual bool in_place() const = 0;

    // Records what makes the particles, in their state after the steps so far, readable by a picture's passes.
    // slot: index of the frame in flight; the frame that used it last must have been executed.
    virtual void prepare(VkCommandBuffer commands, uint32_t slot) = 0;

    // Puts another colouring's values into view() from the next frame on; nothing may be in flight. The caller must
    // call the renderer's recolor() as well.
    virtual void recolor(Coloring coloring) = 0;

    // For a solver that may have failed and is not used any more: ensures that what was submitted is executed
    // nevertheless. Afterwards the source may only be destroyed.
    virtual void abandon() noexcept {}

    // Throws Error, and abandons the source, if the solver's device has failed and the queue would wait for it forever.
    virtual void check() {}
};

// The fields that a solver must have room for to be drawn like this (SolverOptions::derived).
FieldSet drawn_fields(Style style, Coloring coloring);

// The fields that such a solver must derive for each picture.
FieldSet derived_for(const Solver& solver, Coloring coloring);

// The field behind ParticleView::value. Water has no colouring; it uses the id, so that foam and spray differ by
// particle.
Field value_field(const Solver& solver, Coloring coloring);

// radius: of drawn particles, m. slots: frames that may be in flight. The solver must have been made with room for the
// colouring and must outlive the source; it can have only one source at a time.
std::unique_ptr<ParticleSource> make_particle_source(Context& context, Solver& solver, float radius, uint32_t slots,
                                                     Coloring coloring = Coloring::natural);

}  // namespace undine
