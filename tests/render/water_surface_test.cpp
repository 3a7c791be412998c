// The water's surface: normals against the closed form, what the filters make of particles, and the front of a near
// camera, which is drawn with fewer samples.
#include <algorithm>
#include <vector>

#include "render/ellipsoids.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec3;

constexpr double kDegree = M_PI / 180;

RenderSettings shown(View view, SurfaceFilter filter) {
    return {
        .width = 320, .height = 180, .supersample = 1, .style = Style::water, .look = {.filter = filter}, .view = view};
}

double angle(const dvec3& a, const dvec3& b) { return std::acos(std::clamp(dot(a, b), -1.0, 1.0)); }

// A normal out of a picture of normals; zero where there is no water.
dvec3 normal_at(const Picture& picture, uint32_t x, uint32_t y) {
    const uint8_t* p = &picture.rgba[4 * (y * picture.width + x)];
    return p[0] + p[1] + p[2] == 0 ? dvec3(0) : glm::normalize(dvec3(p[0], p[1], p[2]) / 127.5 - 1.0);
}

class WaterSurface : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(WaterSurface);

TEST_P(WaterSurface, NormalsOfEllipsoidsAreTheClosedForm) {
    constexpr float kRadius = 0.3f;
    const Camera camera{.eye = {0.3f, 0.5f, 3.6f}, .target = {0.1f, 0.05f, 0}, .fov_degrees = 50, .given = true};
    const Shaped shapes[] = {{{-0.9, 0.3, 0}, {1.45, 1.45, 1.45}}, {{0.7, 0.1, 0.2}, {2.2, 1.1, 0.7}, 0.6}};
    Particles particles{{}, {}, kRadius, {}};
    for (const Shaped& s : shapes) add(particles, s);
    for (bool bounded : {true, false}) {
        SCOPED_TRACE(bounded ? "points" : "quads");
        const Surroundings surroundings{.tank = {{-2.5f, -1.5f, -1}, {2.5f, 1.5f, 1}}, .has_tank = bounded};
        const Picture picture =
            draw(context(), commands(), particles, shown(View::normals, SurfaceFilter::none), surroundings, camera);
        std::vector<size_t> seen(2);
        for (uint32_t y = 0; y < picture.height; ++y)
            for (uint32_t x = 0; x < picture.width; ++x)
                for (size_t k = 0; k < 2; ++k) {
                    const auto hit = [&](double dx, double dy) {
                        return closed_form(shapes[k], kRadius, camera, 320.0 / 180, (x + 0.5 + dx) / 160 - 1,
                                           1 - (y + 0.5 + dy) / 90);
                    };
                    const Hit middle = hit(0, 0);
                    if (middle.height < tolerance::kNormalRim) continue;
                    // A one-sided difference is the slope half a sample aside on each axis, on a side that is the
                    // shader's.
                    double aside = 0;
                    for (const auto& [dx, dy] : {std::pair(0.5, 0.5), {0.5, -0.5}, {-0.5, 0.5}, {-0.5, -0.5}})
                        aside = std::max(aside, angle(hit(dx, dy).normal, middle.normal));
                    ASSERT_LE(angle(normal_at(picture, x, y), middle.normal), aside + tolerance::kNormalRounding)
                        << "at pixel " << x << ", " << y << " of shape " << k;
                    ++seen[k];
                }
        EXPECT_GT(seen[0], 1000u);
        EXPECT_GT(seen[1], 1000u);
    }
}

// A board of particles that lies aslant, three layers thick. What remains of them in its normals are dragon scales.
TEST_P(WaterSurface, EveryFilterMakesAPlaneOfParticlesPlane) {
    constexpr float kSpacing = 0.05f;
    const dvec3 normal = glm::normalize(dvec3(0.25, 0.8, 0.55)),
                along = glm::normalize(glm::cross(normal, dvec3(0, 0, 1)));
    const dvec3 across = glm::cross(normal, along);
    Particles particles{{}, {}, kSpacing / 2, {}};
    for (int i = -36; i <= 36; ++i)
        for (int j = -30; j <= 30; ++j)
            for (int k = -2; k <= 0; ++k)
                add(particles, {double{kSpacing} * (double(i) * along + double(j) * across + double(k) * normal),
                                {1.45, 1.45, 1.45}});
    const Camera camera{.eye = {0, 0.9f, 2.2f}, .target = {0, 0, 0}, .fov_degrees = 35, .given = true};
    const Surroundings tank{.tank = {{-2, -2, -1.5f}, {2, 2, 1.5f}}};

    // Of the pixels in the board's inner part, the angle that 99 of 100 keep. Near the picture's border a filter knows
    // one side.
    constexpr uint32_t kBorder = 20;
    const auto deviation = [&](SurfaceFilter filter) {
        const Picture picture = draw(context(), commands(), particles, shown(View::normals, filter), tank, camera);
        std::vector<double> angles;
        for (uint32_t y = kBorder; y < picture.height - kBorder; ++y)
            for (uint32_t x = kBorder; x < picture.width - kBorder; ++x) {
                const dvec3 ray = view_ray(camera, 320.0 / 180, (x + 0.5) / 160 - 1, 1 - (y + 0.5) / 90);
                const double t = -dot(dvec3(camera.eye), normal) / dot(ray, normal);
                const dvec3 at = dvec3(camera.eye) + t * ray;
                if (std::abs(dot(at, along)) > 1.3 || std::abs(dot(at, across)) > 1.0) continue;
                angles.push_back(angle(normal_at(picture, x, y), normal) / kDegree);
            }
        EXPECT_GT(angles.size(), 10000u);
        std::ranges::sort(angles);
        return angles[angles.size() * 99 / 100];
    };
    for (const SurfaceFilter filter :
         {SurfaceFilter::narrow_range, SurfaceFilter::bilateral, SurfaceFilter::curvature_flow})
        EXPECT_LT(deviation(filter), tolerance::kFlatDegrees) << static_cast<int>(filter);
    EXPECT_GT(deviation(SurfaceFilter::none), 4 * tolerance::kFlatDegrees) << "there would be nothing to filter";
}

// Drops hover over level water, seen from low above it, so that along the view they are many radii before the water but
// also within the range of one surface: it may not rise to meet them.
TEST_P(WaterSurface, IsTheSameUnderADrop) {
    constexpr double kSpacing = 0.04, kTop = 0.12;
    Particles water{{}, {}, kSpacing / 2, {}};
    for (int x = -30; x < 30; ++x)
        for (int y = 0; y < 3; ++y)
            for (int z = -30; z < 30; ++z)
                add(water, {kSpacing * dvec3(x + 0.5, y + 0.5, z + 0.5), {1.45, 1.45, 1.45}});
    Particles with_drops = water;
    for (const dvec3& at :
         {dvec3(-0.2, kTop + 0.05, 0.2), dvec3(0.02, kTop + 0.09, 0.3), dvec3(0.2, kTop + 0.13, 0.1)}) {
        add(with_drops, {at, {1, 1, 1}});
        with_drops.ellipsoid[with_drops.ellipsoid.size() - 2].w = 0;  // alone
    }
    const Camera camera{.eye = {0, 0.55f, 1.6f}, .target = {0, 0.15f, 0.1f}, .fov_degrees = 24, .given = true};
    const Surroundings tank{.tank = {{-1.3f, -0.1f, -1.3f}, {1.3f, 1, 1.3f}}};
    const auto normals = [&](const Particles& particles, SurfaceFilter filter) {
        return draw(context(), commands(), particles, shown(View::normals, filter), tank, camera);
    };
    const Picture unfiltered = normals(water, SurfaceFilter::none), drops = normals(with_drops, SurfaceFilter::none);
    const Picture without = normals(water, SurfaceFilter::narrow_range),
                  with = normals(with_drops, SurfaceFilter::narrow_range);
    const auto is_drop = [&](uint32_t x, uint32_t y) {
        const size_t p = 4 * (size_t{y} * drops.width + x);
        return !std::equal(&drops.rgba[p], &drops.rgba[p] + 4, &unfiltered.rgba[p]);
    };
    size_t of_drops = 0, near_drops = 0;
    double worst = 0;
    constexpr uint32_t kReach = 12;  // pixels around a drop that its sample may reach
    for (uint32_t y = kReach; y + kReach < with.height; ++y)
        for (uint32_t x = kReach; x + kReach < with.width; ++x) {
            bool touches = false, reached = false;
            for (uint32_t j = y - kReach; j <= y + kReach; ++j)
                for (uint32_t i = x - kReach; i <= x + kReach; ++i) {
                    if (!is_drop(i, j)) continue;
                    reached = true;
                    touches |= std::max(i, x) - std::min(i, x) <= 1 && std::max(j, y) - std::min(j, y) <= 1;
                }
            of_drops += is_drop(x, y);
            if (touches || !reached || normal_at(without, x, y) == dvec3(0)) continue;
            ++near_drops;
            worst = std::max(worst, angle(normal_at(with, x, y), normal_at(without, x, y)) / kDegree);
        }
    EXPECT_GT(of_drops, 100u);
    EXPECT_GT(near_drops, 1000u);
    EXPECT_LT(worst, tolerance::kUnderDropDegrees);
}

// With a tank the renderer knows how far away the water is, without one it takes it for near: half the samples on each
// axis, enlarged. Both are the same water.
TEST_P(WaterSurface, FewerSamplesOfANearFrontAreTheSameFront) {
    constexpr float kRadius = 0.1f;
    Particles particles{{}, {}, kRadius, {}};
    for (int x = -3; x <= 3; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = 0; z < 2; ++z) add(particles, {2.0 * kRadius * dvec3(x, y, 0.4 * x - z), {1.45, 1.45, 1.45}});
    const Camera camera{.eye = {0, 0, 2.1f}, .target = {0, 0, 0}, .fov_degrees = 22.6f, .given = true};
    Surroundings surroundings{.tank = {{-0.75f, -0.55f, -0.6f}, {0.75f, 0.55f, 0.45f}}};
    const double diagonal = glm::length(surroundings.tank.max - surroundings.tank.min) + 2 * kRadius;
    for (const SurfaceFilter filter : {SurfaceFilter::narrow_range, SurfaceFilter::none}) {
        SCOPED_TRACE(static_cast<int>(filter));
        const RenderSettings settings = shown(View::surface, filter);
        Drawing full(context(), commands(), particles, settings, surroundings);
        surroundings.has_tank = false;
        Drawing half(context(), commands(), particles, settings, surroundings);
        surroundings.has_tank = true;
        const Picture a = full.draw(camera), b = half.draw(camera);
        ASSERT_EQ(full.renderer().depth_extent().width, 320u);
        ASSERT_EQ(half.renderer().depth_extent().width, 160u);
        // Grey levels of the tank's diagonal, in radii. Silhouettes, also those between spheres, are as wide as a
        // sample.
        size_t water = 0, apart = 0;
        double sum = 0;
        for (size_t p = 0; p < a.rgba.size(); p += 4) {
            if (a.rgba[p] == 0 && b.rgba[p] == 0) continue;
            const double difference = std::abs(a.rgba[p] - b.rgba[p]) / 255.0 * diagonal / kRadius;
            ++water;
            sum += difference;
            apart += difference > tolerance::kNearFront;
        }
        EXPECT_GT(water, 10000u);
        EXPECT_LT(double(apart) / double(water), tolerance::kNearFrontShare);
        EXPECT_LT(sum / double(water), tolerance::kNearFront / 2);
    }
}

}  // namespace
}  // namespace undine::testing
