// The settings that a picture is drawn with.
#pragma once
#include <cstdint>

#include "render/look/environment.h"
#include "render/look/look.h"
#include "render/look/style.h"
#include "render/particles/coloring.h"
#include "render/views.h"

namespace undine {

struct RenderSettings {
    uint32_t width = 1280, height = 720;    // pixels
    uint32_t supersample = 2;               // visibility samples along each edge of a pixel: 1 to 4
    Coloring coloring = Coloring::natural;  // of particles; ParticleView::value holds its field
    Style style = Style::particles;
    Look look;                  // of water
    View view = View::picture;  // or a buffer of the style's passes
    bool linear = false;        // half floats of linear light, exposed but not tone-mapped, instead of 8 bits of sRGB
    uint32_t covered = 0;       // pixels at the left that something else covers; the legend stands beside them
    const Environment* environment = nullptr;  // must outlive the renderer; nullptr: sky_of(look.sky)
};

// The supersample that gives smooth edges. Water needs one sample: AntialiasPass smooths its edges afterwards.
inline constexpr uint32_t default_supersample(Style style) { return style == Style::water ? 1 : 2; }

}  // namespace undine
