// The part of the panel that says how the fluid is drawn: style, colours, buffers, and look.def as sliders.
#pragma once
#include <optional>

#include "render/fluid_renderer.h"

namespace undine {

struct LookActions {
    std::optional<Style> style;
    std::optional<Coloring> coloring;
    std::optional<View> view;
    std::optional<Look> look;  // applies from the next picture on
};

// unit: Gui::unit().
LookActions draw_look_panel(const RenderSettings& drawn, const Surroundings& surroundings, float unit);

}  // namespace undine
