#include "recording/replay.h"

#include <algorithm>
#include <cstring>

#include "measure/lockstep.h"
#include "recording/step_file.h"

namespace undine {
namespace {

// Stands in for the recorded machine: its passes write what the step file says. Arrays are uploaded and filled whole.
class PlayedBackend final : public Backend {
  public:
    PlayedBackend(std::string name, const Extents& extents) : name_(std::move(name)), arrays_(extents) {}
    const ArrayMirror& arrays() const { return arrays_; }
    void set_outputs(std::vector<std::pair<Field, Words>> outputs) { outputs_ = std::move(outputs); }

    std::string name() const override { return name_; }
    void allocate(const Extents&, Variant) override {}  // arrays_ holds what is known, and nothing else
    void upload(Field field, const void* data, uint64_t bytes, uint64_t) override {
        Words words(bytes / 4);
        if (bytes > 0) std::memcpy(words.data(), data, bytes);
        arrays_.set(field, std::move(words));
    }
    void download(Field field, void* data, uint64_t bytes, uint64_t offset) override {
        if (bytes == 0) return;
        if (arrays_.knows(field))
            std::memcpy(data, reinterpret_cast<const char*>(arrays_.words(field).data()) + offset, bytes);
        else std::memset(data, 0xCD, bytes);
    }
    void fill(Field field, uint32_t word) override { arrays_.fill(field, word); }
    void set_params(const FluidParams&) override {}
    void run(Pass) override { write_outputs(); }
    void sort_particles() override { write_outputs(); }
    void check_convergence() override { write_outputs(); }
    void set_most_living(uint32_t) override {}
    std::optional<Population> latest_population() override { return {}; }
    void submit() override {}
    void finish() override {}
    bool guards_intact() override { return true; }
    void time_passes(bool) override {}
    std::vector<PassTime> take_pass_times() override { return {}; }

  private:
    void write_outputs() {
        for (auto& [field, words] : outputs_) arrays_.set(field, std::move(words));
        outputs_.clear();
    }

    std::string name_;
    ArrayMirror arrays_;
    std::vector<std::pair<Field, Words>> outputs_;  // of the pass that runs next
};

void play_step(StepReader& step, PlayedBackend& recorded, Backend& lockstep) {
    for (;;) {
        RecordedEvent event = step.next();
        switch (event.kind) {
            case EventKind::end: return;
            case EventKind::params: lockstep.set_params(event.params); break;
            case EventKind::fill: lockstep.fill(event.field, event.word); break;
            case EventKind::array: {
                const Words& words = event.arrays[0].second;
                lockstep.upload(event.field, words.data(), words.size() * 4);
                break;
            }
            case EventKind::run:
                recorded.set_outputs(std::move(event.arrays));
                event.pass.run_on(lockstep);
                break;
        }
    }
}

}  // namespace

LockstepReport replay(const std::filesystem::path& folder, const Manifest& manifest,
                      std::vector<std::unique_ptr<Backend>> backends, const std::function<bool(uint64_t)>& progress) {
    auto played = std::make_unique<PlayedBackend>(manifest.device.name, manifest.extents);
    PlayedBackend& recorded = *played;
    LockstepBackend lockstep(std::move(played), std::move(backends));
    lockstep.allocate(manifest.extents, manifest.variant);
    for (size_t k = 0; k < manifest.steps.size(); ++k) {
        const uint64_t number = manifest.steps[k];
        StepReader step((folder / step_file_name(number)).string(), number, manifest.extents, manifest.variant,
                        recorded.arrays());
        lockstep.begin_step(number);
        play_step(step, recorded, lockstep);
        if (progress && !progress(k + 1)) break;
    }
    return lockstep.report();
}

}  // namespace undine
