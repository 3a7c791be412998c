// Where a frame's particles come from: a Vulkan solver's own arrays on the device that draws, in place; another API's
// on that device, in place, too (shared_source.h); or copies of any other backend's by way of the host.
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

    // True where the solver's steps are the queue's work, in the order of submission.
    virtual bool in_queue() const = 0;

    // True where frames read the solver's own arrays.
    virtual bool in_place() const = 0;

    // Records what makes the particles, as they are after the steps so far, readable by a picture's passes.
    // slot: of the frame; no frame that used it is in flight.
    virtual void prepare(VkCommandBuffer commands, uint32_t slot) = 0;

    // Another colouring's values from the next frame on, in the same view; nothing is in flight. The renderer's
    // recolor() goes with it.
    virtual void recolor(Coloring coloring) = 0;

    // The solver may have failed and is used no more: what was submitted will be executed all the same. Then only
    // destroyed.
    virtual void abandon() noexcept {}

    // Throws Error where the solver's device has failed and the queue would wait for it for ever; then it is abandoned.
    virtual void check() {}
};

// What the solver has to have room for (its constructor's `derived`).
FieldSet drawn_fields(Style style, Coloring coloring);

// What a solver made with room for it derives for each picture.
FieldSet derived_for(const Solver& solver, Coloring coloring);

// What a frame's `value` is: water has no colouring, but tells its drops apart.
Field value_field(const Solver& solver, Coloring coloring);

// radius: that particles are drawn with. slots: frames that may be in flight. The solver, which was made with room for
// the colouring, outlives the source. One source at a time of a solver.
std::unique_ptr<ParticleSource> make_particle_source(Context& context, Solver& solver, float radius, uint32_t slots,
                                                     Coloring coloring = Coloring::natural);

}  // namespace undine
