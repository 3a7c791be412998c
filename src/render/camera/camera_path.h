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

// Eye, target and angle run through the keys on a Catmull-Rom spline, in each key at the speed of the parabola through
// it and its neighbours; they stand still before the first key and after the last one.
class CameraPath {
  public:
    // At least one key; times increase.
    explicit CameraPath(std::vector<CameraKey> keys);

    Camera at(double time) const;

  private:
    std::vector<CameraKey> keys_;
};

// [[key]] time eye target fov_degrees, the last one optional. Throws Error (bad_input) that names file, line and key.
CameraPath read_camera_path(const std::string& file);

// The camera turned about the vertical line through the box's centre, counterclockwise seen from above: a whole turn
// takes `period` seconds.
Camera turned(const Camera& camera, const Box& box, double time, double period);

}  // namespace undine
