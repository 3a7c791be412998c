// The panel at the left of the window, and the overlay that lists the keys.
#pragma once
#include <optional>
#include <string>

#include "viewer/parameter_panel.h"
#include "viewer/pass_means.h"

namespace undine {

struct PanelStatus {
    std::string scene, title, device;
    uint32_t particles = 0;
    double time = 0;  // s, simulated
    bool paused = false;
    bool on_host = false;  // the simulation's times are of the host's clock
    double step_ms = 0;
    const PassMeans& means;
    const Parameters& scene_parameters;
};

struct PanelActions {
    std::optional<std::string> scene;  // to be loaded
    bool toggle_pause = false, step = false, restart = false;
};

class Panel {
  public:
    static constexpr float kWidth = 340;  // Gui units

    PanelActions draw(const PanelStatus& status, float unit);

    ParameterPanel& parameters() { return parameters_; }

    // A sentence that stays on top until another one comes; empty: none.
    void say(const std::string& sentence) { sentence_ = sentence; }

  private:
    ParameterPanel parameters_;
    std::string sentence_;
};

// In the middle of the window; false once it was clicked away.
bool draw_keys(float unit);

}  // namespace undine
