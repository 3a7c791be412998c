// Steps and pictures of a capture, overlapped.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/drawn_simulation.h"
#include "app/progress.h"
#include "cli/capture/camera_motion.h"
#include "cli/output_errors.h"
#include "cli/probe_options.h"
#include "io/frame_writer.h"
#include "render/frame_readback.h"

namespace undine {

constexpr uint32_t kInFlight = 3;  // frames being drawn, copied or written at the same time

// Milliseconds; empty if no clock measured them.
struct CaptureTiming {
    uint64_t pictures = 0;           // of the whole capture; fewer than asked for if it was interrupted
    double total = 0;                // a picture, including the frames simulated for it
    std::optional<double> simulate;  // a simulated frame
    std::vector<PassTime> drawing;   // render passes, each the mean over the pictures
    bool in_place = false;           // pictures are drawn from the solver's own arrays
    std::optional<double> draw() const {
        if (drawing.empty()) return std::nullopt;
        double sum = 0;
        for (const PassTime& pass : drawing) sum += pass.ms;
        return sum;
    }
};

// Draws the pictures and hands them to the writer in order, with at most kInFlight in flight.
class PictureLoop {
  public:
    PictureLoop(DrawnSimulation& drawn, const Simulation& sim, const CaptureOptions& options, TraceRecording& trace,
                Checkpoints& checkpoints, ProbeRecording& probes, FrameCaptures& captures, ImageDumps& dumps,
                FrameWriter& writer);
    ~PictureLoop();
    PictureLoop(const PictureLoop&) = delete;
    PictureLoop& operator=(const PictureLoop&) = delete;

    // Until all pictures are written, or the user interrupts it, or one cannot be written.
    CaptureTiming run(OutputErrors& errors);

  private:
    bool submit(uint64_t picture);
    void save(uint64_t pictures);
    void begin_frame(uint64_t number);
    void end_frame();
    void deliver_until(uint64_t end);
    CaptureTiming timing(uint64_t first, uint64_t pictures, double ms);

    TraceRecording& trace_;
    Checkpoints& checkpoints_;
    ProbeRecording& probes_;
    FrameCaptures& captures_;
    ImageDumps& dumps_;
    FrameWriter& writer_;
    Commands& commands_;
    Solver& solver_;
    ParticleSource& source_;
    FluidRenderer& renderer_;
    const CaptureOptions& options_;
    const std::string scene_;
    uint32_t substeps_;
    double frame_seconds_, start_seconds_;
    CameraMotion camera_;
    FrameReadback readback_;
    uint64_t first_frame_;  // that is simulated here; before it, another capture did
    Progress progress_;
    uint64_t submissions_[kInFlight] = {};
    uint64_t frame_;      // frames simulated so far
    uint64_t delivered_;  // pictures that are written, or the writer's
    std::optional<HostGroup> host_frame_;
    std::optional<FrameScope> in_frame_;
    double host_ms_ = 0;  // of steps that do not run in the queue
};

}  // namespace undine
