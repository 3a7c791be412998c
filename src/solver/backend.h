// The interface between the method and the machine. A Backend owns the arrays of fields.def and runs the passes of
// passes.def on them; Solver::step() and the scene's Method decide the order. Calls take effect as if executed one
// after another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/pass_time.h"
#include "platform/trace.h"
#include "solver/pass_table.h"
#include "solver/population.h"
#include "solver/variant.h"

namespace undine {

struct FluidParams;
class VulkanBackend;
class SharesArrays;

// What a Backend allocates for, once: the number of elements of each extent, and the passes that will run. An array
// that none of these passes touches has no elements.
struct Extents {
    uint32_t particles = 0;        // capacity: the most particles there may be
    uint32_t boundary = 0;         // boundary particles; may be 0
    uint32_t cells = 0;            // grid cells; arrays per cell have one element more
    uint32_t list_capacity = 0;    // neighbours per particle; 0: grid traversal, no list
    uint32_t vorticity = 0;        // = particles if vorticity is confined or shown; else 0
    uint32_t surface_normals = 0;  // = particles if there is surface tension or cohesion; else 0
    uint32_t multipliers = 0;      // = particles if gradients are those at the step's start; else 0
    uint32_t coarse_cells = 0;     // = cells if there is a coarse pressure; else 0
    uint32_t shifts = 0;           // = particles if repulsion shifts them; else 0
    uint32_t diffuse = 0;          // most particles of spray, foam and bubbles; 0: there are none
    uint32_t adheres = 0;          // 1: particles adhere to what is solid
    uint32_t friction = 0;         // 1: solids have friction
    uint32_t restitution = 0;      // 1: they have restitution
    uint32_t drags = 0;            // 1: they drag at water that slides along them
    uint32_t ellipsoids = 0;       // = particles if they are drawn as water; else 0
    uint32_t arrivals = 0;         // most particles admitted in one batch; 0: the count is fixed
    uint32_t sinks = 0;
    uint32_t planes = 0;                     // the tank's walls included
    uint32_t solids = 0;                     // beside the planes
    uint32_t solid_traits = PBF_SOLIDS_ANY;  // what those are and do
    uint32_t mesh_nodes = 0;                 // of the fields of those that are meshes
    uint32_t reactions = 0;  // solids whose reaction to the water is summed: all if one of them floats, else 0
    PassSet passes = kEveryPass;

    // Whether particles come and go: the living ones are then the first `population[POPULATION_LIVING]` of each array.
    // Otherwise all particles live.
    bool counts_vary() const { return arrivals > 0; }
};

// Elements per block of the fixed-order sums and scans; the same on every backend.
inline constexpr uint32_t kBlockSize = 1024;

// Elements of a field's array; for the neighbour list, of the whole list, even if a backend splits it into windows.
uint64_t element_count(Field field, const Extents& extents);

// How many elements, or workgroups, a pass of that domain has with at most that many living particles.
uint64_t domain_size(Domain domain, const Extents& extents, uint32_t living);

// Bytes of all arrays together.
uint64_t memory_needed(const Extents& extents);

// A pass's name in pass times: its own, or "sort/scatter" for one part of what other backends run as one operation.
std::string timed_name(Pass pass);

// Whether a pass time belongs to the simulation; the other times of a frame belong to the renderer.
bool is_simulation(std::string_view timed);

class Backend {
  public:
    virtual ~Backend() = default;
    virtual std::string name() const = 0;

    // Creates every array, filled with a pattern that makes no sensible number (0xCD…), except cell_count, which is
    // zero. Throws Error(out_of_memory), which says how much memory is needed and how much there is.
    virtual void allocate(const Extents& extents, Variant variant) = 0;

    // Copies between host memory and an array; blocks until done. Sizes and offsets are in bytes, multiples of 4; 0
    // bytes is a no-op. On the host, the neighbour list is [k · particles + i], whatever the backend's own layout.
    virtual void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) = 0;
    virtual void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) = 0;
    virtual void fill(Field field, uint32_t word) = 0;

    // As upload(), but recorded in order with the passes: returns at once if the backend can, and `data` need not
    // outlive the call.
    virtual void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) {
        upload(field, data, bytes, offset);
    }

    // Parameters for the passes recorded from here on. The backend overwrites list_stride and, if counts vary,
    // particle_count; if they do not, particle_count must equal that of the extents.
    virtual void set_params(const FluidParams& params) = 0;

    // If counts vary: an upper bound on the living particles in the passes recorded from here on. It affects how much
    // is dispatched, but no result.
    virtual void set_most_living(uint32_t particles) = 0;

    // `population` after the last recorded step known to have executed; empty before the first such step, and if counts
    // do not vary. Does not wait.
    virtual std::optional<Population> latest_population() = 0;

    // Runs a shared-body pass, one of extents.passes, over its domain: all living particles, or once.
    virtual void run(Pass pass) = 0;

    // cell → cell_start and source: a counting sort by (cell, id). If counts vary, this removes the drained particles
    // from the living.
    virtual void sort_particles() = 0;

    // Sums max(C, 0) in blocks of kBlockSize, in a fixed order, and decides on the device whether the iterations are
    // done (convergence.glsl).
    virtual void check_convergence() = 0;

    // Records a copy to the host of an array's first `bytes` as they are then. take_copy() gives the oldest copy that
    // has not been taken; it waits for that copy, not for what was recorded after it. Here, a download at once.
    virtual void record_copy(Field field, uint64_t bytes);
    virtual void take_copy(void* data, uint64_t bytes);

    // Submits what was recorded, so that it executes while more is recorded. Does not wait.
    virtual void submit() = 0;

    // Called when all passes of a step have been recorded. Here a backend takes its copy for latest_population(), and
    // one whose work nothing else joins submits the step as a whole.
    virtual void step_recorded() {}

    // Waits until everything recorded has executed.
    virtual void finish() = 0;

    // True while the guard words before and after every array hold what allocate() wrote.
    virtual bool guards_intact() = 0;

    // How a renderer can read the arrays on the device: in the queue of a Vulkan backend (vulkan_backend.h), or through
    // memory shared with another API (shares_arrays.h). nullptr if the arrays can only be copied.
    virtual VulkanBackend* in_vulkan_queue() { return nullptr; }
    virtual SharesArrays* shares_arrays() { return nullptr; }

    // The array itself where the host can read it in place: it changes as passes run. nullptr elsewhere.
    virtual const std::byte* on_host(Field) { return nullptr; }

    // Turns the timing of passes on or off from here on. Names are those of passes.def, and "sort" and "reduce" or
    // their parts.
    virtual void time_passes(bool on) = 0;

    // Totals since the last call, of the passes known to have executed; to get all of them, call finish() first.
    virtual std::vector<PassTime> take_pass_times() = 0;

    // While passes are timed, adds each to that timeline as well, which must outlive the backend: all executed ones
    // after finish() and take_pass_times().
    virtual void set_trace(Trace&) {}

    // Brackets passes that belong together, for timelines and debuggers: "step" 12, "iteration" 2. May nest.
    virtual void begin_group(const char* /*name*/, uint64_t /*number*/) {}
    virtual void end_group() {}

  private:
    std::deque<std::vector<std::byte>> copies_;
};

// A group for as long as the object lives.
class GroupScope {
  public:
    GroupScope(Backend& backend, const char* name, uint64_t number) : backend_(backend) {
        backend_.begin_group(name, number);
    }
    ~GroupScope() { backend_.end_group(); }
    GroupScope(const GroupScope&) = delete;
    GroupScope& operator=(const GroupScope&) = delete;

  private:
    Backend& backend_;
};

}  // namespace undine
