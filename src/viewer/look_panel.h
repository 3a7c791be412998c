// The part of the panel that says how the fluid is drawn: style, colours, buffers, and look.def as sliders.
#pragma once
#include <optional>

#include "render/fluid_renderer.h"

namespace undine {

struct LookActions {
    std::optional<Style> style;
    std::optional<Coloring> coloring;
    std::optional<View> view;
    std::optional<Look> look;  // acts in the next picture
};

// flat: 2D, which has no water. unit: Gui::unit().
LookActions draw_look_panel(const RenderSettings& drawn, bool flat, float unit);

}  // namespace undine
