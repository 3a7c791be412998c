// Records what another backend is given and what each of its passes writes, step by step.
//
//     auto recording = std::make_unique<RecordingBackend>(make_cpu_backend());
//     RecordingBackend& recorder = *recording;
//     Solver solver(scene, particles, boundary, std::move(recording));
//     recorder.begin_step(31, path); solver.step(); recorder.end_step();
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "recording/step_file.h"
#include "solver/fluid_params.h"
#include "solver/wrapped_backend.h"

namespace undine {

class RecordingBackend final : public WrappedBackend {
  public:
    explicit RecordingBackend(std::unique_ptr<Backend> recorded) : WrappedBackend(std::move(recorded)) {}

    // From here to end_step() everything is recorded to the file. Throws Error(bad_input) if it cannot be written, as
    // do all calls that follow.
    void begin_step(uint64_t step, const std::string& path);
    void end_step();

    const Extents& extents() const { return extents_; }
    Variant variant() const { return variant_; }

    void allocate(const Extents& extents, Variant variant) override;
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void fill(Field field, uint32_t word) override;
    void set_params(const FluidParams& params) override;
    void run(Pass pass) override { run(compared(pass, extents_.counts_vary())); }
    void sort_particles() override { run(compared_sort(extents_.counts_vary())); }
    void check_convergence() override { run(compared_convergence(extents_.counts_vary())); }
    void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override {
        upload(field, data, bytes, offset);
    }

  private:
    void run(const ComparedPass& pass);
    Words read(Field field);
    void record_array(Field field);

    Extents extents_;
    Variant variant_;
    FluidParams params_{};
    std::optional<ArrayMirror> mirror_;
    std::optional<StepWriter> writer_;  // while a step is recorded
};

}  // namespace undine
