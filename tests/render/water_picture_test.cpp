// Pictures of water: every number of its look acts in the next one, and the rarest of views are still pictures.
#include <algorithm>
#include <array>
#include <cmath>

#include "render/ellipsoids.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec3;

RenderSettings sized(uint32_t width, uint32_t height) {
    return {.width = width, .height = height, .supersample = 1, .style = Style::water};
}
Camera pool_camera(double aspect) { return frame_box(kPoolTank.tank, float(aspect), false); }

// Of its red, green and blue, 0 … 255, in the part of the picture from (x0, y0) to (x1, y1), 0 … 1.
dvec3 mean_colour(const Picture& p, double x0 = 0, double y0 = 0, double x1 = 1, double y1 = 1) {
    dvec3 sum(0);
    size_t count = 0;
    for (auto y = uint32_t(y0 * p.height); y < uint32_t(y1 * p.height); ++y)
        for (auto x = uint32_t(x0 * p.width); x < uint32_t(x1 * p.width); ++x, ++count)
            for (int c = 0; c < 3; ++c) sum[c] += p.rgba[4 * (size_t{y} * p.width + x) + size_t(c)];
    return sum / double(std::max<size_t>(count, 1));
}

// The share of its pixels that another picture has otherwise.
double changed_share(const Picture& a, const Picture& b) {
    size_t count = 0;
    for (size_t p = 0; p < a.rgba.size(); p += 4) count += !std::equal(&a.rgba[p], &a.rgba[p] + 3, &b.rgba[p]);
    return double(count) / (double(a.rgba.size()) / 4);
}

// What no picture of a scene in daylight has: a pixel that is black, which is what becomes of no number, and water of a
// thickness or distance that is none. extent: of the depth that was drawn. darkest: mean of a channel, 0 … 255.
void expect_sensible(const Picture& p, VkExtent2D extent, double darkest = 20) {
    size_t black = 0;
    for (size_t k = 0; k < p.rgba.size(); k += 4) black += p.rgba[k] + p.rgba[k + 1] + p.rgba[k + 2] == 0;
    EXPECT_EQ(black, 0u);
    const dvec3 mean = mean_colour(p);
    for (int c = 0; c < 3; ++c) EXPECT_TRUE(mean[c] > darkest && mean[c] < 250) << mean[c];
    for (const float thickness : p.thickness) ASSERT_TRUE(std::isfinite(thickness) && thickness >= 0) << thickness;
    for (uint32_t y = 0; y < extent.height; ++y)
        for (uint32_t x = 0; x < extent.width; ++x) {
            const float depth = p.depth[size_t{y} * p.width + x];
            ASSERT_TRUE(depth >= 0 && depth <= 1) << depth;
        }
}

size_t covered(const Picture& p) {
    return size_t(std::ranges::count_if(p.depth, [](float d) { return d > 0; }));
}

class WaterPicture : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(WaterPicture);

// As a slider does.
TEST_P(WaterPicture, EveryNumberOfTheLookActsInTheNextPicture) {
    const Camera camera = pool_camera(16.0 / 9);
    Surroundings basin = kPoolTank;
    basin.rim = 0.5f * (basin.tank.min.y + basin.tank.max.y);
    Drawing drawing(context(), commands(), pool(), sized(160, 90), basin);
    const Picture before = drawing.draw(camera);
    for (const LookInfo& info : look_table()) {
        SCOPED_TRACE(info.key);
        Look look;
        if (const auto* number = std::get_if<float Look::*>(&info.member)) look.** number = info.max;
        else if (const auto* color = std::get_if<vec3 Look::*>(&info.member)) look.** color = {0.3f, 0.1f, 0};
        else std::get<LookChoice>(info.member).set(look, uint32_t(info.choices.size()) - 1);
        drawing.renderer().set_look(look);
        const Picture after = drawing.draw(camera);
        EXPECT_GT(changed_share(before, after), tolerance::kLookShare);
        drawing.renderer().set_look({});
        EXPECT_TRUE(drawing.draw(camera).rgba == before.rgba) << "nothing of it stays";
    }
}

TEST_P(WaterPicture, WithoutABasinNothingOfTheTankIsSeen) {
    const Camera camera = pool_camera(16.0 / 9);
    Particles none{{}, {}, 0.05f, {}};
    add(none, {{0, 5, -100}, {1, 1, 1}});
    Surroundings open = kPoolTank;
    RenderSettings settings = sized(640, 360);
    settings.look.basin = Basin::none;
    const auto floor_of = [&](const Picture& p) { return mean_colour(p, 0, 0.6, 1, 1); };
    const Picture bare = draw(context(), commands(), none, settings, kPoolTank, camera);
    open.rim = 0.5f * (open.tank.min.y + open.tank.max.y);
    EXPECT_TRUE(draw(context(), commands(), none, settings, open, camera) == bare) << "neither are tiles";
    settings.look.basin = Basin::glass;
    settings.look.glass = 0;
    const Picture glass = draw(context(), commands(), none, settings, kPoolTank, camera);
    EXPECT_GT(changed_share(bare, glass), 0.005) << "the edges";
    EXPECT_LT(changed_share(bare, glass), 0.1);
    EXPECT_LT(glm::length(floor_of(bare) - floor_of(glass)), 4) << "the floor stays";
}

// Of the sun's light behind the water, as a map: what the surface gathers. Level water leaves it as it is, and waves
// move it, but neither add to it.
TEST_P(WaterPicture, WavesGatherTheSunsLightAndLevelWaterDoesNot) {
    RenderSettings settings = sized(256, 256);
    settings.view = View::water_light;
    const auto filled = [](double wave) {
        constexpr double kSpacing = 0.025;
        Particles particles{{}, {}, kSpacing / 2, {}};
        for (int z = 0; z < 36; ++z)
            for (int y = 0; y < 20; ++y)
                for (int x = 0; x < 56; ++x) {
                    const dvec3 at = kSpacing * (dvec3(x, y, z) + 0.5);
                    if (at.y < 0.3 + wave * std::sin(12 * at.x)) add(particles, {at, {1.45, 1.45, 1.45}});
                }
        return particles;
    };
    const Camera camera = pool_camera(1);
    const auto light = [&](const Particles& fluid, float caustics) {
        settings.look.caustics = caustics;
        return draw(context(), commands(), fluid, settings, kPoolTank, camera);
    };
    const auto moved = [](const Picture& a, const Picture& b) {  // by more than 2 %, in the middle of the map
        size_t count = 0, all = 0;
        for (uint32_t y = 96; y < 160; ++y)
            for (uint32_t x = 96; x < 160; ++x, ++all)
                count += std::abs(a.rgba[4 * (size_t{y} * 256 + x) + 1] - b.rgba[4 * (size_t{y} * 256 + x) + 1]) > 3;
        return double(count) / double(all);
    };
    const Particles level = filled(0), waves = filled(0.03);
    EXPECT_LT(moved(light(level, 1), light(level, 0)), 0.1);  // thickness is a sum of half floats
    const Picture gathered = light(waves, 1), plain = light(waves, 0);
    EXPECT_GT(moved(gathered, plain), 0.3);
    // Gamma makes what is spread less bright than what is gathered was.
    EXPECT_NEAR(mean_colour(gathered).y / mean_colour(plain).y, 1, 0.03);
}

TEST_P(WaterPicture, WithoutWaterInViewItIsFloorAndSky) {
    const Camera away{.eye = {0.7f, 0.6f, 3}, .target = {0.7f, 0.5f, 9}, .fov_degrees = 50, .given = true};
    Drawing pool_behind(context(), commands(), pool(), sized(160, 90), kPoolTank);
    Particles far_off{{}, {}, 0.05f, {}};
    add(far_off, {{0, 5, -100}, {1, 1, 1}});
    const Picture picture = pool_behind.draw(away);
    expect_sensible(picture, pool_behind.renderer().depth_extent());
    EXPECT_EQ(covered(picture), 0u);
    EXPECT_EQ(std::ranges::max(picture.thickness), 0);
    const Picture empty = draw(context(), commands(), far_off, sized(160, 90), kPoolTank, away);
    EXPECT_LT(changed_share(picture, empty), 0.001) << "another fluid behind the camera is as none";
    EXPECT_GT(mean_colour(picture, 0, 0, 1, 0.3).z, mean_colour(picture, 0, 0.7, 1, 1).z + 10) << "sky over floor";
}

TEST_P(WaterPicture, ASingleParticleIsADrop) {
    const Shaped drop{{0.7, 0.4, 0.45}, {1.45, 1.45, 1.45}};
    Particles particles{{}, {}, 0.1f, {}};
    add(particles, drop);
    const Camera camera = pool_camera(16.0 / 9);
    Drawing drawing(context(), commands(), particles, sized(160, 90), kPoolTank);
    const Picture picture = drawing.draw(camera);
    expect_sensible(picture, drawing.renderer().depth_extent());
    size_t expected = 0;
    for (uint32_t y = 0; y < 90; ++y)
        for (uint32_t x = 0; x < 160; ++x)
            expected += closed_form(drop, 0.1, camera, 16.0 / 9, (x + 0.5) / 80 - 1, 1 - (y + 0.5) / 45).distance > 0;
    EXPECT_GT(expected, 50u);
    EXPECT_NEAR(double(covered(picture)), double(expected), 2);
    // Its volume is that of the particle's share of the lattice, (0.2 m)³, spread over a ball of 1.5 times its radius.
    EXPECT_GT(std::ranges::max(picture.thickness), 0.05f);
    EXPECT_LT(std::ranges::max(picture.thickness), 0.4f);
    Particles none = particles;
    none.ellipsoid[0].z = none.position[0].z = 100;  // behind the camera
    const Picture without = draw(context(), commands(), none, sized(160, 90), kPoolTank, camera);
    size_t otherwise = 0;
    for (size_t p = 0; p < picture.depth.size(); ++p)
        otherwise +=
            picture.depth[p] > 0 && !std::equal(&picture.rgba[4 * p], &picture.rgba[4 * p] + 3, &without.rgba[4 * p]);
    EXPECT_GT(double(otherwise), 0.9 * double(expected)) << "it bends what is behind it";
}

TEST_P(WaterPicture, ACameraInTheWaterSeesWaterAllAround) {
    Drawing drawing(context(), commands(), pool(), sized(160, 90), kPoolTank);
    for (const vec3 toward : {vec3(1, 0, 0), vec3(-1, -0.3f, 0.2f), vec3(-0.2f, -0.4f, 0.9f), vec3(0.3f, 0.1f, -1)}) {
        SCOPED_TRACE(::testing::Message() << toward.x << ", " << toward.y << ", " << toward.z);
        const vec3 eye(0.35f, 0.25f, 0.45f);
        const Picture picture = drawing.draw({.eye = eye, .target = eye + toward, .fov_degrees = 60, .given = true});
        expect_sensible(picture, drawing.renderer().depth_extent(), 10);  // little red comes through a metre
        const double wet = double(std::ranges::count_if(picture.thickness, [](float t) { return t > 0; }));
        EXPECT_GT(wet / double(picture.thickness.size()), 0.9);
    }
}

// The same water in as many pixels as one likes: blocks of the picture have the same mean colours.
TEST_P(WaterPicture, SizeChangesNothingButTheDetail) {
    const Camera square = pool_camera(1), wide = pool_camera(16.0 / 9);
    Drawing smallest(context(), commands(), pool(), sized(64, 64), kPoolTank);
    const Picture tiny = smallest.draw(square);
    expect_sensible(tiny, smallest.renderer().depth_extent());
    EXPECT_GT(covered(tiny), 500u);

    Drawing usual(context(), commands(), pool(), sized(640, 360), kPoolTank);
    Drawing largest(context(), commands(), pool(), sized(3840, 2160), kPoolTank);
    const Picture small = usual.draw(wide), large = largest.draw(wide);
    expect_sensible(large, largest.renderer().depth_extent());
    double sum = 0;
    constexpr int kAcross = 16, kDown = 9;
    for (int y = 0; y < kDown; ++y)
        for (int x = 0; x < kAcross; ++x) {
            const double x0 = double(x) / kAcross, y0 = double(y) / kDown, x1 = double(x + 1) / kAcross,
                         y1 = double(y + 1) / kDown;
            const double difference =
                glm::length(mean_colour(small, x0, y0, x1, y1) - mean_colour(large, x0, y0, x1, y1));
            EXPECT_LT(difference, tolerance::kSizeBlock) << x << ", " << y;
            sum += difference;
        }
    EXPECT_LT(sum / (kAcross * kDown), tolerance::kSizeMean);
}

}  // namespace
}  // namespace undine::testing
