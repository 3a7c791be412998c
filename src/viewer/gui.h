// Dear ImGui for a window: context, input from GLFW, fonts in the size that the display wants, colours.
#pragma once
#include <imgui.h>

#include "viewer/window.h"

namespace undine {

class Gui {
  public:
    // Takes input through GLFW's callbacks and hands it on to those that the window set before.
    explicit Gui(Window& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    // Begins a frame. Returns whether the fonts are new: GuiPass::upload_fonts() then comes before drawing.
    bool begin();

    float unit() const { return unit_; }  // window units of a pixel of an ordinary display

  private:
    void take_mouse();
    void scale_to(float content_scale, float pixels_per_unit);

    Window& window_;
    float content_scale_ = 0, pixels_per_unit_ = 0, unit_ = 1;
};

}  // namespace undine
