// What the last seconds were like, as curves: times of frames, and how the fluid is.
#pragma once
#include <deque>
#include <vector>

#include "measure/pass_time.h"
#include "scene/particles.h"
#include "solver/fluid_params.h"

namespace undine {

class Graphs {
  public:
    // The passes that were measured since the frame before.
    void add_frame(const std::vector<PassTime>& times);

    // A state after a step, and the corrections that the step applied.
    void add_fluid(const ParticleState& state, const FluidParams& params, uint32_t iterations);
    void clear_fluid();

    // A header of the panel, closed at first. unit: Gui::unit().
    void draw(float unit);
    bool open() const { return open_; }  // add_fluid() is of use

  private:
    struct FrameTime {
        float simulation, drawing;  // ms
    };
    struct FluidSample {
        float error;   // mean of max(C, 0)
        float energy;  // J
        float iterations;
    };
    void draw_frames(float unit) const;
    void draw_curve(const char* title, float FluidSample::*value, const char* format, float scale, float unit) const;

    std::deque<FrameTime> frames_;
    std::deque<FluidSample> fluid_;
    bool open_ = false;
};

}  // namespace undine
