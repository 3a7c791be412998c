// The same moment of the free runs on every backend, all drawn by one device, so that any difference was simulated and
// not drawn.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cli/compare/compare_options.h"
#include "render/fluid_renderer.h"
#include "render/frame_readback.h"
#include "render/source/particle_upload.h"
#include "report/picture_difference.h"
#include "solver/solver.h"

namespace undine {

struct Simulation;

struct FlowPictures {
    uint64_t step = 0;  // of the free run
    std::string drawn_on;
    uint32_t width = 0, height = 0;  // pixels
    struct Picture {
        std::string png;
        PictureDifference difference;  // from the first picture; empty for the first itself
        std::string difference_png;
    };
    std::vector<Picture> pictures;  // by backend
};

// Draws the solvers' particles as `capture` does by default: as water, or in 2D as particles. Uses the first of the
// contestants' devices that can draw, otherwise this machine's default device.
class FlowPainter {
  public:
    // If no device can draw, available() is false and why() says why.
    FlowPainter(Contestants& contestants, const Simulation& simulation);

    bool available() const { return machine_ != nullptr; }
    const std::string& why() const { return why_; }
    FieldSet needed() const;  // derived fields that the solvers must have room for

    // Draws the solvers' current states. Their trajectories continue as if nothing had been drawn.
    FlowPictures draw(const std::vector<Solver*>& solvers, uint64_t step);

  private:
    void prepare(uint32_t particles);
    std::vector<std::byte> draw(Solver& solver);

    const Simulation& simulation_;
    Machine own_;
    Machine* machine_ = nullptr;
    std::string why_;
    Style style_;
    Surroundings surroundings_;
    std::optional<ParticleUpload> particles_;  // this and the members below: from the first picture on
    std::optional<FluidRenderer> renderer_;
    std::optional<FrameReadback> readback_;
};

}  // namespace undine
