#include "render/particle_source.h"

#include "backends/vulkan/vulkan_backend.h"
#include "render/fluid_renderer.h"
#include "render/particle_upload.h"

namespace undine {
namespace {

class InPlaceSource final : public ParticleSource {
  public:
    InPlaceSource(Solver& solver, VulkanBackend& backend, float radius)
        : solver_(solver), backend_(backend), view_{.position = backend.array(Field::position),
                                                    .velocity = backend.array(Field::velocity),
                                                    .count = solver.extents().particles,
                                                    .radius = radius} {
        if (solver.extents().ellipsoids > 0) view_.ellipsoid = backend.array(Field::ellipsoid);
    }
    const ParticleView& view() const override { return view_; }
    bool on_host() const override { return false; }
    void prepare(VkCommandBuffer, uint32_t) override {
        if (view_.ellipsoid.bytes > 0) solver_.fit_ellipsoids();
        backend_.prepare_read(field_set({Field::position, Field::velocity, Field::ellipsoid}), kParticleReaders);
    }

  private:
    Solver& solver_;
    VulkanBackend& backend_;
    ParticleView view_;
};

class UploadSource final : public ParticleSource {
  public:
    UploadSource(Context& context, Solver& solver, float radius, uint32_t slots)
        : solver_(solver),
          upload_(context, solver.extents().particles, solver.extents().ellipsoids > 0, radius, slots) {}
    const ParticleView& view() const override { return upload_.view(); }
    bool on_host() const override { return true; }
    void prepare(VkCommandBuffer commands, uint32_t slot) override {
        if (solver_.extents().ellipsoids > 0) solver_.fit_ellipsoids();
        for (Field field : {Field::position, Field::velocity, Field::ellipsoid}) {
            const auto to = upload_.staged(field, slot);
            if (!to.empty()) solver_.backend().download(field, to.data(), to.size_bytes());
        }
        upload_.record(commands, slot);
    }

  private:
    Solver& solver_;
    ParticleUpload upload_;
};

}  // namespace

std::unique_ptr<ParticleSource> make_particle_source(Context& context, Solver& solver, float radius,
                                                     uint32_t slots) {
    auto* vulkan = dynamic_cast<VulkanBackend*>(&solver.backend());
    if (vulkan && &vulkan->context() == &context) return std::make_unique<InPlaceSource>(solver, *vulkan, radius);
    return std::make_unique<UploadSource>(context, solver, radius, slots);
}

}  // namespace undine
