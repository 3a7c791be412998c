// How the fluid fares under its parameters: measured a few times a second on the solver's arrays as its last step left
// them, and added up on its device, so that the host reads a few KiB however many particles there are. A Vulkan solver
// is not waited for: its sums are copied in the frame and read once that frame has been executed. Other backends copy
// at once. Nothing that a step reads is modified.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/buffer.h"
#include "io/ply.h"
#include "measure/statistics.h"
#include "solver/solver.h"

namespace undine {

class Context;

// Mean density error, as a fraction of ρ0, above which water is visibly compressed, and how long it may be: water that
// lands is so for a moment, the cube of cube_drop with steps of 16 ms for 0.18 s.
inline constexpr double kMostDensityError = 0.05, kLongestDense = 0.3;  // s

struct FluidHealth {
    StateTime time;            // of the step
    double density_error = 0;  // mean of max(C, 0), as the step's last iteration found it
    double dense_for = 0;      // s of the scene for which every measured density_error was above kMostDensityError
    Energy energy;             // J
    // J: kinetic and potential energy at energy_since (s of the scene) less those now. That is the first measurement,
    // or the first since the parameters changed or something gave energy or took it; empty while something does.
    std::optional<double> energy_lost;
    double energy_since = 0;
    uint32_t iterations = 0;
    uint64_t not_finite = 0;        // particles whose position, velocity or density is not finite
    bool counts_neighbors = false;  // whether the two below are known: with neighbors = grid, steps do not count them
    double neighbors_mean = 0;      // fluid and boundary
    uint32_t neighbors_max = 0;
    uint32_t list_capacity = 0;
    uint32_t capacity = 0;     // the most particles there may be
    uint64_t turned_away = 0;  // since the start: particles that found no room
    // Since the start, or since the parameters changed.
    uint64_t dropped_neighbors = 0;  // pairs
    uint64_t clamped_speeds = 0;     // particle steps
    uint64_t clamped_solids = 0;     // steps of solids that float
};

// A sentence for each problem; empty if there is none.
std::vector<std::string> troubles_of(const FluidHealth& health);

class FluidWatch {
  public:
    // context: the one whose queue takes frames; nullptr: the arrays are copied at once, after a wait. It and the
    // solver outlive the watch. now: the time of the solver's present state.
    FluidWatch(Context* context, Solver& solver, const StateTime& now);

    // Called after a frame's steps, recorded or executed, which end at `time`. Measures if it is due, but never the
    // same state twice, nor while the last copy is in flight. at_once: without waiting until it is due.
    void record(const StateTime& time, uint32_t slot, bool at_once);

    // Evaluates what the slot's frame copied; that frame must have been executed.
    void collect(uint32_t slot);

    // Counts dropped neighbours, clamped speeds and lost energy anew from the next measurement on.
    void parameters_changed() { ++epoch_; }
    void restarted(const StateTime& now);

    // The last measurement; empty before the first, and after restarted().
    const std::optional<FluidHealth>& health() const { return health_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Pending {
        uint32_t slot;
        StateTime time;
        std::shared_ptr<const FluidParams> params;
        uint64_t epoch;
        bool was_closed;        // since the measurement before
        bool outdated = false;  // by a restart
    };
    void copy();
    void measure(const Pending& pending, const std::byte* bytes, Clock::time_point begun);

    Context* context_;
    Solver& solver_;
    bool in_queue_;
    Buffer copied_;                   // if the solver runs in the queue
    std::vector<std::byte> on_host_;  // otherwise
    std::optional<Pending> pending_;
    std::optional<FluidHealth> health_;
    StateTime measured_;  // time of the last measured state, not to be measured again
    Clock::time_point due_{};
    uint64_t epoch_ = 0, counted_epoch_ = 0;  // of the parameters
    uint64_t dropped_before_ = 0, clamped_before_ = 0, solids_before_ = 0;
    std::optional<double> dense_since_;  // s of the scene
    bool was_closed_ = true;             // since the last measurement: Solver::is_closed()
    struct EnergyAt {
        double energy, seconds;
    };
    std::optional<EnergyAt> energy_before_;  // what energy_lost is counted from
};

}  // namespace undine
