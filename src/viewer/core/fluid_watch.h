// How the fluid fares under its parameters: read from the solver's arrays as its last step left them, a few times a
// second. The steps of a Vulkan solver are not waited for: their arrays are copied in the frame and read when that has
// been executed. Other backends copy at once. Nothing that a step reads is written.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gpu/buffer.h"
#include "io/ply.h"
#include "solver/solver.h"

namespace undine {

class Context;

// Of ρ0, on average: such water is visibly squeezed. Where water lands it may be for a moment: the cube of
// cube_drop, with steps of 16 ms, is for 0.18 s.
inline constexpr double kMostDensityError = 0.05, kLongestDense = 0.3;  // s

struct FluidHealth {
    StateTime time;            // of the step
    double density_error = 0;  // mean of max(C, 0), as the step's last iteration found it
    double dense_for = 0;      // s of the scene, in all of whose measurements density_error was above kMostDensityError
    double kinetic_energy = 0;  // J
    uint32_t iterations = 0;
    uint64_t not_finite = 0;        // particles with a place, velocity or density that is no finite number
    bool counts_neighbors = false;  // the two below are known: with neighbors = grid, steps do not count
    double neighbors_mean = 0;      // fluid and boundary
    uint32_t neighbors_max = 0;
    uint32_t list_capacity = 0;
    uint32_t capacity = 0;     // particles there may be
    uint64_t turned_away = 0;  // since the start: particles that found no room
    // Since the start, or since the parameters changed.
    uint64_t dropped_neighbors = 0;  // pairs
    uint64_t clamped_speeds = 0;     // particle steps
};

// A sentence for each thing that is wrong; empty: nothing.
std::vector<std::string> troubles_of(const FluidHealth& health);

class FluidWatch {
  public:
    // The context draws. Both outlive the watch. now: the time of the state that the solver has.
    FluidWatch(Context& context, Solver& solver, const StateTime& now);

    // After the steps of a frame, recorded or executed, which ended at `time`. Measures where it is time to: not twice
    // the same state, and not while the last copy is on its way. at_once: whenever the state is another.
    void record(const StateTime& time, uint32_t slot, bool at_once);

    // What the slot's frame copied; it has been executed.
    void collect(uint32_t slot);

    // Dropped neighbours and clamped speeds are counted from the next measurement on.
    void parameters_changed() { ++epoch_; }
    void restarted(const StateTime& now);

    // The last one; empty before the first, and after restarted().
    const std::optional<FluidHealth>& health() const { return health_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Pending {
        uint32_t slot;
        StateTime time;
        FluidParams params;
        uint64_t epoch;
        bool outdated = false;  // by a restart
    };
    void copy();
    void measure(const Pending& pending, const std::byte* bytes, Clock::time_point begun);

    Context& context_;
    Solver& solver_;
    bool in_queue_;
    Buffer copied_;                   // in the queue
    std::vector<std::byte> on_host_;  // otherwise
    std::optional<Pending> pending_;
    std::optional<FluidHealth> health_;
    StateTime measured_;  // not to be measured again
    Clock::time_point due_{};
    uint64_t epoch_ = 0, counted_epoch_ = 0;  // of the parameters
    uint64_t dropped_before_ = 0, clamped_before_ = 0;
    std::optional<double> dense_since_;  // s of the scene
};

}  // namespace undine
