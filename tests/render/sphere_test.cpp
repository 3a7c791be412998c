// Drawn spheres against the closed form of ray and sphere, in double precision.
#include <cmath>
#include <glm/geometric.hpp>

#include "render/draw_testing.h"
#include "render/picture_limits.h"
#include "test_vulkan_devices.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec3;
using glm::vec4;

struct SphereHit {
    double distance = 0;  // along the view; 0: none
    double height = 0;    // of the sphere's surface above the disc, over the radius: 1 at the centre, 0 at the rim
    dvec3 normal{0};
};

SphereHit closed_form(const Camera& camera, double aspect, double x, double y, dvec3 center, double radius) {
    const dvec3 back = glm::normalize(dvec3(camera.eye) - dvec3(camera.target));
    const dvec3 right = glm::normalize(glm::cross(dvec3(0, 1, 0), back)), up = glm::cross(back, right);
    const double tan_y = std::tan(camera.fov_degrees * M_PI / 360);
    const dvec3 ray = right * (x * tan_y * aspect) + up * (y * tan_y) - back;
    const dvec3 c = center - dvec3(camera.eye);
    const double a = dot(ray, ray), b = dot(ray, c), discriminant = b * b - a * (dot(c, c) - radius * radius);
    if (discriminant < 0) return {};
    const double t = (b - std::sqrt(discriminant)) / a;
    return {t, std::sqrt(discriminant / a) / radius, (ray * t - c) / radius};
}

// Off the axis, near the corner, over the border with its centre outside, and small and far away.
const Particles kSpheres{
    {{0.1f, 0.2f, 0, 0}, {-1.5f, 0.9f, 0.4f, 0}, {1.9f, -0.4f, 0, 0}, {0.5f, -0.6f, -6, 0}}, {4, vec4(0)}, 0.3f};
const Camera kCamera{.eye = {0.3f, 0.5f, 3.6f}, .target = {0.1f, 0.05f, 0}, .fov_degrees = 50, .given = true};
constexpr RenderSettings kSettings{.width = 320, .height = 180, .supersample = 1, .coloring = Coloring::normal};

class Sphere : public VulkanTest {
  protected:
    static SphereHit nearest_hit(const Particles& particles, const Camera& camera, const RenderSettings& s, uint32_t x,
                                 uint32_t y) {
        SphereHit nearest;
        for (const vec4& p : particles.position) {
            const SphereHit hit = closed_form(camera, double(s.width) / s.height, (x + 0.5) / s.width * 2 - 1,
                                              1 - (y + 0.5) / s.height * 2, vec3(p), particles.radius);
            // A sphere that reaches the near plane, one radius away, is not drawn.
            if (hit.distance > 0 && (nearest.distance == 0 || hit.distance < nearest.distance)) nearest = hit;
        }
        return nearest;
    }

    void expect_closed_form(const Picture& picture, const Particles& particles, const Camera& camera,
                            const RenderSettings& s) {
        uint64_t hits = 0;
        for (uint32_t y = 0; y < s.height; ++y) {
            for (uint32_t x = 0; x < s.width; ++x) {
                const SphereHit hit = nearest_hit(particles, camera, s, x, y);
                const float depth = picture.depth[y * s.width + x];
                if (hit.distance == 0) {
                    if (depth != 0) ++rim_;  // a rim that rounding moved over a sample
                    continue;
                }
                if (depth == 0 || hit.height < tolerance::kSphereRim) {
                    rim_ += depth == 0;
                    continue;
                }
                ++hits;
                ASSERT_NEAR(particles.radius / depth, hit.distance, tolerance::kSphereDepth * hit.distance)
                    << "at pixel " << x << ", " << y;
            }
        }
        EXPECT_GT(hits, 1000u);
        EXPECT_LE(rim_, tolerance::kSphereRimSamples);
    }

  private:
    uint64_t rim_ = 0;
};

UNDINE_ON_EVERY_VULKAN_DRIVER(Sphere);

TEST_P(Sphere, DepthOfPointsIsTheClosedForm) {
    const Surroundings in_tank{.tank = {{-2, -1.2f, -7}, {2.2f, 1.2f, 0.7f}}, .has_tank = true};
    const CameraAxes axes = camera_axes(kCamera, 320.0f / 180);
    ASSERT_LT(largest_sprite(kCamera, axes, in_tank.tank, kSpheres.radius, 180), context().info().largest_point)
        << "this test means points";
    expect_closed_form(draw(context(), commands(), kSpheres, kSettings, in_tank, kCamera), kSpheres, kCamera,
                       kSettings);
}

TEST_P(Sphere, DepthOfQuadsIsTheClosedForm) {
    const Surroundings anywhere{.has_tank = false};  // nothing bounds a sprite
    expect_closed_form(draw(context(), commands(), kSpheres, kSettings, anywhere, kCamera), kSpheres, kCamera,
                       kSettings);
}

TEST_P(Sphere, LargerThanAnyPointIsWhole) {
    const Particles particles{{{0, 0, 0, 0}}, {1, vec4(0)}, 1.0f};
    const Surroundings in_tank{.tank = {{-1, -1, -1}, {1, 1, 1}}, .has_tank = true};
    const Camera camera{.eye = {0.4f, 0.3f, 3.2f}, .target = {0, 0, 0}, .fov_degrees = 45, .given = true};
    const RenderSettings settings{.width = 640, .height = 480, .supersample = 1, .coloring = Coloring::normal};
    expect_closed_form(draw(context(), commands(), particles, settings, in_tank, camera), particles, camera, settings);
}

// Viewports that cannot reach half a sprite beyond the border, as of the largest picture that a device draws.
TEST_P(Sphere, IsTheClosedFormWhereViewportsEndNearTheBorder) {
    const Surroundings in_tank{.tank = {{-1, -1, -3}, {1, 1, -0.05f}}, .has_tank = true};
    const Camera near{.eye = {0, 0, 1.33f}, .target = {0, 0, 0}, .fov_degrees = 50, .given = true};
    const RenderSettings settings{.width = 32, .height = 180, .supersample = 1, .coloring = Coloring::normal};
    // Of the first, 13 columns are seen; the centre of its sprite is 97 outside.
    const Particles particles{{{-0.62f, 0, 0, 0}, {0, 0, -2, 0}}, {2, vec4(0)}, 0.6f};
    const float largest = largest_sprite(near, camera_axes(near, 32.0f / 180), in_tank.tank, particles.radius, 180);
    ASSERT_GT(largest, 2 * kLeastGuard);
    ASSERT_LT(largest, context().info().largest_point) << "this test means points where nothing is in their way";
    const auto device = open_changed_device(std::to_string(context().info().index), [&](DeviceInfo& d) {
        d.limits.maxViewportDimensions[0] = settings.width + 2 * static_cast<uint32_t>(kLeastGuard);
    });
    expect_closed_form(draw(device->context, device->commands, particles, settings, in_tank, near), particles, near,
                       settings);
}

TEST_P(Sphere, NormalsAreTheClosedForm) {
    const Surroundings anywhere{.has_tank = false};
    const Picture picture = draw(context(), commands(), kSpheres, kSettings, anywhere, kCamera);
    for (uint32_t y = 0; y < kSettings.height; ++y) {
        for (uint32_t x = 0; x < kSettings.width; ++x) {
            const SphereHit hit = nearest_hit(kSpheres, kCamera, kSettings, x, y);
            if (hit.distance == 0 || hit.height < tolerance::kSphereRim) continue;
            for (int c = 0; c < 3; ++c)
                ASSERT_NEAR(picture.rgba[4 * (y * kSettings.width + x) + c], 255 * (hit.normal[c] * 0.5 + 0.5),
                            tolerance::kSphereNormal)
                    << "component " << c << " at pixel " << x << ", " << y;
        }
    }
}

TEST_P(Sphere, NotANumberIsNotDrawn) {
    Particles particles{{{NAN, 0, 0, 0}, {0, 0, 3.5f, 0}, {0, 0, 40, 0}}, {3, vec4(0)}, 0.3f};  // at the eye, behind it
    const Picture picture = draw(context(), commands(), particles, kSettings, {.has_tank = false}, kCamera);
    for (float depth : picture.depth) ASSERT_EQ(depth, 0);
}

}  // namespace
}  // namespace undine::testing
