// Renders pictures of a fluid. record() lists the passes of a frame in order; each pass is a class of its own.
//
//     FluidRenderer renderer(context, {.width = 1280, .height = 720}, surroundings, particles);
//     backend.prepare_read(field_set({Field::position, Field::velocity}), kParticleReaders);
//     renderer.record(commands, camera);           // in the same submission as the step before it
#pragma once
#include <memory>

#include "gpu/commands.h"
#include "render/front_pass.h"
#include "render/look/environment.h"
#include "render/look/environment_map.h"
#include "render/look/look.h"
#include "render/look/style.h"
#include "render/meshes/mesh_drawing.h"
#include "render/particles/particle_drawing.h"
#include "render/render_settings.h"
#include "render/show_pass.h"
#include "render/solids/boundary_view.h"
#include "render/solids/distance_view.h"
#include "render/water/water_drawing.h"

namespace undine {

// Stages that read a ParticleView.
inline constexpr VkPipelineStageFlags2 kParticleReaders = VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
                                                          VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT |
                                                          VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;

class FluidRenderer {
  public:
    // The view's buffers must outlive the renderer, and its frames must have been executed before it is destroyed.
    // Throws Error: no_device if the device cannot draw, bad_input for a size beyond its limits, out_of_memory.
    FluidRenderer(Context& context, const RenderSettings& settings, const Surroundings& surroundings,
                  const ParticleView& particles);

    // Recreates the images at another size; nothing that uses them may be in flight. Throws like the constructor:
    // bad_input changes nothing; after out_of_memory the renderer must be resized again before it records.
    void resize(uint32_t width, uint32_t height);

    // Takes effect with the next picture. Obstacles, bodies and the number of planes stay those of the constructor.
    void set_surroundings(const Surroundings& surroundings) { surroundings_ = surroundings; }

    // Takes effect with the next picture.
    void set_look(const Look& look) { settings_.look = look; }

    // Takes effect with the next picture: RenderSettings::covered.
    void set_covered(uint32_t pixels) { settings_.covered = pixels; }

    // Selects what pictures show from the next one on. Does not wait; no frame may be in flight. Throws Error(usage)
    // for what what_lacks() refuses, and keeps the old one.
    void set_view(View view);

    // Changes the colouring of particles to one whose values the view holds; nothing that was drawn may be in flight.
    // Throws like the constructor and leaves the renderer unchanged.
    void recolor(Coloring coloring, const ParticleView& particles);

    // Records one picture, and submits parts of it where it would keep the device busy for too long. The caller must
    // have made the particles readable by kParticleReaders. solids: the states of Surroundings::bodies; empty: as at
    // the start. before, s: everything is drawn where it was so long before, by its velocity.
    void record(Commands& commands, const Camera& camera, std::vector<SolidState> solids = {}, double before = 0);

    // R8G8B8A8_SRGB; R16G16B16A16_SFLOAT if it is linear. Both images remember the frame's last use of them: call
    // barrier() before any other use.
    Image& picture() { return picture_; }
    Image& depth() {
        return particles_drawing_ ? particles_drawing_->depth() : water_drawing_->depth();
    }  // D32, reversed

    // The part of depth() that the last picture drew, from the upper left corner.
    VkExtent2D depth_extent() const { return depth_extent_; }

    Image& thickness() { return water_drawing_->thickness(); }  // water only: RG16F, half the picture's size

    const RenderSettings& settings() const { return settings_; }

  private:
    void write_set();
    bool shows_diffuse(View view) const;
    const Environment& environment() const;

    Context& context_;
    RenderSettings settings_;
    Surroundings surroundings_;
    ParticleView particles_;
    VkExtent2D depth_extent_{};
    FrameSet set_;
    EnvironmentMap sky_;
    Image picture_;
    std::unique_ptr<ParticleDrawing> particles_drawing_;  // exactly one of the two
    std::unique_ptr<WaterDrawing> water_drawing_;
    std::unique_ptr<MeshDrawing> meshes_;   // if there are any
    std::unique_ptr<FrontPass> obstacles_;  // if there are any, or meshes: normal; view distance, m
    // Whichever shows a buffer; none: the picture is shown.
    std::unique_ptr<ShowPass> show_pass_;
    std::unique_ptr<DistanceView> distance_view_;
    std::unique_ptr<BoundaryView> boundary_view_;
};

}  // namespace undine
