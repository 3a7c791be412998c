// A backend around another: passes everything on, where a subclass does nothing else.
#pragma once
#include <memory>
#include <utility>

#include "solver/backend.h"

namespace undine {

class WrappedBackend : public Backend {
  public:
    std::string name() const override { return own_->name(); }
    void allocate(const Extents& extents, Variant variant) override { own_->allocate(extents, variant); }
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override {
        own_->upload(field, data, bytes, offset);
    }
    void download(Field field, void* data, uint64_t bytes, uint64_t offset = 0) override {
        own_->download(field, data, bytes, offset);
    }
    void fill(Field field, uint32_t word) override { own_->fill(field, word); }
    void write(Field field, const void* data, uint64_t bytes, uint64_t offset = 0) override {
        own_->write(field, data, bytes, offset);
    }
    void set_params(const FluidParams& params) override { own_->set_params(params); }
    void set_most_living(uint32_t particles) override { own_->set_most_living(particles); }
    std::optional<Population> latest_population() override { return own_->latest_population(); }
    void run(Pass pass) override { own_->run(pass); }
    void sort_particles() override { own_->sort_particles(); }
    void check_convergence() override { own_->check_convergence(); }
    void record_copy(Field field, uint64_t bytes) override { own_->record_copy(field, bytes); }
    void take_copy(void* data, uint64_t bytes) override { own_->take_copy(data, bytes); }
    void submit() override { own_->submit(); }
    void step_recorded() override { own_->step_recorded(); }
    void finish() override { own_->finish(); }
    bool guards_intact() override { return own_->guards_intact(); }
    VulkanBackend* in_vulkan_queue() override { return own_->in_vulkan_queue(); }
    SharesArrays* shares_arrays() override { return own_->shares_arrays(); }
    const std::byte* on_host(Field field) override { return own_->on_host(field); }
    void time_passes(bool on) override { own_->time_passes(on); }
    std::vector<PassTime> take_pass_times() override { return own_->take_pass_times(); }
    void set_trace(Trace& trace) override { own_->set_trace(trace); }
    void begin_group(const char* name, uint64_t number) override { own_->begin_group(name, number); }
    void end_group() override { own_->end_group(); }

  protected:
    explicit WrappedBackend(std::unique_ptr<Backend> own) : own_(std::move(own)) {}
    std::unique_ptr<Backend> own_;
};

}  // namespace undine
