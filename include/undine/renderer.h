// Pictures of a simulation, drawn by Vulkan: into memory, or into an image of the application (undine/vulkan.h).
//
//     undine::core::Simulation water(scene, {.backend = "cpu", .drawn = undine::core::Drawn::water});
//     undine::core::Renderer renderer(water, {.width = 1280, .height = 720});
//     undine::core::Picture picture = renderer.draw();
//
// The simulation must outlive its renderer, of which it has one at a time. Functions throw undine::Error: bad_input,
// usage, no_device if there is no device that draws, out_of_memory.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "undine/simulation.h"

namespace undine::core {

struct Camera {
    Vec3 eye{}, target{};    // m; up is +y
    float fov_degrees = 45;  // vertical
};

struct RendererOptions {
    uint32_t width = 1280, height = 720;  // pixels
    std::vector<std::string> look;        // as `undine capture --look`, in order: presets, or key=value
    std::string environment;              // a panorama, .hdr; empty: the look's sky
};

struct Picture {
    uint32_t width = 0, height = 0;  // pixels
    std::vector<uint8_t> rgba;       // sRGB, rows from top to bottom; alpha is 255
};

class Renderer {
  public:
    explicit Renderer(Simulation& simulation, const RendererOptions& options = {});
    ~Renderer();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;

    // The scene's own, or one that frames the tank.
    Camera scene_camera() const;

    // Draws the simulation as it is now, and waits for the picture. Without a camera: scene_camera().
    Picture draw(const std::optional<Camera>& camera = std::nullopt);

    // A preset, or key=value, from the next picture on.
    void set_look(const std::string& look);

    // Nothing that draws into the old size may be in flight.
    void resize(uint32_t width, uint32_t height);

    struct Parts;  // the library's own
    Parts& parts() const { return *parts_; }

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace undine::core
