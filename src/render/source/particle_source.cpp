#include "render/source/particle_source.h"

#include "backends/vulkan/vulkan_backend.h"
#include "render/fluid_renderer.h"
#include "render/source/particle_upload.h"
#include "render/source/shared_source.h"

namespace undine {
namespace {

class InPlaceSource final : public ParticleSource {
  public:
    InPlaceSource(Solver& solver, VulkanBackend& backend, float radius, Coloring coloring)
        : solver_(solver),
          backend_(backend),
          view_{.position = backend.array(Field::position),
                .velocity = backend.array(Field::velocity),
                .count = solver.extents().particles,
                .radius = radius} {
        if (solver.extents().ellipsoids > 0) view_.ellipsoid = backend.array(Field::ellipsoid);
        if (solver.extents().counts_vary()) view_.population = backend.array(Field::population);
        if ((view_.diffuse_count = solver.extents().diffuse) > 0) {
            view_.diffuse_position = backend.array(Field::diffuse_position);
            view_.diffuse_velocity = backend.array(Field::diffuse_velocity);
        }
        recolor(coloring);
    }
    const ParticleView& view() const override { return view_; }
    bool in_queue() const override { return true; }
    bool in_place() const override { return true; }
    void prepare(VkCommandBuffer, uint32_t) override {
        solver_.derive(derived_);
        backend_.prepare_read(field_set({Field::position, Field::velocity, Field::ellipsoid, value_}),
                              kParticleReaders);
        if (view_.diffuse_count > 0)
            backend_.prepare_read(field_set({Field::diffuse_position, Field::diffuse_velocity}), kParticleReaders);
        if (view_.population.bytes > 0)
            backend_.prepare_read(field_set({Field::population}), VK_PIPELINE_STAGE_2_COPY_BIT);
    }
    void recolor(Coloring coloring) override {
        value_ = value_field(solver_, coloring);
        derived_ = derived_for(solver_, coloring);
        view_.value = backend_.array(value_);
    }

  private:
    Solver& solver_;
    VulkanBackend& backend_;
    ParticleView view_;
    Field value_{};
    FieldSet derived_;
};

class UploadSource final : public ParticleSource {
  public:
    UploadSource(Context& context, Solver& solver, float radius, uint32_t slots, Coloring coloring)
        : solver_(solver),
          upload_(context, solver.extents().particles, solver.extents().ellipsoids > 0, radius, slots,
                  solver.extents().counts_vary(), solver.extents().diffuse) {
        recolor(coloring);
    }
    const ParticleView& view() const override { return upload_.view(); }
    bool in_queue() const override { return false; }
    bool in_place() const override { return false; }
    void prepare(VkCommandBuffer commands, uint32_t slot) override {
        solver_.derive(derived_);
        for (Field field : {Field::position, Field::velocity, Field::ellipsoid, Field::population,
                            Field::diffuse_position, Field::diffuse_velocity, value_}) {
            const auto to = upload_.staged_bytes(field, slot);
            if (!to.empty()) solver_.backend().download(field, to.data(), to.size());
        }
        upload_.record(commands, slot);
    }
    void recolor(Coloring coloring) override {
        value_ = value_field(solver_, coloring);
        derived_ = derived_for(solver_, coloring);
        upload_.set_value(value_);
    }

  private:
    Solver& solver_;
    ParticleUpload upload_;
    Field value_{};
    FieldSet derived_;
};

}  // namespace

FieldSet derived_for(const Solver& solver, Coloring coloring) {
    return drawn_fields(solver.extents().ellipsoids > 0 ? Style::water : Style::particles, coloring);
}

Field value_field(const Solver& solver, Coloring coloring) {
    return solver.extents().ellipsoids > 0 ? Field::id : info(coloring).field;
}

FieldSet drawn_fields(Style style, Coloring coloring) {
    return style == Style::water ? field_set({Field::ellipsoid}) | derived_fields(coloring) : derived_fields(coloring);
}

std::unique_ptr<ParticleSource> make_particle_source(Context& context, Solver& solver, float radius, uint32_t slots,
                                                     Coloring coloring) {
    VulkanBackend* const vulkan = solver.backend().in_vulkan_queue();
    if (vulkan && &vulkan->context() == &context)
        return std::make_unique<InPlaceSource>(solver, *vulkan, radius, coloring);
    if (auto shared = share_particles(context, solver, radius, coloring)) return shared;
    return std::make_unique<UploadSource>(context, solver, radius, slots, coloring);
}

}  // namespace undine
