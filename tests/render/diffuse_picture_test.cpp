// Spray, foam and bubbles in pictures of water: as much light at every size of picture, hidden by what is before them.
#include <cmath>

#include "render/ellipsoids.h"
#include "render/look/skies.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::vec3;
using glm::vec4;

const Camera kTowardDots{.eye = {0.7f, 0.7f, 3}, .target = {0.7f, 0.5f, 0.45f}, .fov_degrees = 40, .given = true};

// Four hundred of that wetness and life around a point, at rest.
Particles with_dots(const vec3& center, float wetness, float life = 10) {
    Particles all = pool();
    for (int k = 0; k < 400; ++k) {
        const vec3 offset(float(k % 20) - 9.5f, float(k / 20) - 9.5f, 0);
        all.diffuse_position.emplace_back(center + 0.015f * offset, life);
        all.diffuse_velocity.emplace_back(0, 0, 0, wetness);
    }
    return all;
}

// What `a` has more than `b`: the mean over the picture of its linear green, 0 … 1.
double light_added(const Picture& a, const Picture& b) {
    const auto linear = [](uint8_t byte) {
        const double s = byte / 255.0;
        return s > 0.04045 ? std::pow((s + 0.055) / 1.055, 2.4) : s / 12.92;
    };
    double sum = 0;
    for (size_t p = 1; p < a.rgba.size(); p += 4) sum += linear(a.rgba[p]) - linear(b.rgba[p]);
    return sum / (double(a.rgba.size()) / 4);
}

class DiffusePicture : public VulkanTest {
  protected:
    Picture drawn(const Particles& particles, uint32_t height = 180, const Surroundings& around = kPoolTank,
                  View view = View::picture) {
        const RenderSettings settings{
            .width = 16 * height / 9, .height = height, .supersample = 1, .style = Style::water, .view = view};
        return draw(context(), commands(), particles, settings, around, kTowardDots);
    }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(DiffusePicture);

constexpr vec3 kInTheAir{0.7f, 0.7f, 0.45f};

TEST_P(DiffusePicture, ADotSendsAsMuchLightHoweverSmallItIs) {
    const Particles dead = with_dots(kInTheAir, 0, 0), spray = with_dots(kInTheAir, 0);
    double added[3];
    for (int k = 0; k < 3; ++k) {
        const uint32_t height = 144u << k;
        added[k] = light_added(drawn(spray, height), drawn(dead, height));
        EXPECT_GT(added[k], 1e-4);
    }
    EXPECT_NEAR(added[0] / added[2], 1, tolerance::kDotLight);
    EXPECT_NEAR(added[1] / added[2], 1, tolerance::kDotLight);
}

TEST_P(DiffusePicture, WaterDimsThemSolidsHideThemAndTheirEndFades) {
    const Picture none = drawn(with_dots(kInTheAir, 0, 0));
    const double before_water = light_added(drawn(with_dots({0.7f, 0.3f, 0.98f}, 0.6f)), none);
    const double within = light_added(drawn(with_dots({0.7f, 0.3f, 0.5f}, 0.6f)), none);
    EXPECT_GT(within, 0);
    EXPECT_LT(within, 0.7 * before_water);
    const double in_the_air = light_added(drawn(with_dots(kInTheAir, 0)), none);
    EXPECT_NEAR(light_added(drawn(with_dots(kInTheAir, 0, 0.1f)), none) / in_the_air, 0.3, 0.15);

    Surroundings walled = kPoolTank;  // a board before them
    walled.bodies = {{.center = {0.7f, 0.7f, 0.8f}, .half_size = {0.3f, 0.3f, 0.01f}}};
    const Picture board = drawn(with_dots(kInTheAir, 0, 0), 180, walled);
    EXPECT_LE(light_added(drawn(with_dots(kInTheAir, 0), 180, walled), board), 0) << "nothing but their shadow";
    EXPECT_GT(light_added(drawn(with_dots({0.7f, 0.7f, 0.85f}, 0), 180, walled), board), 0.1 * in_the_air);
}

TEST_P(DiffusePicture, FoamShadesWhatIsBehindItAndSolidsShadeFoam) {
    const Particles none = with_dots(kInTheAir, 0.6f, 0), foam = with_dots(kInTheAir, 0.6f);
    const auto light = [&](const Particles& particles) { return drawn(particles, 180, kPoolTank, View::water_light); };
    EXPECT_LT(light_added(light(foam), light(none)), -1e-3);

    Surroundings shaded = kPoolTank;  // a board between them and the sun
    const vec3 toward_sun = sky_of(Look{}.sky).toward_sun;
    shaded.bodies = {{.center = kInTheAir + toward_sun, .half_size = {0.6f, 0.02f, 0.6f}}};
    EXPECT_LT(light_added(drawn(foam, 180, shaded), drawn(none, 180, shaded)),
              0.5 * light_added(drawn(foam), drawn(none)));
}

}  // namespace
}  // namespace undine::testing
