// The panel at the left of the window.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "viewer/core/frame_times.h"
#include "viewer/core/pass_means.h"
#include "viewer/graphs.h"
#include "viewer/look_panel.h"
#include "viewer/parameter_panel.h"

namespace undine {

struct PanelStatus {
    std::string scene, title, device;
    uint32_t particles = 0;
    double time = 0;  // s, of the scene
    bool paused = false;
    double speed = 1;  // wanted ratio to real time
    bool walking = false, filming = false;
    double step_ms = 0;
    const PassMeans& means;
    const FrameTimes& frame_times;
    Graphs& graphs;
    const std::optional<FluidHealth>& health;
    std::vector<std::string> cautions;     // of the scene with these parameters
    const Parameters& scene_parameters;    // of the scene's file
    const Parameters& started_parameters;  // the same with --set
    const RenderSettings& drawn;
    const Surroundings& surroundings;
};

struct PanelActions {
    std::optional<std::string> scene;  // to load
    bool toggle_pause = false, step = false, restart = false, toggle_walk = false;
    bool throw_block = false, picture = false, toggle_video = false, save = false, timeline = false;
    bool toggle_keys = false;
    std::optional<double> speed;  // wanted ratio to real time from now on
    LookActions look;
};

class Panel {
  public:
    static constexpr float kWidth = 340;  // Gui units

    PanelActions draw(const PanelStatus& status, float unit);

    ParameterPanel& parameters() { return parameters_; }

    // Shows a sentence until the next one comes; empty: none. say: what went wrong; note: what was done.
    void say(const std::string& sentence) { sentence_ = sentence, problem_ = true; }
    void note(const std::string& sentence) { sentence_ = sentence, problem_ = false; }

    const std::string& sentence() const { return sentence_; }

    // Whether the last frame that it was drawn in showed times of passes.
    bool shows_times() const { return shows_times_; }

  private:
    ParameterPanel parameters_;
    std::string sentence_;
    bool problem_ = false;
    bool shows_times_ = true;
};

}  // namespace undine
