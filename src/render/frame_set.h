// The resources that every pass of a frame sees: one descriptor set (shaders/render/frame.glsl).
#pragma once
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/fixed_buffer.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/sampler.h"
#include "render/look/environment.h"
#include "render/look/look.h"
#include "render/look/surroundings.h"
#include "render/render_args.h"
#include "render/source/particle_view.h"

namespace undine {

// RenderArgs for a picture; guard is left 0, and update() sets the number of particles.
RenderArgs make_render_args(const Camera& camera, const Surroundings& surroundings, const Environment& environment,
                            const Look& look, float radius, uint32_t width, uint32_t height, uint32_t supersample);

// Positions as std430 lays them out.
std::vector<glm::vec4> padded(const std::vector<glm::vec3>& positions);

class FrameSet {
  public:
    struct Images {
        const Image& sun_map;
        const Image& sky_map;
        const Image& visible;
        const Image& depth;
        const Image& floor_light;
        const Image& sky;
        const Image& obstacles;
        const Image& mesh_shadow;
    };

    // linear: RenderSettings::linear.
    FrameSet(Context& context, const Surroundings& surroundings, bool linear);

    // Must be called before the first frame and whenever the images have been recreated, with no frame in flight.
    void write(const ParticleView& particles, const Images& images);

    // Records the upload of the arguments and of the solids, which are in these states (FluidRenderer::record()), for
    // the passes that follow.
    void update(VkCommandBuffer commands, RenderArgs args, const ParticleView& particles,
                const std::vector<SolidState>& solids);

    VkDescriptorSetLayout layout() const { return layout_.handle(); }
    // Appends specialization constants 4 to 7 and 9, for programs that draw solids or whose output they hide
    // (shaders/render/background.glsl), and 10, for those that write the picture (tone.glsl), to `others`.
    std::vector<SpecializationConstant> constants(std::vector<SpecializationConstant> others = {}) const;

    uint32_t obstacle_count() const { return obstacle_count_; }
    // The solids that are no planes, meshes behind the others.
    const std::vector<Solid>& bodies() const { return bodies_; }
    uint32_t first_mesh() const { return first_mesh_; }
    bool has_meshes() const { return first_mesh_ < bodies_.size(); }
    // Where the last update() has put the meshes, PBF_SOLID_SIZE elements each.
    std::span<const glm::vec4> placed_meshes() const;

    VkDescriptorSet handle() const { return set_.handle(); }

  private:
    Context& context_;
    std::vector<size_t> order_;  // of bodies_: their places in Surroundings::bodies
    std::vector<Solid> bodies_;
    std::vector<glm::vec4> placed_;  // the bodies, as solid_bodies() has them
    bool flat_, linear_picture_;
    uint32_t first_mesh_, plane_count_, obstacle_count_;
    Buffer args_;
    FixedBuffer obstacles_;
    Buffer body_array_;
    Sampler nearest_, linear_;
    DescriptorLayout layout_;
    DescriptorSet set_;
};

}  // namespace undine
