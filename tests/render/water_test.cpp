// Water's geometry: ellipsoids against the closed form of ray and ellipsoid, thickness against a slab.
#include <cmath>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "render/draw_testing.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::dmat3;
using glm::dvec3;
using glm::vec3;
using glm::vec4;

constexpr float kRadius = 0.3f;
constexpr RenderSettings kSettings{.width = 320, .height = 180, .supersample = 1, .style = Style::water};
const Camera kCamera{.eye = {0.3f, 0.5f, 3.6f}, .target = {0.1f, 0.05f, 0}, .fov_degrees = 50, .given = true};

// A particle of the given axes (over the drawn radius), turned about y by `turn` and then about x.
struct Shaped {
    dvec3 center, axes;
    double turn;
    dmat3 sigma() const {  // m²
        const double c = std::cos(turn), s = std::sin(turn);
        const dmat3 about_y(c, 0, -s, 0, 1, 0, s, 0, c), about_x(1, 0, 0, 0, c, s, 0, -s, c);
        const dmat3 rotation = about_x * about_y;
        const dvec3 a = axes * double{kRadius};
        return rotation * dmat3(a.x * a.x, 0, 0, 0, a.y * a.y, 0, 0, 0, a.z * a.z) * glm::transpose(rotation);
    }
};

void add(Particles& particles, const Shaped& shaped) {
    const dmat3 s = shaped.sigma() / double{kRadius * kRadius};
    particles.position.emplace_back(vec3(shaped.center), 1000);
    particles.velocity.emplace_back(0);
    particles.ellipsoid.emplace_back(vec3(shaped.center), 1);
    particles.ellipsoid.emplace_back(s[0][0], s[1][1], s[2][2], 0);
    particles.ellipsoid.emplace_back(s[0][1], s[0][2], s[1][2], 0);
}

// Distance along the view where the ray through the picture's (x, y), −1 … 1, meets it first, and the discriminant over
// that of a ray through the centre: 0 at the rim. No hit: 0.
struct Hit {
    double distance = 0, height = 0;
};
Hit closed_form(const Shaped& shaped, double aspect, double x, double y) {
    const dvec3 back = glm::normalize(dvec3(kCamera.eye) - dvec3(kCamera.target));
    const dvec3 right = glm::normalize(glm::cross(dvec3(0, 1, 0), back)), up = glm::cross(back, right);
    const double tan_y = std::tan(kCamera.fov_degrees * M_PI / 360);
    const dvec3 ray = right * (x * tan_y * aspect) + up * (y * tan_y) - back;
    const dvec3 c = shaped.center - dvec3(kCamera.eye);
    const dmat3 inverse = glm::inverse(shaped.sigma());
    const double a = dot(ray, inverse * ray), b = dot(ray, inverse * c), q = dot(c, inverse * c) - 1;
    const double discriminant = b * b - a * q;
    if (discriminant < 0) return {};
    return {(b - std::sqrt(discriminant)) / a, std::sqrt(discriminant / a)};
}

class Water : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(Water);

TEST_P(Water, DepthOfEllipsoidsIsTheClosedForm) {
    const Shaped shapes[] = {{{0.1, 0.2, 0}, {1.4, 1.4, 0.5}, 0.6},   // a sheet seen aslant
                             {{-1.5, 0.9, 0.4}, {0.6, 2.3, 0.6}, 1.1},  // a thread
                             {{1.9, -0.4, 0}, {1.45, 1.45, 1.45}, 0},   // over the border with its centre outside
                             {{0.5, -0.6, -6}, {1, 1, 1}, 0}};          // spray, far away
    Particles particles{{}, {}, kRadius, {}};
    for (const Shaped& s : shapes) add(particles, s);
    for (bool bounded : {true, false}) {  // points, and quads
        SCOPED_TRACE(bounded ? "points" : "quads");
        const Surroundings surroundings{.tank = {{-2.5f, -1.5f, -7}, {2.5f, 1.5f, 0.8f}}, .has_tank = bounded};
        const Picture picture = draw(context(), commands(), particles, kSettings, surroundings, kCamera);
        size_t hits = 0, rim = 0;
        for (uint32_t y = 0; y < kSettings.height; ++y)
            for (uint32_t x = 0; x < kSettings.width; ++x) {
                Hit nearest;
                for (const Shaped& s : shapes) {
                    const Hit hit = closed_form(s, 320.0 / 180, (x + 0.5) / 160 - 1, 1 - (y + 0.5) / 90);
                    if (hit.distance > 0 && (nearest.distance == 0 || hit.distance < nearest.distance)) nearest = hit;
                }
                const float depth = picture.depth[y * kSettings.width + x];
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
    const Picture picture = draw(context(), commands(), particles, kSettings, tank, camera);
    // The middle: the rays at its corners are within 0.05 of straight.
    double sum = 0;
    size_t count = 0;
    for (uint32_t y = 25; y < 65; ++y)
        for (uint32_t x = 40; x < 120; ++x, ++count) sum += picture.thickness[y * 160 + x];
    EXPECT_NEAR(sum / double(count), 8 * kSpacing, tolerance::kSlabThickness * 8 * kSpacing);
}

}  // namespace
}  // namespace undine::testing
