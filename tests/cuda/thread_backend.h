// A Backend made of cuda_threads.h, with a guard around every array: what CUDA's host side does, without CUDA.
#pragma once
#include <array>

#include "backends/cuda/shares_arrays.h"
#include "cuda/cuda_threads.h"
#include "solver/backend.h"
#include "solver/fluid_params.h"

namespace undine::testing {

class ThreadBackend : public Backend {
  public:
    using Run = void (*)(Pass, const CudaLaunch&, Turns);
    explicit ThreadBackend(Turns turns = Turns::forward, Run run = run_cuda_threads) : turns_(turns), run_(run) {}

    std::string name() const override { return "CUDA's threads on the CPU"; }
    void allocate(const Extents& extents, Variant variant) override;
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) override;
    void fill(Field field, uint32_t word) override;
    void set_params(const FluidParams& params) override;
    void run(Pass pass) override;
    void sort_particles() override;
    void check_convergence() override;
    void set_most_living(uint32_t particles) override { most_living_ = particles; }
    std::optional<Population> latest_population() override { return latest_; }
    void step_recorded() override;
    void submit() override {}
    void finish() override {}
    bool guards_intact() override;
    void time_passes(bool) override {}
    std::vector<PassTime> take_pass_times() override { return {}; }

  protected:
    virtual void before_writing() {}

    // The array with its guards goes on in this memory, until allocate().
    void move(Field field, std::byte* memory);

  private:
    static constexpr uint64_t kGuardBytes = SharesArrays::kGuardBytes;
    struct alignas(16) Row {
        uint32_t words[4];
    };
    uint32_t* words(Field field) { return first_[static_cast<size_t>(field)] + kGuardBytes / 4; }

    Turns turns_;
    Run run_;
    Extents extents_;
    Variant variant_;
    FluidParams params_{};
    uint32_t most_living_ = 0;
    std::optional<Population> latest_;
    std::vector<std::vector<Row>> arrays_;        // as they are allocated
    std::array<uint32_t*, kFieldCount> first_{};  // where they are
};

}  // namespace undine::testing
