#include "render/draw_testing.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "render/frame_readback.h"
#include "render/particle_upload.h"

namespace undine::testing {
namespace {

Picture draw_view(Context& context, Commands& commands, const ParticleView& view,
                  const std::function<void()>& prepare, const RenderSettings& settings,
                  const Surroundings& surroundings, const Camera& camera) {
    FluidRenderer renderer(context, settings, surroundings, view);
    const uint32_t across = settings.width * settings.supersample, down = settings.height * settings.supersample;
    FrameReadback picture(context, settings.width, settings.height, 1), depth(context, across, down, 1);
    prepare();
    renderer.record(commands, camera);
    picture.record(commands.get(), renderer.picture(), 0);
    depth.record(commands.get(), renderer.depth(), 0);
    commands.submit();
    commands.wait();
    Picture result{settings.width, settings.height, {}, std::vector<float>(size_t{across} * down)};
    const auto bytes = picture.pixels(0);
    result.rgba.resize(bytes.size());
    std::memcpy(result.rgba.data(), bytes.data(), bytes.size());
    std::memcpy(result.depth.data(), depth.pixels(0).data(), depth.pixels(0).size());
    return result;
}

}  // namespace

Picture draw(Context& context, Commands& commands, const Particles& particles, const RenderSettings& settings,
             const Surroundings& surroundings, const Camera& camera) {
    ParticleUpload upload(context, static_cast<uint32_t>(particles.position.size()), particles.radius, 1);
    std::copy(particles.position.begin(), particles.position.end(), upload.position(0).begin());
    std::copy(particles.velocity.begin(), particles.velocity.end(), upload.velocity(0).begin());
    return draw_view(
        context, commands, upload.view(), [&] { upload.record(commands.get(), 0); }, settings, surroundings,
        camera);
}

Picture draw(Context& context, Commands& commands, Solver& solver, const RenderSettings& settings,
             const Surroundings& surroundings, const Camera& camera, float radius) {
    const auto source = make_particle_source(context, solver, radius, 1);
    return draw_view(
        context, commands, source->view(), [&] { source->prepare(commands.get(), 0); }, settings, surroundings,
        camera);
}

}  // namespace undine::testing
