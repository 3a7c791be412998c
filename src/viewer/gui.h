// Dear ImGui for a window: context, input from GLFW, fonts at the display's scale, colours.
#pragma once
#include <imgui.h>

#include "viewer/window.h"

namespace undine {

class Gui {
  public:
    // Installs GLFW callbacks for input, which also call those that the window set before.
    explicit Gui(Window& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    // Begins a frame. Returns whether the fonts are new: GuiPass::upload_fonts() must then be called before drawing.
    bool begin();

    float unit() const { return unit_; }  // the size of a pixel of a 1× display, in window units

  private:
    void take_mouse();
    void scale_to(float content_scale, float pixels_per_unit);

    Window& window_;
    float content_scale_ = 0, pixels_per_unit_ = 0, unit_ = 1;
};

}  // namespace undine
