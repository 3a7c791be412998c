// What a Renderer of the public interface is made of.
#pragma once
#include <map>
#include <memory>

#include "library/simulation_parts.h"
#include "render/fluid_renderer.h"
#include "render/frame_readback.h"
#include "render/present_pass.h"
#include "render/source/particle_source.h"
#include "undine/renderer.h"

namespace undine::core {

struct Renderer::Parts {
    Parts(Simulation& simulation, const RendererOptions& options);
    ~Parts();  // waits

    undine::Camera camera(const std::optional<Camera>& given) const;

    // Records the picture of the simulation as it is.
    void record(const std::optional<Camera>& camera);

    Simulation::Parts& simulation;
    Surroundings surroundings;
    std::unique_ptr<const Environment> environment;  // null: the look's sky
    Look look;
    std::unique_ptr<ParticleSource> source;
    std::unique_ptr<FluidRenderer> renderer;
    std::unique_ptr<FrameReadback> readback;       // once a picture has been asked for
    std::map<VkFormat, PresentPass> presentation;  // into images of the application, by their format
};

}  // namespace undine::core
