// The renderer reads a Vulkan solver's arrays in place, in the solver's own submission, and sees what an upload
// shows. Where a picture would keep the device busy for too long, it is several submissions.
#include <filesystem>
#include <glm/vec4.hpp>

#include "backends/cpu/cpu_backend.h"
#include "render/draw_testing.h"
#include "render/ellipsoids.h"
#include "scene/sampling.h"
#include "scene/scene.h"

namespace undine::testing {
namespace {

using glm::vec4;

class OneSubmission : public VulkanTest {
  protected:
    OneSubmission() {
        scene.parameters.tank_max = {1, 1, 0.5f};
        scene.fluids = {{{0, 0, 0}, {0.5f, 0.6f, 0.5f}, {1, 0, 0}}};
        initial = sample_fluid(scene);
        surroundings = make_surroundings(scene, initial);
        camera = picture_camera(scene, surroundings, 16.0f / 9);
    }
    Picture draw_solver(Solver& solver) {
        return draw(context(), commands(), solver, {160, 90, 2, Coloring::natural}, surroundings, camera,
                    drawn_radius(scene.parameters));
    }

    Scene scene;
    ParticleState initial;
    Surroundings surroundings;
    Camera camera;
};

UNDINE_ON_EVERY_VULKAN_DRIVER(OneSubmission);

TEST_P(OneSubmission, HoldsStepsAndDrawing) {
    Solver solver(scene, initial, {}, make_backend());
    auto& backend = static_cast<VulkanBackend&>(solver.backend());
    const auto source = make_particle_source(backend.context(), solver, drawn_radius(scene.parameters), 1);
    EXPECT_EQ(source->view().position.buffer, backend.array(Field::position).buffer) << "read in place";
    FluidRenderer renderer(backend.context(), {160, 90, 1, Coloring::natural}, surroundings, source->view());
    solver.finish();

    const uint64_t before = backend.commands().submissions();
    solver.step();
    source->prepare(backend.commands().get(), 0);
    renderer.record(backend.commands(), camera);
    solver.step();  // the next one may be recorded behind the drawing
    backend.commands().submit();
    backend.commands().wait();
    EXPECT_EQ(backend.commands().submissions() - before, 1u);
    EXPECT_TRUE(backend.guards_intact());
}

TEST_P(OneSubmission, ShowsWhatAnUploadShows) {
    Solver on_cpu(scene, initial, {}, make_cpu_backend(1)), on_device(scene, initial, {}, make_backend());
    for (int k = 0; k < 5; ++k) on_cpu.step();
    for (Field field : {Field::position, Field::velocity}) {
        std::vector<vec4> data(initial.size());
        on_cpu.backend().download(field, data.data(), data.size() * sizeof(vec4));
        on_device.backend().upload(field, data.data(), data.size() * sizeof(vec4));
    }
    EXPECT_TRUE(draw_solver(on_cpu) == draw_solver(on_device));
}

// As on a slow device: each pass by itself, those that draw particles in parts. Drawn often before, until the rate is
// no longer that of the first picture, for which a driver may have compiled.
TEST_P(OneSubmission, BecomesManyOnASlowDevice) {
    Particles particles{.radius = drawn_radius(scene.parameters)};
    for (const glm::vec3& x : initial.position) add(particles, {glm::dvec3(x), {1.2, 1.2, 1.2}});
    ASSERT_GT(initial.size(), 900u);
    for (const Style style : {Style::water, Style::particles}) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        Drawing drawing(context(), commands(), particles, {160, 90, 2, Coloring::natural, style}, surroundings);
        Picture whole;
        for (int k = 0; k < 16; ++k) whole = drawing.draw(camera);
        commands().set_longest_submission(100 * commands().seconds_per_unit(Work::pictures));
        const uint64_t before = commands().submissions();
        const Picture parts = drawing.draw(camera);
        commands().set_longest_submission(Commands::kLongest);
        EXPECT_GT(commands().submissions() - before, 20u);
        EXPECT_TRUE(whole == parts);
    }
}

}  // namespace
}  // namespace undine::testing
