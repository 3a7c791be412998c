// The parameters as sliders, generated from their table.
#pragma once
#include "scene/parameter_table.h"
#include "scene/parameters.h"

namespace undine {

class ParameterPanel {
  public:
    // What the sliders show. Differs from what runs while a slider that needs a new solver is being dragged, and if the
    // values are inconsistent.
    const Parameters& values() const { return values_; }
    void set_values(const Parameters& values) { values_ = values; }

    // Draws all rows. scene: the values of the scene's file, which count as unchanged and which a row's reset restores;
    // started: the same with those of --set. unit: Gui::unit().
    void draw(const Parameters& scene, const Parameters& started, float unit);

    bool edited() const { return edited_; }      // in this frame, perhaps in the middle of a drag
    bool released() const { return released_; }  // an edit ended in this frame

  private:
    void draw_reset(const char* label, const char* to, const Parameters& values, float width);
    void draw_style(float unit);
    void draw_row(const ParameterInfo& info, const Parameters& scene, const Parameters& started, float unit);

    Parameters values_;
    bool edited_ = false, released_ = false;
};

}  // namespace undine
