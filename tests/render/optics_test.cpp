// Light through water against closed forms: what a level surface mirrors and refracts, what it shows from below, and
// what a metre of water leaves.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "render/ellipsoids.h"
#include "render/look/environment.h"
#include "scene/mesh/solid_mesh.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec2;
using glm::vec3;

constexpr double kIndex = 1.333;

// Water at rest, its top at y = height, in a box from `low` to `high`.
Particles level_water(const dvec3& low, const dvec3& high, double spacing) {
    Particles particles{{}, {}, float(spacing / 2), {}};
    const glm::ivec3 count = glm::ivec3(glm::round((high - low) / spacing));
    for (int z = 0; z < count.z; ++z)
        for (int y = 0; y < count.y; ++y)
            for (int x = 0; x < count.x; ++x)
                add(particles, {low + spacing * (dvec3(x, y, z) + 0.5), {1.45, 1.45, 1.45}});
    return particles;
}

template <class Radiance>
Environment sky(const Radiance& radiance, const vec3& sky_light) {
    Environment e;
    e.size = 256;
    for (uint32_t j = 0; j < e.size; ++j)
        for (uint32_t i = 0; i < e.size; ++i)
            e.radiance.push_back(radiance(sky_direction((vec2(i, j) + 0.5f) / 256.0f)));
    e.toward_sun = glm::normalize(vec3(-0.2f, 1, 0.1f));
    e.sky_light = sky_light;
    return e;
}

RenderSettings settings_of(const Environment& environment, uint32_t width, uint32_t height) {
    RenderSettings s{.width = width, .height = height, .supersample = 1, .style = Style::water};
    s.environment = &environment;
    s.look.foam = s.look.glint = s.look.glass = 0;
    s.look.color = vec3(0);
    return s;
}

dvec3 linear_colour(const Picture& p, uint32_t x, uint32_t y) {
    dvec3 c;
    for (int k = 0; k < 3; ++k) {
        const double s = p.rgba[4 * (size_t{y} * p.width + x) + size_t(k)] / 255.0;
        c[k] = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    }
    return c;
}

// The linear colour that tone_map() in shaders/render/tone.glsl makes this of, where it is below the highlights.
dvec3 scene_colour(const Picture& p, uint32_t x, uint32_t y) {
    const dvec3 c = linear_colour(p, x, y);
    const double low = std::min({c.x, c.y, c.z});
    return c + (low < 0.04 ? std::sqrt(low / 6.25) - low : 0.04);
}

// Of the eye's ray through a pixel's middle, unit.
dvec3 direction_of(const Camera& camera, const Picture& p, uint32_t x, uint32_t y) {
    return glm::normalize(
        view_ray(camera, double(p.width) / p.height, 2 * (x + 0.5) / p.width - 1, 1 - 2 * (y + 0.5) / p.height));
}

class Optics : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(Optics);

// The sky tells the direction in which it is seen by the ratios of its colours; it is black at the horizon, and so is
// what is seen below it, through the water.
TEST_P(Optics, LevelWaterMirrorsTheSkyAtTheAngleOfIncidence) {
    const Environment e = sky(
        [](const vec3& d) {
            return std::max(0.0f, d.y - 0.1f) * vec3(0.5f + 0.4f * d.x, 0.9f * d.y, 0.5f + 0.4f * d.z);
        },
        vec3(0));
    RenderSettings settings = settings_of(e, 96, 96);
    settings.look.exposure = 6;
    const Surroundings open{.tank = {{0, 0, 0}, {1.5f, 0.5f, 1.5f}}, .has_tank = false};
    const Particles water = level_water({0, 0, 0}, {1.5, 0.5, 1.5}, 0.05);
    for (const vec3 eye : {vec3(2.4f, 1.6f, 1.2f), vec3(0.9f, 2.2f, 2.9f)}) {
        SCOPED_TRACE(::testing::Message() << "eye " << eye.x << ", " << eye.y << ", " << eye.z);
        const Camera camera{.eye = eye, .target = {0.75f, 0.5f, 0.75f}, .fov_degrees = 9, .given = true};
        const Picture p = draw(context(), commands(), water, settings, open, camera);
        double worst = 0, sum = 0;
        size_t count = 0;
        for (uint32_t y = 24; y < 72; y += 3)
            for (uint32_t x = 24; x < 72; x += 3) {
                const dvec3 seen = scene_colour(p, x, y);
                dvec3 d = direction_of(camera, p, x, y);
                d.y = -d.y;
                const dvec3 expected(0.5 + 0.4 * d.x, 0.9 * d.y, 0.5 + 0.4 * d.z);
                const double difference = glm::length(glm::normalize(seen) - glm::normalize(expected));
                worst = std::max(worst, difference);
                sum += difference;
                count += glm::length(seen) > 0.05;
            }
        EXPECT_EQ(count, 256u) << "it mirrors";
        // A normal that is wrong by 2°, which the filter leaves at worst (water_surface_test.cpp), turns the ray by 4°:
        // 0.07, and a step of the picture's 8 bits is 0.01.
        EXPECT_LT(worst, 0.07);
        EXPECT_LT(sum / 256, 0.02);
    }
}

// A slab of a metre before a white sky: Beer and Lambert's law with the coefficients of pure water, 1/m.
TEST_P(Optics, AMetreOfWaterAbsorbsAsBeerAndLambertSay) {
    const Environment e = sky([](const vec3&) { return vec3(0.5f); }, vec3(0));
    RenderSettings settings = settings_of(e, 64, 64);
    const Surroundings open{.tank = {{0, 0, 0}, {0.8f, 0.8f, 1}}, .has_tank = false};
    const Particles water = level_water({0, 0, 0}, {0.8, 0.8, 1}, 0.05);
    const Camera camera{.eye = {0.4f, 0.35f, 4}, .target = {0.4f, 0.42f, 0}, .fov_degrees = 4, .given = true};
    const auto middle = [&](float absorption) {
        settings.look.absorption = absorption;
        const Picture p = draw(context(), commands(), water, settings, open, camera);
        dvec3 sum(0);
        for (uint32_t y = 24; y < 40; ++y)
            for (uint32_t x = 24; x < 40; ++x) sum += scene_colour(p, x, y) / 256.0;
        return sum;
    };
    const dvec3 clear = middle(0), pure = middle(1), strong = middle(4);
    const dvec3 coefficient(0.340, 0.0565, 0.00922);  // [Pope97]
    // The front mirrors the same sky. Thickness is right within 2 % (water_test.cpp), and a step of the picture is
    // 0.005.
    const double mirrored = std::pow((kIndex - 1) / (kIndex + 1), 2);
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(pure[k] / clear[k], mirrored + (1 - mirrored) * std::exp(-coefficient[k]), 0.012) << k;
        EXPECT_NEAR(strong[k] / clear[k], mirrored + (1 - mirrored) * std::exp(-4 * coefficient[k]), 0.012) << k;
    }
}

// The edge of a plate on the floor, seen through level water, is where Snell's law puts it.
TEST_P(Optics, ARayIsBentAtTheSurfaceBySnellsLaw) {
    const Environment e = sky([](const vec3&) { return vec3(0); }, vec3(0.8f));
    RenderSettings settings = settings_of(e, 320, 180);
    settings.look.absorption = 0;
    Surroundings tank = kPoolTank;
    constexpr double kTop = 0.55, kEdge = 0.7, kThick = 0.002;
    tank.bodies = {{.center = {0.35f, 0, 0.45f}, .half_size = {0.35f, float(kThick), 0.45f}}};
    const Particles water = level_water({0, 0, 0}, {1.4, kTop, 0.9}, 0.025);
    Particles none{{}, {}, 0.0125f, {}};
    add(none, {{0, 5, -100}, {1, 1, 1}});
    for (const float x : {1.0f, 1.25f}) {
        SCOPED_TRACE(x);
        const Camera camera{
            .eye = {x, 1.15f, 0.451f}, .target = {0.72f, 0.2f, 0.45f}, .fov_degrees = 40, .given = true};
        // The row where the picture changes most. The eye looks toward −x, so the edge is level.
        const auto edge_of = [&](const Particles& fluid) {
            const Picture p = draw(context(), commands(), fluid, settings, tank, camera);
            uint32_t best = 0;
            double most = 0;
            for (uint32_t y = 50; y < 130; ++y) {
                double difference = 0;
                for (uint32_t k = 140; k < 180; ++k)
                    difference += scene_colour(p, k, y - 2).x - scene_colour(p, k, y + 2).x;
                if (std::abs(difference) > most) most = std::abs(difference), best = y;
            }
            return double(best) + 0.5;
        };
        const auto row_of = [&](double from_eye, double down) {  // a place so far ahead and below, on the screen
            const dvec3 back = glm::normalize(dvec3(camera.eye) - dvec3(camera.target));
            const dvec3 right = glm::normalize(glm::cross(dvec3(0, 1, 0), back)), up = glm::cross(back, right);
            const dvec3 to = dvec3(-from_eye, -down, 0);
            return (1 - glm::dot(up, to) / -glm::dot(back, to) / std::tan(camera.fov_degrees * M_PI / 360)) * 90;
        };
        const double ahead = camera.eye.x - kEdge, above = camera.eye.y - kTop, below = kTop - kThick;
        EXPECT_NEAR(edge_of(none), row_of(ahead, above + below), 2) << "dry";
        // Where the ray meets the surface: tan i above + tan t below = ahead with sin i = n sin t.
        double low = 0, high = ahead;
        for (int k = 0; k < 60; ++k) {
            const double s = (low + high) / 2, sine = s / std::hypot(s, above) / kIndex;
            (s + below * sine / std::sqrt(1 - sine * sine) < ahead ? low : high) = s;
        }
        const double wet = row_of(low, above);
        ASSERT_GT(std::abs(wet - row_of(ahead, above + below)), 6) << "the scene shows it";
        EXPECT_NEAR(edge_of(water), wet, 2.5);
    }
}

// A block hangs over level water, as a body that rays meet and as a mesh, which is known only as the camera sees it: in
// the water it is where its mirror image below the surface would be.
TEST_P(Optics, ASolidIsMirroredWhereItStands) {
    const Environment e = sky([](const vec3&) { return vec3(0); }, vec3(0.8f));
    RenderSettings settings = settings_of(e, 192, 144);
    settings.look.exposure = 4;
    constexpr double kTop = 0.5;
    const dvec3 low(0.55, 0.62, 0.5), high(0.95, 0.9, 0.7);
    const Solid block{.center = vec3(0.5 * (low + high)), .half_size = vec3(0.5 * (high - low))};
    Surroundings body{.tank = {{0, 0, 0}, {1.5f, 0.5f, 1.5f}}, .has_tank = false}, mesh = body;
    body.bodies = {block};
    mesh.bodies = {{.center = block.center}};
    mesh.bodies[0].mesh = solid_mesh(box_mesh(dvec3(block.half_size)));
    const Particles water = level_water({0, 0, 0}, {1.5, kTop, 1.5}, 0.05);
    const Camera camera{.eye = {0.7f, 1.25f, 3.2f}, .target = {0.75f, 0.5f, 1}, .fov_degrees = 24, .given = true};
    for (const Surroundings& with : {body, mesh}) {
        SCOPED_TRACE(with.bodies[0].mesh ? "mesh" : "body");
        const Picture p = draw(context(), commands(), water, settings, with, camera);
        const Picture without =
            draw(context(), commands(), water, settings, {.tank = body.tank, .has_tank = false}, camera);
        size_t on = 0, beside = 0, seen = 0, seen_beside = 0;
        for (uint32_t y = 0; y < p.height; ++y)
            for (uint32_t x = 0; x < p.width; ++x) {
                const dvec3 eye(camera.eye), d = direction_of(camera, p, x, y);
                const dvec3 at = eye + d * ((kTop - eye.y) / d.y);  // on the surface
                if (d.y > -0.01 || at.z < 0.75 || at.z > 1.3 || at.x < 0.1 || at.x > 1.4) continue;
                // Of the block's front, that the mirrored ray meets, 4 cm from its edges: a normal may be wrong by 2°.
                const dvec3 front = at + dvec3(d.x, -d.y, d.z) * ((high.z - at.z) / d.z);
                const dvec3 inside = glm::min(front - low, high - front);
                const double from_edge = std::min(inside.x, inside.y);
                const double light = scene_colour(p, x, y).x - scene_colour(without, x, y).x;
                if (from_edge > 0.04) ++on, seen += light > 0.01;
                if (inside.x < -0.04 || front.y > high.y + 0.04) ++beside, seen_beside += light > 0.01;
            }
        EXPECT_GT(on, 300u);
        EXPECT_GT(beside, 500u);
        EXPECT_GT(double(seen), 0.98 * double(on));
        EXPECT_LT(double(seen_beside), 0.02 * double(beside));
    }
}

// The back of a wave falls away from a low eye, so that the mirrored ray goes on downwards, to level water, which
// mirrors the sky: both shares by Fresnel's law, as Schlick approximates it. Everything else is black.
TEST_P(Optics, WaterMirrorsWater) {
    const Environment e = sky([](const vec3& d) { return vec3(d.y > 0.02f ? 0.8f : 0.0f); }, vec3(0));
    RenderSettings settings = settings_of(e, 192, 144);
    settings.look.exposure = 3;
    constexpr double kSpacing = 0.04, kLevel = 0.2, kFall = 18 * M_PI / 180, kFrom = 1.4, kTo = 0.5;
    const Surroundings tank{.tank = {{0, 0, -2}, {1.6f, 1, 1.5f}}};
    Particles water{{}, {}, kSpacing / 2, {}};
    const auto top = [&](double z) { return kLevel + std::tan(kFall) * (std::clamp(z, kTo, kFrom) - kTo); };
    for (int x = 0; x < 40; ++x)
        for (int z = 0; z < 87; ++z)
            for (double y = top(kSpacing * (z + 0.5) - 2) - 0.5 * kSpacing; y > 0; y -= kSpacing)
                add(water, {dvec3(kSpacing * (x + 0.5), y, kSpacing * (z + 0.5) - 2), {1.45, 1.45, 1.45}});
    const Camera camera{.eye = {0.8f, 1.35f, 2.9f}, .target = {0.8f, 0.3f, 0.7f}, .fov_degrees = 20, .given = true};
    const Picture p = draw(context(), commands(), water, settings, tank, camera);
    const auto schlick = [](double cosine) {
        const double straight = std::pow((kIndex - 1) / (kIndex + 1), 2);
        return straight + (1 - straight) * std::pow(1 - cosine, 5);
    };
    const dvec3 normal(0, std::cos(kFall), -std::sin(kFall));
    double seen = 0, expected = 0;
    size_t count = 0;
    for (uint32_t y = 0; y < p.height; ++y)
        for (uint32_t x = 0; x < p.width; ++x) {
            const dvec3 d = direction_of(camera, p, x, y), from = dvec3(camera.eye) - dvec3(0.8, top(0.8), 0.8);
            const dvec3 at = dvec3(camera.eye) - d * (dot(from, normal) / dot(d, normal));
            if (at.z < 0.65 || at.z > 0.95 || at.x < 0.5 || at.x > 1.1) continue;
            const double facing = -dot(d, normal);
            const dvec3 onward = d + 2 * facing * normal;
            ASSERT_LT(onward.y, -0.05);
            seen += scene_colour(p, x, y).x / 3;
            expected += 0.8 * schlick(facing) * schlick(-onward.y);
            ++count;
        }
    EXPECT_GT(count, 500u);
    EXPECT_NEAR(seen / expected, 1, 0.2) << "a normal that is wrong by 1° changes the first share by an eighth";
}

// From below, the whole sky is in a disc of 48.6° about the vertical, and beyond it the surface mirrors what is below.
TEST_P(Optics, TheSkyIsInSnellsWindow) {
    const Environment e = sky([](const vec3&) { return vec3(0.6f, 0.1f, 0.1f); }, vec3(0));
    RenderSettings settings = settings_of(e, 192, 192);
    settings.look.absorption = 0;
    Surroundings tank = kPoolTank;
    const double top = 0.5;
    tank.rim = float(top) + 0.01f;  // higher, tiles would hide the sky near the horizon, and so the window's rim
    const Particles water = level_water({0, 0, 0}, {1.4, top, 0.9}, 0.025);
    const dvec3 eye(0.7, 0.2, 0.45);
    const Camera camera{.eye = vec3(eye), .target = {0.7f, 1.2f, 0.4f}, .fov_degrees = 110, .given = true};
    const Picture p = draw(context(), commands(), water, settings, tank, camera);
    const double critical = std::asin(1 / kIndex) * 180 / M_PI;
    EXPECT_NEAR(critical, 48.6, 0.05);
    size_t within = 0, beyond = 0, red = 0, dark = 0;
    for (uint32_t y = 0; y < p.height; ++y)
        for (uint32_t x = 0; x < p.width; ++x) {
            const dvec3 d = direction_of(camera, p, x, y);
            if (d.y <= 0.1) continue;
            const dvec3 at = eye + d * ((top - eye.y) / d.y);
            if (at.x < 0.1 || at.x > 1.3 || at.z < 0.1 || at.z > 0.8) continue;
            const double angle = std::acos(d.y) * 180 / M_PI, light = scene_colour(p, x, y).x - 0.04;
            if (angle < critical - 3) ++within, red += light > 0.3;
            if (angle > critical + 3) ++beyond, dark += light < 0.05;
        }
    EXPECT_GT(within, 1000u);
    EXPECT_GT(beyond, 500u);
    EXPECT_GT(double(red), 0.98 * double(within));
    EXPECT_GT(double(dark), 0.98 * double(beyond));
}

// A level ray that enters through one pane meets the next one beyond the critical angle, unless it has entered at more
// than arcsin √(n² − 1) = 61.8°. There is light only where rays go that leave through that pane.
TEST_P(Optics, GlassMirrorsTotallyBeyondTheCriticalAngle) {
    const Environment e = sky([](const vec3& d) { return d.x > 0.1f ? vec3(0.6f, 0.1f, 0.1f) : vec3(0); }, vec3(0));
    RenderSettings settings = settings_of(e, 512, 256);
    settings.look.absorption = 0;
    settings.look.basin = Basin::glass;
    const Particles water = level_water({0, 0, 0}, {1.4, 0.8, 0.9}, 0.025);
    const dvec3 eye(0.35, 0.45, 1.2);
    const Camera camera{.eye = vec3(eye), .target = vec3(eye) + vec3(1, 0, -1), .fov_degrees = 80, .given = true};
    const Picture p = draw(context(), commands(), water, settings, kPoolTank, camera);
    size_t out_of = 0, kept = 0, light = 0, dark = 0;
    for (uint32_t y = 0; y < p.height; ++y)
        for (uint32_t x = 0; x < p.width; ++x) {
            const dvec3 d = direction_of(camera, p, x, y);
            const double to_front = (0.9 - eye.z) / d.z;
            const dvec3 at = eye + d * to_front;
            if (d.z > -0.1 || at.x < 0.15 || at.x > 1.37 || at.y < 0.47 || at.y > 0.65)
                continue;  // up: below is the floor
            const glm::dvec2 across = glm::dvec2(d) / kIndex;
            const dvec3 inside(across, -std::sqrt(1 - glm::dot(across, across)));
            const dvec3 on = at + inside * ((1.4 - at.x) / inside.x);  // the pane at x = 1.4
            if (on.z < 0.05 || on.y < 0.05 || on.y > 0.7) continue;
            const double out = kIndex * std::sqrt(1 - inside.x * inside.x);  // sine; above 1, it is mirrored
            const double red = scene_colour(p, x, y).x - 0.04;
            if (out < 0.96) ++out_of, light += red > 0.2;
            if (out > 1.03) ++kept, dark += red < 0.1;
        }
    EXPECT_GT(out_of, 300u);
    EXPECT_GT(kept, 300u);
    EXPECT_GT(double(light), 0.98 * double(out_of));
    EXPECT_GT(double(dark), 0.98 * double(kept));
}

// A wave A cos k x is a lens: below its crest, the sun's light meets at n / ((n − 1) A k²), and at a depth d above that
// it is 1 / (1 − d / f) times as bright. What the crests gather, the troughs lack.
TEST_P(Optics, ASinusoidalSurfaceFocusesTheSun) {
    constexpr double kSpacing = 0.0175, kAmplitude = 0.04, kLevel = 0.62, kWave = 2 * M_PI / 0.7, kThick = 0.21;
    Environment e = sky([](const vec3&) { return vec3(0.5f); }, vec3(0.5f));
    e.toward_sun = {0, 1, 0};
    constexpr uint32_t kSize = 384;  // the map's own
    RenderSettings settings = settings_of(e, kSize, kSize);
    settings.view = View::water_light;
    settings.look.absorption = 0;
    settings.look.shadow = 0.7f;  // or the picture would be too bright to be read
    const Surroundings tank{.tank = {{0, 0, 0}, {1.4f, 0.9f, 0.9f}}};
    Particles water{{}, {}, float(kSpacing / 2), {}};
    for (const glm::vec4& at : level_water({0, kLevel - kThick, 0}, {1.4, kLevel, 0.9}, kSpacing).position)
        add(water, {dvec3(at) + dvec3(0, kAmplitude * std::cos(kWave * (at.x - 0.35)), 0), {1.45, 1.45, 1.45}});
    const Camera camera = frame_box(tank.tank, 1, false);
    const auto light = [&](float caustics) {
        settings.look.caustics = caustics;
        return draw(context(), commands(), water, settings, tank, camera);
    };
    const Picture bent = light(1), straight = light(0);
    // Along the wave; its crests are lines across the middle of the map.
    std::vector<double> brightness;
    for (uint32_t k = 0; k < kSize; ++k) {
        double with = 0, without = 0;
        for (uint32_t l = kSize * 3 / 8; l < kSize * 5 / 8; ++l)
            with += linear_colour(bent, k, l).y, without += linear_colour(straight, k, l).y;
        brightness.push_back(with / without);
    }
    const auto middle = brightness.begin() + kSize / 2, first = std::max_element(brightness.begin(), middle),
               second = std::max_element(middle, brightness.end());
    const double depth = kLevel + kAmplitude, focus = kIndex / ((kIndex - 1) * kAmplitude * kWave * kWave);
    for (const double crest : {*first, *second}) EXPECT_NEAR(depth / (1 - 1 / crest), focus, 0.05 * focus) << crest;
    const double texel = second - first;
    const double map = 1.4 + 2 * 0.05;  // m: the longer side of the tank with a margin
    EXPECT_NEAR(texel * map / kSize, 0.7, 0.02) << "one wave apart";
    EXPECT_NEAR(std::accumulate(first, second, 0.0) / texel, 1, 0.02);
    EXPECT_LT(*std::min_element(first, second), 0.75);
}

}  // namespace
}  // namespace undine::testing
