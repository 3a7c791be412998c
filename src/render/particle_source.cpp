#include "render/particle_source.h"

#include "backends/vulkan/vulkan_backend.h"
#include "render/fluid_renderer.h"
#include "render/particle_upload.h"

namespace undine {
namespace {

class InPlaceSource final : public ParticleSource {
  public:
    InPlaceSource(VulkanBackend& backend, uint32_t count, float radius)
        : backend_(backend), view_{backend.array(Field::position), backend.array(Field::velocity), count, radius} {}
    const ParticleView& view() const override { return view_; }
    bool on_host() const override { return false; }
    void prepare(VkCommandBuffer, uint32_t) override {
        backend_.prepare_read(field_set({Field::position, Field::velocity}), kParticleReaders);
    }

  private:
    VulkanBackend& backend_;
    ParticleView view_;
};

class UploadSource final : public ParticleSource {
  public:
    UploadSource(Context& context, Backend& backend, uint32_t count, float radius, uint32_t slots)
        : backend_(backend), upload_(context, count, radius, slots) {}
    const ParticleView& view() const override { return upload_.view(); }
    bool on_host() const override { return true; }
    void prepare(VkCommandBuffer commands, uint32_t slot) override {
        const auto position = upload_.position(slot), velocity = upload_.velocity(slot);
        backend_.download(Field::position, position.data(), position.size_bytes());
        backend_.download(Field::velocity, velocity.data(), velocity.size_bytes());
        upload_.record(commands, slot);
    }

  private:
    Backend& backend_;
    ParticleUpload upload_;
};

}  // namespace

std::unique_ptr<ParticleSource> make_particle_source(Context& context, Solver& solver, float radius,
                                                     uint32_t slots) {
    const uint32_t count = solver.extents().particles;
    auto* vulkan = dynamic_cast<VulkanBackend*>(&solver.backend());
    if (vulkan && &vulkan->context() == &context) return std::make_unique<InPlaceSource>(*vulkan, count, radius);
    return std::make_unique<UploadSource>(context, solver.backend(), count, radius, slots);
}

}  // namespace undine
