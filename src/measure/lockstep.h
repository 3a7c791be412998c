// Lockstep parity: every pass of a run is given the same input on several backends, and what it writes is compared.
// Together they are a Backend themselves, so the step that is compared is Solver::step(), not a copy of it.
//
//     auto together = std::make_unique<LockstepBackend>(make_cpu_backend(), std::move(candidates));
//     LockstepBackend& lockstep = *together;
//     Solver solver(scene, particles, boundary, std::move(together));
//     for (uint64_t step = 1; step <= steps; ++step) {
//         lockstep.begin_step(step, step > 200);  // the reference runs the first 200 alone
//         solver.step();
//     }
//     if (first_beyond(lockstep.report())) …
//
// The trajectory is the reference's: before each pass the candidates receive its arrays.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "measure/compared_pass.h"
#include "measure/lockstep_report.h"
#include "solver/backend.h"
#include "solver/fluid_params.h"

namespace undine {

class LockstepBackend final : public Backend {
  public:
    LockstepBackend(std::unique_ptr<Backend> reference, std::vector<std::unique_ptr<Backend>> candidates,
                    const ParityTolerance& tolerance = {});

    // What runs from here on belongs to this step, 1 being the first. If it is not compared, the reference runs alone.
    void begin_step(uint64_t step, bool compared = true);

    LockstepReport report();

    std::string name() const override;
    void allocate(const Extents& extents, Variant variant) override;
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) override;
    void fill(Field field, uint32_t word) override;
    void set_params(const FluidParams& params) override;
    void run(Pass pass) override;
    void sort_particles() override;
    void check_convergence() override;
    void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void set_most_living(uint32_t particles) override;
    std::optional<Population> latest_population() override { return reference_->latest_population(); }
    void step_recorded() override { reference_->step_recorded(); }
    void submit() override {}
    void finish() override;
    bool guards_intact() override;
    void time_passes(bool) override {}  // lockstep runs wait between passes: their times mean nothing
    std::vector<PassTime> take_pass_times() override { return {}; }

  private:
    using Words = std::vector<uint32_t>;
    using Arrays = std::vector<Words>;  // by field; empty if not asked for
    struct Values {
        const Arrays &before, &after;  // of the reference
    };

    Arrays read(Backend& backend, FieldSet fields) const;
    void execute_and_compare(const ComparedPass& run);
    void compare(const ComparedPass& run, Moment moment, size_t candidate, const Values& reference);
    void compare_field(const ComparedPass& run, Moment moment, size_t candidate, Field field, const Values& reference,
                       Arrays& own);
    void name_particle(const ComparedPass& run, Field field, Place& place) const;
    uint32_t living() const;
    double lambda_rounding(const ComparedPass& run, const Arrays& after) const;
    template <class Action>
    void on_all(Action action);

    std::unique_ptr<Backend> reference_;
    std::vector<std::unique_ptr<Backend>> candidates_;
    LockstepReport report_;
    Extents extents_;
    FluidParams params_{};
    bool comparing_ = true;
    uint64_t step_ = 1, order_ = 0;
    std::map<std::string, uint32_t> runs_in_step_;
};

}  // namespace undine
