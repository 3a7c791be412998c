// Draws the fluid as lit particles: the passes of a picture.
#pragma once
#include <memory>

#include "gpu/commands.h"
#include "render/front_pass.h"
#include "render/image_pass.h"
#include "render/outline_pass.h"
#include "render/particles/legend_pass.h"
#include "render/particles/light_map_pass.h"
#include "render/particles/shading_pass.h"
#include "render/render_settings.h"

namespace undine {

class ParticleDrawing {
  public:
    ParticleDrawing(Context& context, const FrameSet& set, const RenderSettings& settings, VkFormat picture,
                    const ParticleView& particles);
    void resize(uint32_t width, uint32_t height);

    // sprite: the largest edge of a sprite, in samples. range: of the colouring. covered: RenderSettings::covered.
    void record(Commands& commands, const FrameSet& set, const RenderArgs& args, const ParticleView& particles,
                float sprite, uint32_t tank_edges, const ValueRange& range, uint32_t covered, Image& picture);

    // Nothing that was drawn may be in flight. Throws Error and leaves the drawing unchanged.
    void recolor(const FrameSet& set, const RenderSettings& settings, VkFormat picture, const ParticleView& particles);

    const Image& sun_map() const { return sun_pass_.map(); }
    const Image& sky_map() const { return sky_pass_.map(); }
    const Image& floor_light() const { return floor_light_pass_.image(); }
    const Image& visible() const { return particles_pass_.front(); }
    Image& depth() { return particles_pass_.depth(); }

  private:
    Context& context_;
    uint32_t supersample_;
    LightMapPass sun_pass_, sky_pass_;
    ImagePass floor_light_pass_;
    FrontPass particles_pass_;  // R32_UINT: index + 1
    std::unique_ptr<ShadingPass> shading_pass_;
    OutlinePass outline_pass_;
    std::unique_ptr<LegendPass> legend_pass_;  // if the colouring has one
};

}  // namespace undine
