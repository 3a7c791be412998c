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

namespace undine {

class RecordingBackend final : public Backend {
  public:
    explicit RecordingBackend(std::unique_ptr<Backend> recorded) : own_(std::move(recorded)) {}

    // From here to end_step() everything is recorded to the file. Throws Error(bad_input) if it cannot be written, as
    // do all calls that follow.
    void begin_step(uint64_t step, const std::string& path);
    void end_step();

    const Extents& extents() const { return extents_; }
    Variant variant() const { return variant_; }

    std::string name() const override { return own_->name(); }
    void allocate(const Extents& extents, Variant variant) override;
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override;
    void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) override {
        own_->download(field, data, bytes, offset);
    }
    void fill(Field field, uint32_t word) override;
    void set_params(const FluidParams& params) override;
    void run(Pass pass) override { run(compared(pass, extents_.counts_vary())); }
    void sort_particles() override { run(compared_sort(extents_.counts_vary())); }
    void check_convergence() override { run(compared_convergence(extents_.counts_vary())); }
    void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override {
        upload(field, data, bytes, offset);
    }
    void set_most_living(uint32_t particles) override { own_->set_most_living(particles); }
    std::optional<Population> latest_population() override { return own_->latest_population(); }
    void step_recorded() override { own_->step_recorded(); }
    void submit() override { own_->submit(); }
    void finish() override { own_->finish(); }
    bool guards_intact() override { return own_->guards_intact(); }
    void time_passes(bool on) override { own_->time_passes(on); }
    std::vector<PassTime> take_pass_times() override { return own_->take_pass_times(); }
    void set_trace(Trace& trace) override { own_->set_trace(trace); }
    void begin_group(const char* name, uint64_t number) override { own_->begin_group(name, number); }
    void end_group() override { own_->end_group(); }

  private:
    void run(const ComparedPass& pass);
    Words read(Field field);
    void record_array(Field field);

    std::unique_ptr<Backend> own_;
    Extents extents_;
    Variant variant_;
    FluidParams params_{};
    std::optional<ArrayMirror> mirror_;
    std::optional<StepWriter> writer_;  // while a step is recorded
};

}  // namespace undine
