#include "undine/renderer.h"

#include <cstring>

#include "io/hdr.h"
#include "library/renderer_parts.h"
#include "library/vectors.h"

namespace undine::core {
namespace {

Look look_of(const std::vector<std::string>& texts) {
    Look look;
    for (const std::string& text : texts) set_look(look, text, "look");
    return look;
}

std::unique_ptr<const Environment> environment_of(const std::string& file) {
    if (file.empty()) return nullptr;
    return std::make_unique<const Environment>(make_environment(read_panorama(file)));
}

Simulation::Parts& drawable(Simulation& simulation) {
    Simulation::Parts& parts = simulation.parts();
    if (!parts.style)
        throw Error(Exit::usage,
                    "a simulation made with Drawn::nothing has no room for what pictures show; expected "
                    "Drawn::automatic, water or particles");
    parts.require_own_commands("Renderer");
    parts.machine.open_to_draw(parts.specification);
    return parts;
}

}  // namespace

Renderer::Parts::Parts(Simulation& drawn, const RendererOptions& options)
    : simulation(drawable(drawn)),
      surroundings(make_surroundings(simulation.source.scene, simulation.source.initial, simulation.source.boundary)),
      environment(environment_of(options.environment)),
      look(look_of(options.look)) {
    Context& context = *simulation.machine.context;
    const RenderSettings settings{.width = options.width,
                                  .height = options.height,
                                  .supersample = default_supersample(*simulation.style),
                                  .coloring = simulation.coloring,
                                  .style = *simulation.style,
                                  .look = look,
                                  .environment = environment.get()};
    source = make_particle_source(context, *simulation.solver, drawn_radius(simulation.source.scene.parameters), 1,
                                  simulation.coloring);
    renderer = std::make_unique<FluidRenderer>(context, settings, surroundings, source->view());
    simulation.machine.commands->set_stall_check([this] { source->check(); });
}

Renderer::Parts::~Parts() {
    simulation.machine.commands->set_stall_check({});
    simulation.machine.context->vk().vkQueueWaitIdle(simulation.machine.context->queue());  // ignores errors
}

undine::Camera Renderer::Parts::camera(const std::optional<Camera>& given) const {
    const RenderSettings& s = renderer->settings();
    if (!given)
        return picture_camera(simulation.source.scene, surroundings, float(s.width) / static_cast<float>(s.height));
    return {.eye = unpacked(given->eye),
            .target = unpacked(given->target),
            .fov_degrees = given->fov_degrees,
            .given = true};
}

void Renderer::Parts::record(const std::optional<Camera>& from) {
    Commands& commands = *simulation.machine.commands;
    source->prepare(commands.get(), 0);
    renderer->record(commands, camera(from), simulation.solver->solid_states());
}

Renderer::Renderer(Simulation& simulation, const RendererOptions& options)
    : parts_(std::make_unique<Parts>(simulation, options)) {}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

Camera Renderer::scene_camera() const {
    const undine::Camera c = parts_->camera(std::nullopt);
    return {packed(c.eye), packed(c.target), c.fov_degrees};
}

Picture Renderer::draw(const std::optional<Camera>& camera) {
    Parts& p = *parts_;
    p.simulation.require_own_commands("draw()");
    const RenderSettings& s = p.renderer->settings();
    Commands& commands = *p.simulation.machine.commands;
    if (!p.readback) p.readback = std::make_unique<FrameReadback>(*p.simulation.machine.context, s.width, s.height, 1);
    p.record(camera);
    p.readback->record(commands.get(), p.renderer->picture(), 0);
    commands.submit();
    commands.wait();
    const auto pixels = p.readback->pixels(0);
    Picture picture{.width = s.width, .height = s.height, .rgba = std::vector<uint8_t>(pixels.size())};
    std::memcpy(picture.rgba.data(), pixels.data(), pixels.size());
    return picture;
}

void Renderer::set_look(const std::string& text) {
    undine::set_look(parts_->look, text, "look");
    parts_->renderer->set_look(parts_->look);
}

void Renderer::resize(uint32_t width, uint32_t height) {
    parts_->readback.reset();
    parts_->renderer->resize(width, height);
    for (auto& [format, pass] : parts_->presentation) pass.write(parts_->renderer->picture());
}

}  // namespace undine::core
