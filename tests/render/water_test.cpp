// Water's geometry: ellipsoids against the closed form of ray and ellipsoid, thickness against a slab.
#include "render/draw_testing.h"
#include "render/ellipsoids.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::vec3;
using glm::vec4;

constexpr float kRadius = 0.3f;
constexpr RenderSettings kWaterSettings{.width = 320, .height = 180, .supersample = 1, .style = Style::water};
const Camera kWaterCamera{.eye = {0.3f, 0.5f, 3.6f}, .target = {0.1f, 0.05f, 0}, .fov_degrees = 50, .given = true};

class Water : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(Water);

TEST_P(Water, DepthOfEllipsoidsIsTheClosedForm) {
    const Shaped shapes[] = {{{0.1, 0.2, 0}, {1.4, 1.4, 0.5}, 0.6},     // a sheet seen aslant
                             {{-1.5, 0.9, 0.4}, {0.6, 2.3, 0.6}, 1.1},  // a thread
                             {{1.9, -0.4, 0}, {1.45, 1.45, 1.45}, 0},   // over the border with its centre outside
                             {{0.5, -0.6, -6}, {1, 1, 1}, 0}};          // spray, far away
    Particles particles{{}, {}, kRadius, {}};
    for (const Shaped& s : shapes) add(particles, s);
    for (bool bounded : {true, false}) {  // points, and quads
        SCOPED_TRACE(bounded ? "points" : "quads");
        const Surroundings surroundings{.tank = {{-2.5f, -1.5f, -7}, {2.5f, 1.5f, 0.8f}}, .has_tank = bounded};
        const Picture picture = draw(context(), commands(), particles, kWaterSettings, surroundings, kWaterCamera);
        size_t hits = 0, rim = 0;
        for (uint32_t y = 0; y < kWaterSettings.height; ++y)
            for (uint32_t x = 0; x < kWaterSettings.width; ++x) {
                Hit nearest;
                for (const Shaped& s : shapes) {
                    const Hit hit =
                        closed_form(s, kRadius, kWaterCamera, 320.0 / 180, (x + 0.5) / 160 - 1, 1 - (y + 0.5) / 90);
                    if (hit.distance > 0 && (nearest.distance == 0 || hit.distance < nearest.distance)) nearest = hit;
                }
                const float depth = picture.depth[y * kWaterSettings.width + x];
                if ((depth == 0) != (nearest.distance == 0)) ++rim;
                if (depth == 0 || nearest.height < tolerance::kSphereRim) continue;
                ++hits;
                ASSERT_NEAR(kRadius / depth, nearest.distance, tolerance::kEllipsoidDepth * nearest.distance)
                    << "at pixel " << x << ", " << y;
            }
        EXPECT_GT(hits, 3000u);
        EXPECT_LE(rim, tolerance::kSphereRimSamples);
    }
}

// A lattice as wide as the picture and 8 particles deep, drawn as the water that fit_ellipsoid makes of it.
TEST_P(Water, ThicknessOfASlabIsItsThickness) {
    constexpr float kSpacing = 0.05f;
    Particles particles{{}, {}, kSpacing / 2, {}};
    for (int x = -30; x < 30; ++x)
        for (int y = -18; y < 18; ++y)
            for (int z = 0; z < 8; ++z) {
                const vec3 at = (vec3(x, y, z) + 0.5f) * kSpacing;
                particles.position.emplace_back(at, 1000);
                particles.velocity.emplace_back(0);
                particles.ellipsoid.emplace_back(at, 1.45f);
                particles.ellipsoid.emplace_back(1.45f * 1.45f, 1.45f * 1.45f, 1.45f * 1.45f, 0);
                particles.ellipsoid.emplace_back(0);
            }
    const Surroundings tank{.tank = {{-1.5f, -0.9f, 0}, {1.5f, 0.9f, 0.4f}}};
    const Camera camera{.eye = {0, 0, 12}, .target = {0, 0, 0}, .fov_degrees = 8, .given = true};
    const Picture picture = draw(context(), commands(), particles, kWaterSettings, tank, camera);
    // The middle: the rays at its corners are within 0.05 of straight.
    double sum = 0;
    size_t count = 0;
    for (uint32_t y = 25; y < 65; ++y)
        for (uint32_t x = 40; x < 120; ++x, ++count) sum += picture.thickness[y * 160 + x];
    EXPECT_NEAR(sum / double(count), 8 * kSpacing, tolerance::kSlabThickness * 8 * kSpacing);
}

}  // namespace
}  // namespace undine::testing
