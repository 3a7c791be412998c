// Pictures for tests: particles given as numbers, drawn once on a driver's device.
#pragma once
#include <cstdint>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

#include "render/fluid_renderer.h"
#include "render/source/particle_source.h"
#include "render/source/particle_upload.h"
#include "unit/gpu_testing.h"

namespace undine::testing {

struct Particles {
    std::vector<glm::vec4> position, velocity;  // as in fields.def
    float radius = 0.1f;
    std::vector<glm::vec4> ellipsoid;  // three each, where they are drawn as water
    std::vector<glm::vec4> diffuse_position{}, diffuse_velocity{};
};

struct Picture {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;     // rows from top to bottom
    std::vector<float> thickness;  // of water, m: rows of half the width and height, rounded up
    std::vector<float> depth;      // of every visibility sample: near plane distance / distance; 0: nothing
    bool operator==(const Picture&) const = default;
};

Picture draw(Context& context, Commands& commands, const Particles& particles, const RenderSettings& settings,
             const Surroundings& surroundings, const Camera& camera);

// One renderer and its particles, for one picture after another.
class Drawing {
  public:
    Drawing(Context& context, Commands& commands, const Particles& particles, const RenderSettings& settings,
            const Surroundings& surroundings);
    Picture draw(const Camera& camera, const std::vector<SolidState>& solids = {}, double before = 0);
    FluidRenderer& renderer() { return renderer_; }

  private:
    Context& context_;
    Commands& commands_;
    ParticleUpload upload_;
    FluidRenderer renderer_;
};

// The solver's particles as they are, from where a capture would take them.
Picture draw(Context& context, Commands& commands, Solver& solver, const RenderSettings& settings,
             const Surroundings& surroundings, const Camera& camera, float radius);

}  // namespace undine::testing
