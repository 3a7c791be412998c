// Lockstep parity: every pass of a run is given the same input on two backends, and what it writes is compared. The
// pair is itself a Backend, so the step that is compared is Solver::step(), not a copy of it.
//
//     auto pair = std::make_unique<LockstepBackend>(make_cpu_backend(), std::move(candidate));
//     LockstepBackend& lockstep = *pair;
//     Solver solver(scene, particles, boundary, std::move(pair));
//     solver.step();
//     for (const ChannelDifference& d : lockstep.differences()) …
//
// The trajectory is the first backend's: before each pass the second one receives the first one's arrays.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "solver/backend.h"

namespace undine {

// The worst difference seen so far in one channel (a field, or some of its components) that one pass writes.
struct ChannelDifference {
    std::string pass, channel;
    uint64_t compared = 0;         // values
    bool integers = false;         // values that must be equal; otherwise floats
    uint64_t unequal_integers = 0;
    uint64_t not_finite = 0;       // values that are not finite in either backend
    double max_difference = 0;     // |a − b|, in the field's unit
    double rms = 0;                // of the first backend's values, where the largest difference occurred
    double rounding = 0;           // what cancellation makes of the rounding of larger operands, in the field's unit
    double nmse = 0;               // Σ(a − b)² / Σa²

    // Integers equal; floats: max |a − b| ≤ max_error · RMS and NMSE ≤ max_nmse, beyond the rounding of the sum.
    bool within(double max_error, double max_nmse) const;
};

class LockstepBackend final : public Backend {
  public:
    LockstepBackend(std::unique_ptr<Backend> reference, std::unique_ptr<Backend> candidate);

    // In the order in which the passes first ran.
    const std::vector<ChannelDifference>& differences() const { return differences_; }
    // "pass: field": arrays of the candidate that a pass changed although it does not write them.
    const std::vector<std::string>& trespasses() const { return trespasses_; }

    std::string name() const override;
    void allocate(const Extents& extents, Variant variant) override;
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) override;
    void fill(Field field, uint32_t word) override;
    void set_params(const FluidParams& params) override;
    void run(Pass pass) override;
    void sort_particles() override;
    void check_convergence() override;
    void finish() override;
    bool guards_intact() override;
    void time_passes(bool) override {}  // lockstep runs wait between passes: their times mean nothing
    std::vector<PassTime> take_pass_times() override { return {}; }

  private:
    using Words = std::vector<uint32_t>;
    Words read(Backend& backend, Field field) const;
    template <class Execute>
    void compare(const std::string& pass, FieldSet inputs, FieldSet writes, FieldSet ignored, Execute execute);
    double lambda_rounding(const Words& predicted_lambda) const;
    void compare_field(const std::string& pass, Field field, const Words& a, const Words& b);
    ChannelDifference& entry(const std::string& pass, const std::string& channel);

    std::unique_ptr<Backend> reference_, candidate_;
    Extents extents_;
    std::vector<ChannelDifference> differences_;
    std::vector<std::string> trespasses_;
    FluidParams params_{};
    Words base_;  // positions that displacements are measured from, for the pass being compared
};

}  // namespace undine
