// A camera that moves with the scene's time: along keys, or around the tank. Plain geometry, no device.
#pragma once
#include <string>
#include <vector>

#include "render/camera/camera.h"

namespace undine {

struct CameraKey {
    double time = 0;  // s of simulated time
    Camera camera;
};

// Eye, target and field of view follow a Catmull-Rom spline through the keys, at each key with the speed of the
// parabola through it and its neighbours; they are constant before the first key and after the last.
class CameraPath {
  public:
    // keys: at least one, with increasing times.
    explicit CameraPath(std::vector<CameraKey> keys);

    Camera at(double time) const;

  private:
    std::vector<CameraKey> keys_;
};

// Reads [[key]] tables of time, eye, target and, optionally, fov_degrees. Throws Error (bad_input) that names file,
// line and key.
CameraPath read_camera_path(const std::string& file);

// The camera turned about the vertical line through the box's centre, counterclockwise seen from above: a whole turn
// takes `period` seconds.
Camera turned(const Camera& camera, const Box& box, double time, double period);

}  // namespace undine
