// Graphs of the last seconds: the times of frames, the state of the fluid, and what the scene's probes read.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "app/fluid_watch.h"
#include "viewer/core/pass_means.h"

namespace undine {

class Graphs {
  public:
    // The passes that were measured since the previous frame.
    void add_frame(const PassTimes& times);

    void add_fluid(const FluidHealth& health);
    // time: s of the scene; row: probe_row(), of probe_columns().
    void add_probes(double time, const std::vector<std::string>& columns, std::vector<double> row);
    void clear_fluid();
    void clear_probes();

    // A collapsible section of the panel, closed at first. unit: Gui::unit().
    bool draw(float unit);  // returns whether they are open

  private:
    struct FrameTime {
        float simulation, drawing;  // ms
    };
    struct FluidSample {
        float error;                // mean of max(C, 0)
        float kinetic, potential;   // J
        std::optional<float> lost;  // J, where it is known
        float iterations;
    };
    struct ProbeSample {
        double time;  // s
        std::vector<double> row;
    };
    void draw_probe(size_t column, float unit) const;
    void draw_frames(float unit) const;
    void draw_energy(float unit) const;
    void draw_curve(const char* title, float FluidSample::*value, const char* format, float scale, float unit) const;

    std::deque<FrameTime> frames_;
    std::deque<FluidSample> fluid_;
    std::vector<std::string> columns_;
    std::deque<ProbeSample> probes_;
};

}  // namespace undine
