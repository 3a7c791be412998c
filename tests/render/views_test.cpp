// The buffers between the passes, each as a picture.
#include "render/views.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <set>

#include "render/ellipsoids.h"
#include "unit/input_testing.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

class Views : public VulkanTest {
  protected:
    static std::set<uint32_t> colours(const Picture& picture) {
        std::set<uint32_t> found;
        for (size_t p = 0; p < picture.rgba.size(); p += 4)
            found.insert(picture.rgba[p] << 16 | picture.rgba[p + 1] << 8 | picture.rgba[p + 2]);
        return found;
    }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(Views);

TEST_P(Views, EachShowsSomethingElseAndLeavesThePictureAlone) {
    for (const Style style : {Style::water, Style::particles})
        for (const uint32_t supersample : {1u, 2u}) {
            const RenderSettings settings{.width = 96, .height = 54, .supersample = supersample, .style = style};
            const Camera camera = frame_box(kPoolTank.tank, 96.0f / 54, false);
            Surroundings with_slope = kPoolTank;
            with_slope.planes = {{glm::normalize(glm::vec3(-1, 1, 0)), -0.8f}};
            with_slope.solids = with_slope.tank;
            with_slope.boundary = {{0.7f, 0.2f, 0.4f}, {0.6f, 0.5f, -0.02f}};
            with_slope.diffuse_life = 4;
            Particles particles = pool();
            for (int k = 0; k < 60; ++k) {  // spray, foam and bubbles
                particles.diffuse_position.emplace_back(0.02f * float(k), 0.5f, 0.8f, 0.05f * float(k));
                particles.diffuse_velocity.emplace_back(0, 0, 0, 0.5f * float(k % 3));
            }
            Drawing drawing(context(), commands(), particles, settings, with_slope);
            const Picture picture = drawing.draw(camera);
            std::set<std::string> seen;
            for (uint32_t v = 0; v < kViews.size(); ++v) {
                const auto view = static_cast<View>(v);
                SCOPED_TRACE(::testing::Message() << kViews[v].name << ", " << supersample << " samples");
                if (!shows(view, style)) {
                    sentence_of([&] { drawing.renderer().set_view(view); }, Exit::usage);
                    continue;
                }
                drawing.renderer().set_view(view);
                const Picture shown = drawing.draw(camera);
                // Tiles are white or black, and at this size there are four.
                EXPECT_GE(colours(shown).size(), view == View::tiles ? 1u : 5u) << "it is not uniform";
                EXPECT_TRUE(seen.emplace(shown.rgba.begin(), shown.rgba.end()).second) << "it is as another one";
                EXPECT_TRUE(drawing.draw(camera).rgba == shown.rgba) << "the same twice";
                drawing.renderer().set_view(View::picture);
                EXPECT_TRUE(drawing.draw(camera).rgba == picture.rgba) << "and back";
            }
        }
}

// Chosen at the start, as `capture --buffer` does, it is what set_view() shows.
TEST_P(Views, ChosenFirstOrLaterIsTheSame) {
    const Camera camera = frame_box(kPoolTank.tank, 96.0f / 54, false);
    for (const auto& [style, view] : {std::pair(Style::water, View::thickness), {Style::particles, View::sky_map}}) {
        RenderSettings settings{.width = 96, .height = 54, .supersample = 1, .style = style};
        Drawing later(context(), commands(), pool(), settings, kPoolTank);
        later.draw(camera);
        later.renderer().set_view(view);
        settings.view = view;
        EXPECT_TRUE(draw(context(), commands(), pool(), settings, kPoolTank, camera).rgba == later.draw(camera).rgba);
    }
}

// The colours of the view of distances: blue outside, orange inside.
enum class Side { outside, inside, line };
Side side_of(const Picture& picture, uint32_t x, uint32_t y) {
    const uint8_t* p = &picture.rgba[4 * (size_t{y} * picture.width + x)];
    return p[2] > p[0] + 20 ? Side::outside : p[0] > p[2] + 20 ? Side::inside : Side::line;
}

// By the definition of each shape, of boxes as well as of the meshes of the same boxes, which are sampled to a field.
TEST_P(Views, DistancesAreOfTheSidesThatTheSolidsHave) {
    constexpr uint32_t kWidth = 192, kHeight = 108;
    const RenderSettings settings{
        .width = kWidth, .height = kHeight, .supersample = 1, .style = Style::water, .view = View::distance};
    const Camera camera{.eye = {0.7f, 0.4f, 3}, .target = {0.7f, 0.4f, 0}, .fov_degrees = 40};
    const MeshBox shape{{0, 0, 0}, {0.2, 0.15, 0.3}};
    const Solid box{.center = {0.5f, 0.4f, 0.45f}, .rotation = {0, 0, 25}, .half_size = {0.2f, 0.15f, 0.3f}};
    Solid mesh{.center = box.center, .rotation = box.rotation};
    mesh.mesh = solid_mesh(box_mesh({&shape, 1}));
    const Solid ball{.center = {1.05f, 0.3f, 0.4f}, .radius = 0.2f};
    for (const Solid& first : {box, mesh}) {
        SCOPED_TRACE(first.mesh ? "mesh" : "box");
        Surroundings s = kPoolTank;
        s.bodies = {first, ball};
        s.kernel = RadialKernel(0.1f, false, false);
        s.particle_spacing = 0.05f;
        const Picture shown = draw(context(), commands(), pool(), settings, s, camera);
        size_t compared = 0, inside = 0;
        for (uint32_t y = 2; y < kHeight; y += 2)
            for (uint32_t x = 2; x < kWidth; x += 2) {
                // The pixel's point in the plane z = 0.45, 2.55 m away.
                const double per_pixel = 2 * 2.55 * std::tan(20 * M_PI / 180) / kHeight;
                const glm::dvec3 at(0.7 + (x + 0.5 - kWidth / 2.0) * per_pixel,
                                    0.4 - (y + 0.5 - kHeight / 2.0) * per_pixel, 0.45);
                const glm::dvec3 in_tank = glm::min(at - glm::dvec3(s.tank.min), glm::dvec3(s.tank.max) - at);
                double distance = std::min({in_tank.x, in_tank.y, in_tank.z});
                for (const Solid& solid : s.bodies)
                    distance = std::min(distance, signed_distance(solid, state_at(solid, 0), at, 3));
                if (distance < -0.09 || std::abs(distance) < 2 * per_pixel ||
                    std::abs(distance - 0.025) < 2 * per_pixel)
                    continue;  // beside the tank; on a line
                ASSERT_EQ(side_of(shown, x, y), distance < 0 ? Side::inside : Side::outside)
                    << x << ", " << y << ": " << distance << " m";
                ++compared;
                inside += distance < 0;
            }
        EXPECT_GT(compared, 500u);
        EXPECT_GT(inside, 50u);
    }
}

// One sphere in the tank, one of a wall behind it, and one of a wall in front, which would hide both.
TEST_P(Views, BoundaryParticlesOfWallsInFrontAreLeftOut) {
    constexpr uint32_t kSize = 64;
    const RenderSettings settings{
        .width = kSize, .height = kSize, .supersample = 1, .style = Style::particles, .view = View::boundary};
    const Camera camera{.eye = {0.7f, 0.4f, 3}, .target = {0.7f, 0.4f, 0}, .fov_degrees = 30};
    auto lit = [&](const std::vector<glm::vec3>& boundary) {
        Surroundings s = kPoolTank;
        s.boundary = boundary;
        const Picture shown = draw(context(), commands(), pool(), settings, s, camera);
        size_t count = 0;
        for (size_t p = 0; p < shown.rgba.size(); p += 4) count += shown.rgba[p] > shown.rgba[p + 2] + 20;
        return count;
    };
    const glm::vec3 within(0.7f, 0.4f, 0.4f), behind(0.4f, 0.4f, -0.02f), before(0.7f, 0.4f, 0.92f);
    EXPECT_GT(lit({within}), 5u);
    EXPECT_GT(lit({within, behind}), lit({within}));
    EXPECT_EQ(lit({within, behind, before}), lit({within, behind}));
    EXPECT_EQ(lit({before}), 0u);
}

// The old view stays, and the sentence says what to do.
TEST_P(Views, WhatIsNotThereIsRefused) {
    RenderSettings settings{.width = 48, .height = 27, .supersample = 1};
    Drawing drawing(context(), commands(), pool(), settings, kPoolTank);
    EXPECT_EQ(sentence_of([&] { drawing.renderer().set_view(View::boundary); }, Exit::usage),
              "The scene has no boundary particles to show; give it walls = \"particles\", or --boundary.");
    EXPECT_EQ(drawing.renderer().settings().view, View::picture);
    settings.style = Style::water;
    Drawing calm(context(), commands(), pool(), settings, kPoolTank);
    EXPECT_EQ(sentence_of([&] { calm.renderer().set_view(View::foam_life); }, Exit::usage),
              "The scene has no spray, foam or bubbles to show; give it diffuse_capacity.");
    Surroundings nothing = kPoolTank;
    nothing.has_tank = false;
    Drawing alone(context(), commands(), pool(), settings, nothing);
    EXPECT_EQ(sentence_of([&] { alone.renderer().set_view(View::distance); }, Exit::usage),
              "The scene has nothing solid whose distance could be shown.");
}

}  // namespace
}  // namespace undine::testing
