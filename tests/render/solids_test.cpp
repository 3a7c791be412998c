// What a scene's planes hold back, bodies, meshes, and the tank's walls: where they are seen, what they hide, and the
// shadows on them.
#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "render/ellipsoids.h"
#include "render/look/skies.h"
#include "scene/scene.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec3;

constexpr uint32_t kWidth = 160, kHeight = 90;

RenderSettings styled(Style style, float glass = 0.1f) {
    RenderSettings settings{
        .width = kWidth, .height = kHeight, .supersample = 2, .style = style};  // no antialiasing, which spreads
    settings.look.glass = glass;
    return settings;
}

Surroundings with_planes(std::vector<Plane> planes) {
    Surroundings s = kPoolTank;
    s.planes = std::move(planes);
    s.solids = s.tank;
    return s;
}

// A turned box, a ball and a lying capsule, apart from one another.
Surroundings with_bodies() {
    Surroundings s = kPoolTank;
    const vec3 low = s.tank.min, size = s.tank.max - s.tank.min;
    auto at = [&](float x, float y, float z) { return low + vec3(x, y, z) * size; };
    s.bodies = {{.center = at(0.25f, 0.3f, 0.3f), .rotation = {20, 40, 10}, .half_size = 0.15f * size},
                {.center = at(0.7f, 0.3f, 0.6f), .radius = 0.2f * size.y},
                {.center = at(0.5f, 0.8f, 0.5f),
                 .rotation = {0, 30, 80},
                 .half_size = {0, 0.2f * size.y, 0},
                 .radius = 0.08f * size.y}};
    return s;
}

// A turned T with a thick stem: as two boxes, which rays meet, as one mesh, which is drawn, and without it.
struct Twins {
    Surroundings boxes, mesh, none;
};
Twins with_twins(double height, const Surroundings& around) {
    const MeshBox parts[] = {{{0, -0.05, 0}, {0.15, 0.15, 0.15}}, {{0.06, 0.15, 0}, {0.25, 0.07, 0.18}}};
    const Solid placed{.center = {0.65f, height, 0.45f}, .rotation = {10, 35, -15}};
    const SolidState state = state_at(placed, 0);
    Twins twins{around, around, around};
    twins.mesh.bodies = {placed};
    twins.mesh.bodies[0].mesh = solid_mesh(box_mesh(parts));
    for (const MeshBox& part : parts) {
        twins.boxes.bodies.push_back(placed);
        twins.boxes.bodies.back().center = vec3(state.center + state.rotation * part.center);
        twins.boxes.bodies.back().half_size = vec3(part.half_size);
    }
    return twins;
}

Surroundings with_mesh(const MeshBox& box, Solid placed = {}) {
    Surroundings s = kPoolTank;
    placed.mesh = solid_mesh(box_mesh({&box, 1}));
    s.bodies = {placed};
    return s;
}

Plane through(vec3 normal, vec3 point) {
    normal = glm::normalize(normal);
    return {normal, glm::dot(normal, point)};
}

Particles far_off() {
    Particles particles{{}, {}, 0.05f, {}};
    add(particles, {{0, 0.4, -100}, {1, 1, 1}});
    return particles;
}

// By steps along the ray: whether it passes through what is solid.
bool meets(const Surroundings& s, dvec3 from, dvec3 direction) {
    direction = glm::normalize(direction);
    for (double t = 1e-3; t < 6; t += 2e-3) {
        const dvec3 x = from + t * direction;
        bool in_box = true, below = false;
        for (int c = 0; c < 3; ++c) in_box &= x[c] > s.tank.min[c] && x[c] < s.tank.max[c];
        for (const Plane& p : s.planes) below |= glm::dot(dvec3(p.normal), x) < p.offset;
        if (in_box && below) return true;
    }
    for (const Solid& body : s.bodies)
        for (double t = 0, distance = 0; t < 6; t += distance + 1e-4) {
            distance = signed_distance(body, state_at(body, 0), from + t * direction, 3);
            if (distance < 0) return true;
        }
    return false;
}

dvec3 pixel_ray(const Camera& camera, uint32_t x, uint32_t y) {
    return view_ray(camera, double(kWidth) / kHeight, (x + 0.5) * 2 / kWidth - 1, 1 - (y + 0.5) * 2 / kHeight);
}

const uint8_t* pixel(const Picture& p, uint32_t x, uint32_t y) { return &p.rgba[4 * (size_t{y} * p.width + x)]; }

bool same(const Picture& a, const Picture& b, uint32_t x, uint32_t y) {
    return std::equal(pixel(a, x, y), pixel(a, x, y) + 3, pixel(b, x, y));
}

// Of 255: the water's shadow is blurred over some radii, which are large here, and lies around its mean depth.
constexpr int kLeak = 12;

int difference(const Picture& a, const Picture& b, uint32_t x, uint32_t y) {
    int most = 0;
    for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(pixel(a, x, y)[c] - pixel(b, x, y)[c]));
    return most;
}

class Solids : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(Solids);

TEST_P(Solids, AreSeenWhereTheyAreAndShadeTheFloor) {
    const Camera camera = frame_box(kPoolTank.tank, float(kWidth) / kHeight, false);
    const Surroundings slopes =
        with_planes({through({-0.5f, 1, 0}, {0.8f, 0, 0}), through({1, 0.6f, 0.3f}, {0.3f, 0.1f, 0.4f})});
    const dvec3 sun = sky_of(Sky::day).toward_sun;
    const std::pair<Style, Surroundings> kCases[] = {{Style::water, slopes},
                                                     {Style::particles, slopes},
                                                     {Style::water, with_bodies()},
                                                     {Style::particles, with_bodies()},
                                                     {Style::water, with_twins(0.4, kPoolTank).mesh},
                                                     {Style::particles, with_twins(0.4, kPoolTank).mesh}};
    for (const auto& [style, solid] : kCases) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        SCOPED_TRACE(solid.bodies.empty() ? "planes" : solid.bodies[0].mesh ? "mesh" : "bodies");
        const Picture with = draw(context(), commands(), far_off(), styled(style), solid, camera);
        const Picture without = draw(context(), commands(), far_off(), styled(style), with_planes({}), camera);
        size_t seen = 0, wrongly_seen = 0, missing = 0, shaded = 0, unshaded = 0;
        for (uint32_t y = 2; y < kHeight - 2; ++y)
            for (uint32_t x = 2; x < kWidth - 2; ++x) {
                const dvec3 eye(camera.eye), ray = pixel_ray(camera, x, y);
                const bool hit = meets(solid, eye, ray), changed = !same(with, without, x, y);
                const dvec3 floor = eye + ray * (-eye.y / std::min(ray.y, -1e-9));
                const bool in_shadow = ray.y < 0 && !hit && meets(solid, floor, sun);
                seen += hit;
                missing += hit && !changed;
                wrongly_seen += !hit && !in_shadow && changed;
                shaded += in_shadow;
                const auto sum = [&](const Picture& p) {
                    return pixel(p, x, y)[0] + pixel(p, x, y)[1] + pixel(p, x, y)[2];
                };
                unshaded += in_shadow && sum(with) >= sum(without);
            }
        // The tank's edges are drawn over both, and edges of solids are smoothed over a pixel.
        EXPECT_GT(seen, 1000u);
        EXPECT_GT(shaded, 100u);
        EXPECT_LT(double(missing), 0.02 * double(seen));
        EXPECT_LT(double(wrongly_seen), 0.01 * kWidth * kHeight);
        EXPECT_LT(double(unshaded), 0.1 * double(shaded));
    }
}

// A painted mesh and a painted ball among others, which keep their plaster.
TEST_P(Solids, AreSeenInTheirColors) {
    const Camera camera = frame_box(kPoolTank.tank, float(kWidth) / kHeight, false);
    Surroundings plain = with_bodies();
    const vec3 size = plain.tank.max - plain.tank.min;
    const Solid cube = with_mesh({dvec3(0), 0.12 * dvec3(size.y)},
                                 {.center = plain.tank.min + vec3(0.3f, 0.2f, 0.8f) * size, .rotation = {0, 30, 0}})
                           .bodies[0];
    plain.bodies.insert(plain.bodies.begin(), cube);
    Surroundings painted = plain;
    const size_t kRed = 0, kGreen = 2;
    painted.bodies[kRed].color = {0.9f, 0.1f, 0.1f};
    painted.bodies[kGreen].color = {0.1f, 0.7f, 0.1f};
    std::vector<Surroundings> alone;
    for (const Solid& body : plain.bodies) {
        alone.push_back(with_planes({}));
        alone.back().bodies = {body};
    }
    for (const Style style : {Style::water, Style::particles}) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        const Picture before = draw(context(), commands(), far_off(), styled(style), plain, camera);
        const Picture after = draw(context(), commands(), far_off(), styled(style), painted, camera);
        size_t red = 0, green = 0, wrong = 0, changed = 0;
        for (uint32_t y = 2; y < kHeight - 2; ++y)
            for (uint32_t x = 2; x < kWidth - 2; ++x) {
                std::vector<size_t> met;
                for (size_t k = 0; k < alone.size(); ++k)
                    if (meets(alone[k], dvec3(camera.eye), pixel_ray(camera, x, y))) met.push_back(k);
                const uint8_t* c = pixel(after, x, y);
                if (met == std::vector{kRed}) {
                    ++red;
                    wrong += c[0] < 1.5 * std::max(c[1], c[2]);
                } else if (met == std::vector{kGreen}) {
                    ++green;
                    wrong += c[1] < 1.5 * std::max(c[0], c[2]);
                } else if (std::ranges::count(met, kRed) + std::ranges::count(met, kGreen) == 0) {
                    changed += difference(before, after, x, y) > 1;
                }
            }
        EXPECT_GT(red, 100u);
        EXPECT_GT(green, 100u);
        EXPECT_LT(double(wrong), 0.1 * double(red + green)) << "but for their edges, and the tank's";
        EXPECT_LT(double(changed), 0.1 * double(red + green)) << "their edges";
    }
}

TEST_P(Solids, BoundaryParticlesAreSpheresThatHideAndAreHidden) {
    const Camera camera = frame_box(kPoolTank.tank, float(kWidth) / kHeight, false);
    const Shaped sphere{{0.7, 0.4, 0.45}, {1, 1, 1}};
    constexpr float kRadius = 0.1f;
    Particles none{{}, {}, kRadius, {}}, before = none, behind = none;
    const dvec3 toward = glm::normalize(dvec3(camera.eye) - sphere.center);
    add(none, {{0, 0.4, -100}, {1, 1, 1}});
    add(before, {sphere.center + 0.22 * toward, {1, 1, 1}});
    add(behind, {sphere.center - 0.22 * toward, {0.5, 0.5, 0.5}});
    Surroundings with = with_planes({});
    with.obstacles = {vec3(sphere.center)};
    for (const Style style : {Style::water, Style::particles}) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        const RenderSettings settings = styled(style);
        const Picture open = draw(context(), commands(), none, settings, with_planes({}), camera);
        const Picture seen = draw(context(), commands(), none, settings, with, camera);
        const Picture under = draw(context(), commands(), before, settings, with, camera);
        const Picture over = draw(context(), commands(), behind, settings, with, camera);
        size_t expected = 0, wrong = 0, under_changed = 0, over_changed = 0;
        for (uint32_t y = 0; y < kHeight; ++y)
            for (uint32_t x = 0; x < kWidth; ++x) {
                const double aspect = double(kWidth) / kHeight;
                const double px = (x + 0.5) * 2 / kWidth - 1, py = 1 - (y + 0.5) * 2 / kHeight;
                const Hit hit = closed_form(sphere, kRadius, camera, aspect, px, py);
                expected += hit.distance > 0;
                wrong += (hit.distance > 0) == same(seen, open, x, y);
                if (hit.height < 0.5) continue;  // not at its rim, which another sphere may pass
                under_changed += !same(under, seen, x, y);
                over_changed += difference(over, seen, x, y) > kLeak;
            }
        EXPECT_GT(expected, 100u);
        EXPECT_LT(double(wrong), 0.1 * double(expected)) << "but for edges, which are smoothed, and the tank's";
        EXPECT_GT(double(under_changed), 0.5 * double(expected));
        EXPECT_LT(double(over_changed), 0.02 * double(expected));
    }
}

// Only what stands inside the tank: the tank's own walls would hide everything.
TEST(Obstacles, AreTheBoundaryInsideTheTank) {
    Scene scene;
    scene.parameters.tank_min = {0, 0, 0};
    scene.parameters.tank_max = {1, 1, 1};
    const BoundaryState boundary{{{0.5f, 0, 0.5f}, {0.5f, 0.2f, 0.5f}, {-0.1f, 0.5f, 0.5f}, {1, 0.5f, 0.5f}}, {}};
    const Surroundings s = make_surroundings(scene, {}, boundary);
    ASSERT_EQ(s.obstacles.size(), 1u);
    EXPECT_EQ(s.obstacles[0], vec3(0.5f, 0.2f, 0.5f));
}

// Water in the shadow of a lid that the camera does not see is darker where the lid is between it and the sun, and as
// before where it is not.
TEST_P(Solids, ShadeTheFluid) {
    const Camera camera{.eye = {0.7f, 1.1f, 2.2f}, .target = {0.7f, 0.1f, 0.45f}, .fov_degrees = 30, .given = true};
    const dvec3 sun = sky_of(Sky::day).toward_sun;
    const vec3 lid_at = vec3(dvec3(0.5, 0.2, 0.45) + 6.0 * sun), half(0.25f, 0.02f, 0.25f);
    Surroundings box = with_planes({});
    box.bodies = {{.center = lid_at, .half_size = half}};
    const Surroundings mesh = with_mesh({{0, 0, 0}, dvec3(half)}, {.center = lid_at});
    Particles fluid{{}, {}, 0.05f, {}};
    for (int k = 0; k < 14 * 2 * 9; ++k) add(fluid, {0.1 * (dvec3(k % 14, k / 14 % 2, k / 28) + 0.5), {1.2, 1.2, 1.2}});
    for (const Style style : {Style::water, Style::particles}) {
        const Picture open = draw(context(), commands(), fluid, styled(style), with_planes({}), camera);
        for (const Surroundings& lid : {box, mesh}) {
            SCOPED_TRACE(style == Style::water ? "water" : "particles");
            SCOPED_TRACE(lid.bodies[0].mesh ? "mesh" : "box");
            const Picture under = draw(context(), commands(), fluid, styled(style), lid, camera);
            double lit = 0, dark = 0;
            size_t in_shadow = 0, changed = 0, outside = 0;
            for (uint32_t y = 0; y < kHeight; ++y)
                for (uint32_t x = 0; x < kWidth; ++x) {
                    const dvec3 eye(camera.eye), ray = pixel_ray(camera, x, y);
                    const dvec3 top = eye + ray * ((0.2 - eye.y) / std::min(ray.y, -1e-9));
                    const double margin =
                        std::min({top.x, 1.4 - top.x, top.z, 0.9 - top.z});  // m, to the water's edges
                    const double off = std::max(std::abs(top.x - 0.5), std::abs(top.z - 0.45)) - 0.25;  // the lid's
                    if (margin < 0.1) continue;
                    if (off < -0.1) {
                        for (int c = 0; c < 3; ++c) lit += pixel(open, x, y)[c], dark += pixel(under, x, y)[c];
                        ++in_shadow;
                    } else if (off > 0.15) {
                        ++outside;
                        changed += difference(open, under, x, y) > kLeak;
                    }
                }
            EXPECT_GT(in_shadow, 300u);
            EXPECT_GT(outside, 500u);
            EXPECT_LT(dark, 0.93 * lit);
            EXPECT_LT(double(changed), 0.02 * double(outside));
        }
    }
}

// A wall before the water: the same picture as a wall before nothing, but for the floor, which has the water's shadow.
TEST_P(Solids, HideTheFluidBehindThem) {
    const Camera camera{.eye = {0.7f, 0.4f, 3}, .target = {0.7f, 0.4f, 0}, .fov_degrees = 30, .given = true};
    const Surroundings plane = with_planes({through({0, 0, -1}, {0, 0, 0.82f})});
    const Surroundings mesh = with_mesh({{0.7, 0.4, 0.86}, {0.7, 0.4, 0.04}});
    const std::pair<Style, Surroundings> kCases[] = {
        {Style::water, plane}, {Style::particles, plane}, {Style::water, mesh}, {Style::particles, mesh}};
    for (const auto& [style, wall] : kCases) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        SCOPED_TRACE(wall.bodies.empty() ? "plane" : "mesh");
        Particles fluid{{}, {}, 0.05f, {}};  // up to the wall
        for (int k = 0; k < 14 * 5 * 8; ++k)
            add(fluid, {0.1 * (dvec3(k % 14, k / 14 % 5, k / 70) + 0.5), {1.2, 1.2, 1.2}});
        const Picture with = draw(context(), commands(), fluid, styled(style), wall, camera);
        const Picture without = draw(context(), commands(), far_off(), styled(style), wall, camera);
        const Picture open = draw(context(), commands(), fluid, styled(style), with_planes({}), camera);
        size_t hidden = 0, otherwise = 0, water = 0;
        for (uint32_t y = 0; y < kHeight; ++y)
            for (uint32_t x = 0; x < kWidth; ++x) {
                if (!meets(wall, camera.eye, pixel_ray(camera, x, y))) continue;
                ++hidden;
                otherwise += difference(with, without, x, y) > kLeak;
                water += difference(open, without, x, y) > kLeak;
            }
        EXPECT_GT(hidden, 3000u);
        EXPECT_GT(double(water), 0.9 * double(hidden)) << "there is something to hide";
        EXPECT_LT(double(otherwise), 0.02 * double(hidden));
    }
}

size_t differing(const Picture& a, const Picture& b, int most) {
    size_t count = 0;
    for (uint32_t y = 0; y < kHeight; ++y)
        for (uint32_t x = 0; x < kWidth; ++x) count += difference(a, b, x, y) > most;
    return count;
}

// A tank whose floor has tiles of 2 m: no joint between them, which meshes have not, crosses the T.
const Surroundings kHall{.tank = {{0, 0, 0}, {14, 8, 9}}, .foam_speed = 4};

// Shading, its shadow on the floor and on itself: but for edges, as the same boxes that rays meet.
TEST_P(Solids, AMeshLooksLikeTheBoxesItIsMadeOf) {
    const Twins twins = with_twins(0.4, kHall);
    const dvec3 sun = sky_of(Sky::day).toward_sun;
    const vec3 eye = vec3(0.7f, 0.4f, 0.45f) + 2.5f * glm::normalize(vec3(sun.x, 0.3f, sun.z));
    const Camera in_sun{.eye = eye, .target = {0.65f, 0.35f, 0.45f}, .fov_degrees = 20, .given = true};
    const Camera whole = frame_box(kPoolTank.tank, float(kWidth) / kHeight, false);
    for (const Style style : {Style::water, Style::particles})
        for (const Camera& camera : {whole, in_sun}) {
            SCOPED_TRACE(style == Style::water ? "water" : "particles");
            const RenderSettings settings = styled(style, 0.8f);
            const Picture boxes = draw(context(), commands(), far_off(), settings, twins.boxes, camera);
            const Picture mesh = draw(context(), commands(), far_off(), settings, twins.mesh, camera);
            const Picture none = draw(context(), commands(), far_off(), settings, twins.none, camera);
            const size_t seen = differing(boxes, none, 2);
            EXPECT_GT(seen, 1500u);
            // The shadow's soft edge comes from six rays past boxes, from eight places in a mesh's map: steps of 1/6
            // and 1/8.
            EXPECT_LT(double(differing(boxes, mesh, 2)), 0.055 * double(seen)) << "edges, of the T and of its shadow";
        }
}

// In water that reaches beyond it on all sides: refraction bends the view of it as it does with the boxes. Walls of
// glass mirror rays that have missed the mesh, or seem to: it is known only as the camera sees it.
TEST_P(Solids, WaterRefractsAMeshLikeTheBoxesItIsMadeOf) {
    for (const auto& [rim, most] : {std::pair(1.0f, 0.1), std::pair(Surroundings{}.rim, 0.13)}) {
        SCOPED_TRACE(rim > 0 ? "tiles" : "glass");
        Surroundings around = kHall;
        around.rim = rim;
        const Twins twins = with_twins(0.3, around);
        Particles fluid{{}, {}, 0.025f, {}};
        for (int k = 0; k < 28 * 14 * 18; ++k)
            add(fluid, {0.05 * (dvec3(k % 28, k / 28 % 14, k / 392) + 0.5), {1.45, 1.45, 1.45}});
        const Camera camera{.eye = {0.9f, 1.5f, 2.2f}, .target = {0.7f, 0.3f, 0.45f}, .fov_degrees = 28, .given = true};
        RenderSettings settings = styled(Style::water);
        settings.look.absorption = 0.2f;
        const Picture boxes = draw(context(), commands(), fluid, settings, twins.boxes, camera);
        const Picture mesh = draw(context(), commands(), fluid, settings, twins.mesh, camera);
        const Picture none = draw(context(), commands(), fluid, settings, twins.none, camera);
        EXPECT_GT(differing(boxes, none, kLeak), 1000u);
        EXPECT_LT(double(differing(boxes, mesh, kLeak)), most * double(differing(boxes, none, kLeak)));
    }
}

TEST_P(Solids, FluidInFrontHidesAMesh) {
    // From behind the tank: that side of the mesh is in the sun.
    const Camera camera{.eye = {0.7f, 0.4f, -2.1f}, .target = {0.7f, 0.4f, 0.9f}, .fov_degrees = 14, .given = true};
    const Surroundings wall = with_mesh({{0.7, 0.4, 0.85}, {0.7, 0.4, 0.05}});
    Particles fluid{{}, {}, 0.05f, {}};
    for (int k = 0; k < 14 * 8 * 2; ++k)
        add(fluid, {0.1 * (dvec3(k % 14, k / 14 % 8, k / 112 + 4) + 0.5), {1.2, 1.2, 1.2}});
    for (const Style style : {Style::water, Style::particles}) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        const Picture dry = draw(context(), commands(), far_off(), styled(style), wall, camera);
        const Picture wet = draw(context(), commands(), fluid, styled(style), wall, camera);
        const Picture open = draw(context(), commands(), fluid, styled(style), with_planes({}), camera);
        constexpr double kAll = kWidth * kHeight;
        EXPECT_GT(double(differing(wet, dry, kLeak)), 0.9 * kAll);
        if (style == Style::particles) EXPECT_LT(double(differing(wet, open, kLeak)), 0.25 * kAll) << "but for gaps";
        else EXPECT_GT(double(differing(wet, open, kLeak)), 0.9 * kAll) << "it is seen through water";
    }
}

// The second picture is as that of a mesh that stands there, but for the sun's map, which is finer if nothing moves.
TEST_P(Solids, AMovingMeshIsDrawnWhereItIs) {
    const Camera camera = frame_box(kPoolTank.tank, float(kWidth) / kHeight, false);
    const MeshBox box{{0, 0, 0}, {0.1, 0.2, 0.05}};
    const Solid moving{.center = {0.6f, 0.4f, 0.45f}, .amplitude = {0.3f, 0.1f, 0}, .period = 2, .spin = {0, 90, 30}};
    constexpr double kTime = 0.4;
    const SolidState then = state_at(moving, kTime);
    const Solid standing{.center = vec3(then.center), .rotation = glm::degrees(glm::eulerAngles(then.rotation))};
    for (const Style style : {Style::water, Style::particles}) {
        SCOPED_TRACE(style == Style::water ? "water" : "particles");
        Drawing drawing(context(), commands(), far_off(), styled(style), with_mesh(box, moving));
        const Picture before = drawing.draw(camera), after = drawing.draw(camera, {then});
        const Picture there = draw(context(), commands(), far_off(), styled(style), with_mesh(box, standing), camera);
        EXPECT_GT(differing(before, after, kLeak), 500u);
        EXPECT_LT(differing(after, there, kLeak), 60u);
    }
}

// Its triangles may cross the near plane, and the eye may be inside it, which then hides nothing.
TEST_P(Solids, AMeshIsNotSeenFromInside) {
    const Camera camera{.eye = {0.7f, 0.4f, 0.45f}, .target = {0, 0.3f, 0}, .fov_degrees = 50, .given = true};
    const Surroundings around = with_mesh({{0.7, 0.4, 0.45}, {0.06, 0.06, 0.06}});
    for (const Style style : {Style::water, Style::particles}) {
        RenderSettings settings = styled(style);
        settings.look.glass = 0;
        const Picture inside = draw(context(), commands(), far_off(), settings, around, camera);
        const Picture open = draw(context(), commands(), far_off(), settings, with_planes({}), camera);
        EXPECT_LT(double(differing(inside, open, kLeak)), 0.05 * kWidth * kHeight) << "but for its shadow";
    }
}

// A block of water in the air: where the sun's ray through its middle meets a wall, the wall is darker for it, and
// tinted, on the side that the light comes from inside; elsewhere it is as before.
TEST_P(Solids, TheFluidsShadowFallsOnTheTanksWalls) {
    const dvec3 sun = sky_of(Sky::day).toward_sun;
    const Box tank = kPoolTank.tank;
    const vec3 shadow(sun.x > 0 ? tank.min.x : tank.max.x, 0.25f, 0.45f);
    const dvec3 middle = dvec3(shadow) + 0.45 * sun;
    Particles block{{}, {}, 0.05f, {}};
    for (int k = 0; k < 64; ++k)
        add(block, {middle + 0.1 * (dvec3(k % 4, k / 4 % 4, k / 16) - 1.5), {1.45, 1.45, 1.45}});
    // From below the block, which would stand before it.
    const vec3 eye = shadow + vec3(sun.x > 0 ? 2 : -2, 0, 0);
    const Camera camera{.eye = eye, .target = shadow, .fov_degrees = 25, .given = true};
    const RenderSettings settings = styled(Style::water, 0.8f);
    const Picture with = draw(context(), commands(), block, settings, with_planes({}), camera);
    const Picture without = draw(context(), commands(), far_off(), settings, with_planes({}), camera);
    const uint8_t *shaded = pixel(with, kWidth / 2, kHeight / 2), *lit = pixel(without, kWidth / 2, kHeight / 2);
    ASSERT_EQ(with.depth[size_t{kHeight} * 2 * kWidth + kWidth], 0) << "the block stands beside it";
    EXPECT_LT(shaded[0], lit[0] - 15);
    EXPECT_LT(shaded[2], lit[2] - 5);
    EXPECT_GT(lit[0] - shaded[0], lit[2] - shaded[2]) << "water takes the red";
    RenderSettings clear = settings;
    clear.look.glass = 0;
    const Picture none = draw(context(), commands(), block, clear, with_planes({}), camera);
    const Picture none_without = draw(context(), commands(), far_off(), clear, with_planes({}), camera);
    EXPECT_TRUE(same(none, none_without, kWidth / 2, kHeight / 2)) << "clear glass shows none";
}

}  // namespace
}  // namespace undine::testing
