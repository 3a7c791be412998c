#include "render/draw_testing.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <glm/gtc/packing.hpp>

#include "render/frame_readback.h"

namespace undine::testing {
namespace {

Picture draw_with(Context& context, Commands& commands, FluidRenderer& renderer, const std::function<void()>& prepare,
                  const Camera& camera, const std::vector<SolidState>& solids = {}, double before = 0) {
    const RenderSettings& settings = renderer.settings();
    const uint32_t across = settings.width * settings.supersample, down = settings.height * settings.supersample;
    FrameReadback picture(context, settings.width, settings.height, 1), depth(context, across, down, 1);
    prepare();
    renderer.record(commands, camera, solids, before);
    picture.record(commands.get(), renderer.picture(), 0);
    depth.record(commands.get(), renderer.depth(), 0);
    const bool water = settings.style == Style::water;
    const uint32_t half_across = (settings.width + 1) / 2, half_down = (settings.height + 1) / 2;
    FrameReadback thickness(context, half_across, half_down, 1);
    if (water) thickness.record(commands.get(), renderer.thickness(), 0);
    commands.submit();
    commands.wait();
    Picture result{settings.width, settings.height, {}, {}, std::vector<float>(size_t{across} * down)};
    const auto* halves = reinterpret_cast<const uint16_t*>(thickness.pixels(0).data());  // water, foam
    for (size_t p = 0; water && p < size_t{half_across} * half_down; ++p)
        result.thickness.push_back(glm::unpackHalf1x16(halves[2 * p]));
    const auto bytes = picture.pixels(0);
    result.rgba.resize(bytes.size());
    std::memcpy(result.rgba.data(), bytes.data(), bytes.size());
    std::memcpy(result.depth.data(), depth.pixels(0).data(), depth.pixels(0).size());
    return result;
}

}  // namespace

Drawing::Drawing(Context& context, Commands& commands, const Particles& particles, const RenderSettings& settings,
                 const Surroundings& surroundings)
    : context_(context),
      commands_(commands),
      upload_(context, static_cast<uint32_t>(particles.position.size()), !particles.ellipsoid.empty(), particles.radius,
              1, false, static_cast<uint32_t>(particles.diffuse_position.size())),
      renderer_(context, settings, surroundings, upload_.view()) {
    std::copy(particles.position.begin(), particles.position.end(), upload_.staged(Field::position, 0).begin());
    std::copy(particles.velocity.begin(), particles.velocity.end(), upload_.staged(Field::velocity, 0).begin());
    std::copy(particles.ellipsoid.begin(), particles.ellipsoid.end(), upload_.staged(Field::ellipsoid, 0).begin());
    std::ranges::copy(particles.diffuse_position, upload_.staged(Field::diffuse_position, 0).begin());
    std::ranges::copy(particles.diffuse_velocity, upload_.staged(Field::diffuse_velocity, 0).begin());
}

Picture Drawing::draw(const Camera& camera, const std::vector<SolidState>& solids, double before) {
    return draw_with(
        context_, commands_, renderer_, [&] { upload_.record(commands_.get(), 0); }, camera, solids, before);
}

Picture draw(Context& context, Commands& commands, const Particles& particles, const RenderSettings& settings,
             const Surroundings& surroundings, const Camera& camera) {
    return Drawing(context, commands, particles, settings, surroundings).draw(camera);
}

Picture draw(Context& context, Commands& commands, Solver& solver, const RenderSettings& settings,
             const Surroundings& surroundings, const Camera& camera, float radius) {
    const auto source = make_particle_source(context, solver, radius, 1, settings.coloring);
    FluidRenderer renderer(context, settings, surroundings, source->view());
    return draw_with(
        context, commands, renderer, [&] { source->prepare(commands.get(), 0); }, camera);
}

}  // namespace undine::testing
