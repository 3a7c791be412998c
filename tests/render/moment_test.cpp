// A picture of an earlier moment than the particles': that of particles, and solids, which are there.
#include "render/ellipsoids.h"

namespace undine::testing {
namespace {

using glm::vec3;
using glm::vec4;

class Moment : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(Moment);

// All products and differences are exact, so that the pictures are the same to the bit.
constexpr double kBefore = 0.125;  // s
const vec3 kVelocity{2, -1, 0.5f};
const Camera kCamera{.eye = {0.7f, 0.9f, 3}, .target = {0.7f, 0.4f, 0.45f}, .fov_degrees = 40, .given = true};

Particles pool_moved_by(float seconds) {
    Particles particles = pool();
    for (vec4& v : particles.velocity) v = vec4(kVelocity, 0);
    const auto snap = [&](vec4& x) {
        for (int axis = 0; axis < 3; ++axis) x[axis] = std::round(x[axis] * 4096) / 4096 + seconds * kVelocity[axis];
    };
    for (vec4& x : particles.position) snap(x);
    for (size_t p = 0; p < particles.ellipsoid.size(); p += 3) snap(particles.ellipsoid[p]);
    return particles;
}

TEST_P(Moment, IsThatOfWhatIsThere) {
    Surroundings around = kPoolTank;
    around.bodies = {{.center = {0.25f, 0.5f, 0.25f}, .radius = 0.125f, .density = 500, .velocity = kVelocity}};
    const std::vector<SolidState> there = states_at(around.bodies, 0);
    std::vector<SolidState> later = there;
    later[0].center += kBefore * glm::dvec3(kVelocity);
    for (const Style style : {Style::particles, Style::water}) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        const RenderSettings settings{.width = 320, .height = 180, .supersample = 1, .style = style};
        Drawing now(context(), commands(), pool_moved_by(0), settings, around);
        Drawing after(context(), commands(), pool_moved_by(float(kBefore)), settings, around);
        const Picture wanted = now.draw(kCamera, there);
        EXPECT_NE(after.draw(kCamera, later), wanted) << "otherwise nothing moves";
        EXPECT_EQ(after.draw(kCamera, later, kBefore), wanted);
    }
}

}  // namespace
}  // namespace undine::testing
