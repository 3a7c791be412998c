// The seam between the method and the machine. A Backend owns the arrays of fields.def and runs the passes of
// passes.def on them; Solver::step() decides the order. Calls take effect as if executed one after another.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/pass_time.h"
#include "solver/fluid_view.h"
#include "solver/pass_table.h"
#include "solver/population.h"
#include "solver/variant.h"

namespace undine {

class VulkanBackend;
class SharesArrays;

// What a Backend makes room for, once: how many elements each extent has, and the passes that will run. An array that
// none of them touches has no elements.
struct Extents {
    uint32_t particles = 0;      // there may be at most
    uint32_t boundary = 0;       // boundary particles; 0 is allowed
    uint32_t cells = 0;          // of the grid; the arrays have one element more
    uint32_t list_capacity = 0;  // neighbours a particle can hold; 0: grid traversal, no list
    uint32_t vorticity = 0;      // particles, where vorticity is confined; else 0
    uint32_t ellipsoids = 0;     // particles, where they are drawn as water; else 0
    uint32_t arrivals = 0;       // particles that may arrive at once; 0: none ever does
    uint32_t sinks = 0;
    uint32_t planes = 0;  // the tank's walls included
    uint32_t solids = 0;  // beside the planes
    PassSet passes = kEveryPass;

    // Particles come and go: those that live are the first `population[POPULATION_LIVING]` of each array. Otherwise
    // all do.
    bool counts_vary() const { return arrivals > 0; }
};

// Particles a block that the fixed-order sums and scans work on: the same on every backend.
inline constexpr uint32_t kBlockSize = 1024;

// Elements of a field's array. A backend may hold the list in several windows; then list is the largest one.
uint64_t element_count(Field field, const Extents& extents);

// Bytes of all arrays together.
uint64_t memory_needed(const Extents& extents);

// What pass times call a pass: its name, or "sort/scatter" for a step of what other backends do at once.
std::string timed_name(Pass pass);

// Whether a pass time is the solver's: what else is in a frame draws.
bool is_simulation(std::string_view timed);

class Backend {
  public:
    virtual ~Backend() = default;
    virtual std::string name() const = 0;

    // Creates every array, filled with a pattern that is no sensible number (0xCD…), except cell_count: zero.
    // Throws Error(out_of_memory) that says how much was needed and how much there is.
    virtual void allocate(const Extents& extents, Variant variant) = 0;

    // Copies bytes between host memory and an array; waits until done. Sizes and offsets in bytes, multiples of 4; 0
    // bytes are nothing to do. On the host, the neighbour list is [k · particles + i], whatever a backend's own layout.
    virtual void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) = 0;
    virtual void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) = 0;
    virtual void fill(Field field, uint32_t word) = 0;

    // upload() in the order of what is recorded: returns at once where a backend can, and `data` may go.
    virtual void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) {
        upload(field, data, bytes, offset);
    }

    // Parameters for the passes recorded from here on. list_stride is the backend's own and is overwritten, and so is
    // particle_count where counts vary; where they do not, it has to be the extents'.
    virtual void set_params(const FluidParams& params) = 0;

    // Where counts vary: no more than so many particles live in the passes recorded from here on. What is launched, but
    // no result, depends on it.
    virtual void set_most_living(uint32_t particles) = 0;

    // `population` after the last recorded step that is known to be executed; nothing before the first such step, and
    // where counts do not vary. Does not wait.
    virtual std::optional<Population> latest_population() = 0;

    // Runs a shared-body pass over all living particles; one of extents.passes.
    virtual void run(Pass pass) = 0;

    // cell → cell_start and source: a counting sort by (cell, id). Where counts vary, what is drained lives no more.
    virtual void sort_particles() = 0;

    // Sums max(C, 0) in blocks of kBlockSize, in a fixed order, and decides on the device (convergence.glsl).
    virtual void check_convergence() = 0;

    // Hands over what was recorded, so that it is executed while more is recorded. Does not wait.
    virtual void submit() = 0;

    // All passes of a step have been recorded. A backend whose work nothing else joins hands it over as one.
    virtual void step_recorded() {}

    // Waits until everything has been executed.
    virtual void finish() = 0;

    // True while the guard words before and after every array hold what allocate() wrote.
    virtual bool guards_intact() = 0;

    // Who else can read the arrays on the device: pictures in the queue of a Vulkan backend (vulkan_backend.h), or on
    // another API's side of memory that both know (shares_arrays.h). nullptr where only copies are to be had.
    virtual VulkanBackend* in_vulkan_queue() { return nullptr; }
    virtual SharesArrays* shares_arrays() { return nullptr; }

    // Whether passes are timed from here on. Names are those of passes.def, and "sort" and "reduce" or their parts.
    virtual void time_passes(bool on) = 0;

    // Totals since the last call, of passes known to be executed: finish() before asking for all of them.
    virtual std::vector<PassTime> take_pass_times() = 0;
};

}  // namespace undine
