// Draws the fluid as water: the passes of a picture.
#pragma once
#include <memory>

#include "gpu/commands.h"
#include "render/front_pass.h"
#include "render/image_pass.h"
#include "render/outline_pass.h"
#include "render/render_settings.h"
#include "render/water/antialias_pass.h"
#include "render/water/diffuse_pass.h"
#include "render/water/smoothing_pass.h"
#include "render/water/spray_pass.h"
#include "render/water/thickness_pass.h"
#include "render/water/water_light.h"
#include "render/water/water_surface_pass.h"
#include "render/water/water_tiles.h"

namespace undine {

class WaterDrawing {
  public:
    // diffuse_life: Surroundings.
    WaterDrawing(Context& context, const FrameSet& set, const RenderSettings& settings, VkFormat picture,
                 const ParticleView& particles, float diffuse_life);
    void resize(uint32_t width, uint32_t height);

    // sprite: the largest edge of a sprite, in samples of the front. view: what will be shown of spray, foam and
    // bubbles.
    void record(Commands& commands, const FrameSet& set, const RenderArgs& args, const Look& look, float sprite,
                uint32_t tank_edges, View view, Image& picture);

    const WaterSet& set() const { return water_; }
    const DiffusePass* diffuse() const { return diffuse_pass_.get(); }  // null: there is none
    Image& depth() { return front_pass_.depth(); }
    Image& thickness() { return thickness_pass_.thickness(); }

  private:
    void write_set();

    uint32_t supersample_;
    ParticleView particles_;
    WaterSet water_;
    FrontPass front_pass_;  // R32F: view distance, m
    WaterTiles tiles_;
    SmoothingPass smoothing_pass_;
    ThicknessPass sun_thickness_pass_, thickness_pass_;
    std::unique_ptr<DiffusePass>
        diffuse_pass_;  // if there is spray, foam or bubbles that live: in place of spray_pass_
    WaterLight water_light_;
    ImagePass behind_pass_;
    WaterSurfacePass surface_pass_;
    std::unique_ptr<AntialiasPass> antialias_pass_;  // if a pixel has one sample
    SprayPass spray_pass_;
    OutlinePass outline_pass_;
};

}  // namespace undine
