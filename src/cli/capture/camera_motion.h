// The camera of a capture.
#pragma once
#include <optional>

#include "cli/capture/capture_options.h"
#include "render/camera/camera_path.h"
#include "scene/scene.h"
#include "undine/error.h"

namespace undine {

// The camera as a function of time: fixed where the scene has it, on a turntable, or along the keys of a file.
class CameraMotion {
  public:
    CameraMotion(const CaptureOptions& o, const Scene& scene, const Surroundings& surroundings)
        : home_(picture_camera(scene, surroundings, float(o.render.width) / float(o.render.height))),
          tank_(surroundings.tank),
          turntable_(o.turntable) {
        if (!o.camera.empty()) path_ = read_camera_path(o.camera);
        if (turntable_ > 0 && surroundings.flat)
            throw Error(Exit::usage, "--turntable: " + scene.name + " is two-dimensional; its camera cannot turn");
    }
    // start: the scene's time at the capture's first state, in s, not 0 if a previous run saved that state. captured: s
    // since then. A path follows the scene's time; a turntable begins at the scene's camera.
    Camera at(double start, double captured) const {
        if (path_) return path_->at(start + captured);
        return turntable_ > 0 ? turned(home_, tank_, captured, turntable_) : home_;
    }

  private:
    Camera home_;
    Box tank_;
    double turntable_;
    std::optional<CameraPath> path_;
};

}  // namespace undine
