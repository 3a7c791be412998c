// CUDA's arrays in Vulkan's memory, on a GPU that both have: what unit/shared_source_test.cpp and cuda/host have each
// side do by itself.
#include <gtest/gtest.h>

#include "backends/cuda/shares_arrays.h"
#include "gpu/named_device.h"
#include "measure/lockstep.h"
#include "render/fluid_renderer.h"
#include "render/frame_readback.h"
#include "render/source/shared_source.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "test_backends.h"
#include "test_vulkan_devices.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

class CudaSharing : public BackendTest {};
UNDINE_ON_BACKENDS(CudaSharing, (std::vector<std::string>{"cuda", "cuda_fast"}));

std::vector<std::byte> picture_of(VulkanDevice& device, FluidRenderer& renderer, ParticleSource& source,
                                  const Camera& camera) {
    FrameReadback readback(device.context, renderer.settings().width, renderer.settings().height, 1);
    source.prepare(device.commands.get(), 0);
    renderer.record(device.commands, camera);
    readback.record(device.commands.get(), renderer.picture(), 0);
    device.commands.submit();
    device.commands.wait();
    const auto pixels = readback.pixels(0);
    return {pixels.begin(), pixels.end()};
}

TEST_P(CudaSharing, FramesInPlaceAreThoseOfCopies) {
    Scene scene;
    scene.parameters.tank_max = {1, 1, 0.5f};
    scene.fluids = {{{0, 0, 0}, {0.5f, 0.6f, 0.5f}, {1, 0, 0}}};
    const ParticleState initial = sample_fluid(scene);
    const Surroundings surroundings = make_surroundings(scene, initial);
    const Camera camera = picture_camera(scene, surroundings, 16.0f / 9);
    for (Style style : {Style::particles, Style::water}) {
        const FieldSet drawn = drawn_fields(style, Coloring::natural);
        Solver solver(scene, initial, {}, make_backend(), {.derived = drawn});
        // With nobody to compare it with, a backend that does as it is told and shares nothing.
        Solver again(scene, initial, {},
                     std::make_unique<LockstepBackend>(make_backend(), std::vector<std::unique_ptr<Backend>>()),
                     {.derived = drawn});
        const auto& shares = dynamic_cast<SharesArrays&>(solver.backend());
        VulkanDevice* found = nullptr;
        try {
            found = &find_vulkan_device(uuid_text(shares.device_uuid()));
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
        VulkanDevice& device = *found;
        ASSERT_EQ(sharing_problem(device.context, shares), "");
        RenderSettings settings{320, 180, 1, Coloring::natural};
        settings.style = style;
        const float radius = drawn_radius(scene.parameters);
        for (int source = 0; source < 2; ++source) {  // as when the viewer changes its window
            const auto shared = share_particles(device.context, solver, radius, Coloring::natural);
            ASSERT_NE(shared, nullptr);
            const auto copied = make_particle_source(device.context, again, radius, 1);
            FluidRenderer from_shared(device.context, settings, surroundings, shared->view());
            FluidRenderer from_copied(device.context, settings, surroundings, copied->view());
            for (int frame = 0; frame < 4; ++frame) {
                for (int step = 0; step < 3; ++step) {
                    solver.step();
                    again.step();
                }
                EXPECT_EQ(picture_of(device, from_shared, *shared, camera),
                          picture_of(device, from_copied, *copied, camera))
                    << "source " << source << ", frame " << frame;
            }
        }
        EXPECT_TRUE(solver.backend().guards_intact());
    }
}

}  // namespace
}  // namespace undine::testing
