// A backend that gets one constant wrong in one pass, and in no other.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "parity/small_splash.h"
#include "solver/backend.h"
#include "solver/fluid_params.h"
#include "solver/pull.h"

namespace undine::testing {

struct PlantedError {
    std::string pass;  // of passes.def, or check_convergence
    float FluidParams::*constant;
    float factor = 1.01f;
    std::vector<Setting> settings;  // a scene in which that pass runs
    Pull pull{};
    bool solids = false, floating = false;  // the first of the solids
};

class WrongInOnePass final : public Backend {
  public:
    WrongInOnePass(std::unique_ptr<Backend> right, PlantedError error)
        : right_(std::move(right)), error_(std::move(error)) {}
    std::string name() const override { return "wrong " + right_->name(); }
    void allocate(const Extents& e, Variant v) override { right_->allocate(e, v); }
    void upload(Field f, const void* d, uint64_t b, uint64_t o) override { right_->upload(f, d, b, o); }
    void download(Field f, void* d, uint64_t b, uint64_t o) override { right_->download(f, d, b, o); }
    void fill(Field f, uint32_t w) override { right_->fill(f, w); }
    void set_params(const FluidParams& p) override {
        params_ = p;
        right_->set_params(p);
    }
    void run(Pass p) override {
        with_error_in(std::string(info(p).name), [&] { right_->run(p); });
    }
    void sort_particles() override { right_->sort_particles(); }
    void check_convergence() override {
        with_error_in("check_convergence", [&] { right_->check_convergence(); });
    }
    void write(Field f, const void* d, uint64_t b, uint64_t o) override { right_->write(f, d, b, o); }
    void set_most_living(uint32_t n) override { right_->set_most_living(n); }
    std::optional<Population> latest_population() override { return right_->latest_population(); }
    void step_recorded() override { right_->step_recorded(); }
    void submit() override { right_->submit(); }
    void finish() override { right_->finish(); }
    bool guards_intact() override { return right_->guards_intact(); }
    void time_passes(bool on) override { right_->time_passes(on); }
    std::vector<PassTime> take_pass_times() override { return right_->take_pass_times(); }

  private:
    template <class Execute>
    void with_error_in(const std::string& pass, Execute execute) {
        if (pass != error_.pass) return execute();
        FluidParams wrong = params_;
        wrong.*error_.constant *= error_.factor;
        right_->set_params(wrong);
        execute();
        right_->set_params(params_);
    }

    std::unique_ptr<Backend> right_;
    PlantedError error_;
    FluidParams params_{};
};

}  // namespace undine::testing
