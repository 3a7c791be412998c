// The edges of solids' shadows: as wide as the sun is drawn, so the wider, the higher the solid is above what it
// shades.
#include <algorithm>

#include "render/ellipsoids.h"
#include "render/look/skies.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec3;

class SoftShadow : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(SoftShadow);

// Pixels of the floor that a box shades: those in its edge, and all of them.
struct Shaded {
    int edge = 0, all = 0;
};

Shaded shaded_by_box(const Picture& with, const Picture& without) {
    auto darker = [&](size_t k) { return without.rgba[4 * k] - with.rgba[4 * k]; };
    const size_t pixels = size_t{with.width} * with.height;
    int most = 0;
    for (size_t k = 0; k < pixels; ++k) most = std::max(most, darker(k));
    Shaded count;
    for (size_t k = 0; k < pixels; ++k) {
        count.all += darker(k) > 0.1 * most;
        count.edge += darker(k) > 0.1 * most && darker(k) < 0.75 * most;
    }
    return count;
}

TEST_P(SoftShadow, IsSofterFarFromTheSolid) {
    const vec3 sun(sky_of(Sky::day).toward_sun), half(0.1f, 0.02f, 0.1f);
    Particles far_off{{}, {}, 0.05f, {}};
    add(far_off, {{0, 0.4, -100}, {1, 1, 1}});
    RenderSettings settings{.width = 160, .height = 90, .supersample = 2};
    settings.look.glass = 0;
    for (const bool mesh : {false, true}) {
        SCOPED_TRACE(mesh ? "a mesh" : "a body");
        Shaded low, high;
        for (const float height : {0.25f, 0.75f}) {
            const vec3 center(0.7f, height, 0.45f), shadow = center - sun * (height / sun.y);
            Surroundings around = kPoolTank, none = kPoolTank;
            const MeshBox box{dvec3(0), dvec3(half)};
            Solid solid{.center = center};
            if (mesh) solid.mesh = solid_mesh(box_mesh({&box, 1}));
            else solid.half_size = half;
            around.bodies = none.bodies = {solid};
            none.bodies[0].center = {0.7f, 50, 0.45f};
            // From the side of the shadow that is away from the box, which stands behind it, out of the picture.
            const vec3 eye = shadow + 2.0f * glm::normalize(vec3(-0.3f * sun.x, 1, -0.3f * sun.z));
            const Camera camera{.eye = eye, .target = shadow, .fov_degrees = 14, .given = true};
            const Picture with = draw(context(), commands(), far_off, settings, around, camera);
            const Picture without = draw(context(), commands(), far_off, settings, none, camera);
            (height < 0.5f ? low : high) = shaded_by_box(with, without);
        }
        ASSERT_GT(low.all, 500);
        ASSERT_GT(high.all, 500);
        EXPECT_GT(high.edge, 200);
        EXPECT_GT(high.edge, 1.7 * low.edge) << high.edge << " and " << low.edge << " pixels";
        EXPECT_NEAR(high.all, low.all, 0.5 * low.all) << "and still the shadow of the same box";
    }
}

}  // namespace
}  // namespace undine::testing
