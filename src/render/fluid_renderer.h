// Pictures of a fluid. record() lists the passes of a frame in their order; each is a class of its own.
//
//     FluidRenderer renderer(context, {.width = 1280, .height = 720}, surroundings, particles);
//     backend.prepare_read(field_set({Field::position, Field::velocity}), kParticleReaders);
//     renderer.record(commands, camera);           // the same submission as the step before it
#pragma once
#include <memory>

#include "gpu/commands.h"
#include "render/front_pass.h"
#include "render/look/environment.h"
#include "render/look/environment_map.h"
#include "render/look/look.h"
#include "render/look/style.h"
#include "render/particles/particle_drawing.h"
#include "render/render_settings.h"
#include "render/show_pass.h"
#include "render/water/water_drawing.h"

namespace undine {

// Stages that read a ParticleView.
inline constexpr VkPipelineStageFlags2 kParticleReaders =
    VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;

class FluidRenderer {
  public:
    // The view's buffers must outlive the renderer, its frames must have been executed when it is destroyed.
    // Throws Error: no_device where the device cannot draw, bad_input for a size beyond its limits, out_of_memory.
    FluidRenderer(Context& context, const RenderSettings& settings, const Surroundings& surroundings,
                  const ParticleView& particles);

    // Remakes the images for another size; nothing that uses them is in flight. Throws like the constructor, and then
    // stays as it was.
    void resize(uint32_t width, uint32_t height);

    // From the next picture on.
    void set_surroundings(const Surroundings& surroundings) { surroundings_ = surroundings; }

    // From the next picture on.
    void set_look(const Look& look) { settings_.look = look; }

    // From the next picture on: pixels at its left.
    void set_covered(uint32_t pixels) { settings_.covered = pixels; }

    // What the pictures show from the next one on; waits for nothing, but no frame is in flight. A buffer of the other
    // style is refused: Error(usage).
    void set_view(View view);

    // Another colouring of particles, whose values the view has; nothing that was drawn is in flight. Throws like the
    // constructor, and then stays as it was.
    void recolor(Coloring coloring, const ParticleView& particles);

    // Records one picture. The caller has made the particles readable by kParticleReaders.
    void record(Commands& commands, const Camera& camera);

    // Of a picture, for Commands::note_cost: in sweeps of one particle over its neighbours, as measured on a
    // software driver.
    double cost() const { return 1.0 * settings_.width * settings_.height + 10.0 * particles_.count; }

    // R8G8B8A8_SRGB. The last use of both is the frame's own: barrier() from there.
    Image& picture() { return picture_; }
    Image& depth() {
        return particles_drawing_ ? particles_drawing_->depth() : water_drawing_->depth();
    }  // D32, reversed

    VkExtent2D depth_extent() const { return depth_extent_; }  // that the last picture drew, from its upper left corner

    Image& thickness() { return water_drawing_->thickness(); }  // of water: RG16F, half the picture's size

    const RenderSettings& settings() const { return settings_; }

  private:
    void write_set();

    Context& context_;
    RenderSettings settings_;
    Surroundings surroundings_;
    ParticleView particles_;
    const Environment& environment_;
    VkExtent2D depth_extent_{};
    FrameSet set_;
    EnvironmentMap sky_;
    Image picture_;
    std::unique_ptr<ParticleDrawing> particles_drawing_;  // one of the two
    std::unique_ptr<WaterDrawing> water_drawing_;
    std::unique_ptr<FrontPass> obstacles_;  // where there are any: RGBA16F, normal; view distance, m
    std::unique_ptr<ShowPass> show_pass_;   // where a buffer is shown
};

}  // namespace undine
