// The parameters as sliders, generated from their table.
#pragma once
#include "scene/parameters.h"

namespace undine {

class ParameterPanel {
  public:
    // What the sliders show. Differs from what runs while a slider that needs a new solver is being dragged, and where
    // the values do not fit together.
    const Parameters& values() const { return values_; }
    void set_values(const Parameters& values) { values_ = values; }

    // Draws all rows. `scene`: the values that are no change, and that a reset returns to. unit: Gui::unit().
    void draw(const Parameters& scene, float unit);

    bool edited() const { return edited_; }      // in this frame, perhaps in the middle of a drag
    bool released() const { return released_; }  // in this frame an edit came to its end

  private:
    void draw_row(const ParameterInfo& info, const Parameters& scene, float unit);

    Parameters values_;
    bool edited_ = false, released_ = false;
};

}  // namespace undine
