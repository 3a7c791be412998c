// Colours that can be read: a particle of a known value has the legend's colour for it.
#include "render/particles/coloring.h"

#include <cstring>

#include "physics/simulation.h"
#include "render/draw_testing.h"
#include "render/frame_readback.h"
#include "render/particles/color_map.h"
#include "render/particles/legend.h"
#include "render/particles/stroke_font.h"
#include "render/source/particle_upload.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

using glm::vec3;
using glm::vec4;

const Coloring kQuantities[] = {Coloring::speed,       Coloring::density,   Coloring::pressure,
                                Coloring::lambda,      Coloring::vorticity, Coloring::neighbors,
                                Coloring::trapped_air, Coloring::crests,    Coloring::id};

vec3 pixel(const Picture& picture, uint32_t x, uint32_t y) {
    const uint8_t* p = &picture.rgba[4 * (size_t{y} * picture.width + x)];
    return {p[0], p[1], p[2]};
}

void expect_color(const vec3& found, const vec3& expected, double tolerance) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(found[c], 255 * expected[c], tolerance) << "component " << c;
}

// Five particles side by side, whose values are the ends of the range, its middle, and beyond both.
constexpr float kAt[] = {-0.5f, 0, 0.5f, 1, 1.5f};

Surroundings in_view() {
    const Scene scene = asset_scene("dam_break");
    Surroundings s{.tank = {{-3, -1, -0.5f}, {3, 1, 0.5f}}, .has_tank = false};
    s.ranges = make_value_ranges(scene.parameters, 6, 1000);
    return s;
}

// What the shader reads for the value; whole numbers are rounded.
float set_value(const ColoringInfo& c, float value, const Surroundings& s, std::byte* element) {
    vec4 v(0);
    glm::uvec2 pair{};
    const auto whole = static_cast<uint32_t>(std::max(0.0f, std::round(value)));
    switch (c.reading) {
        case Reading::length: v = vec4(std::max(value, 0.0f) * vec3(2, -1, 2) / 3.0f, 7); break;
        case Reading::w: v = vec4(9, 9, 9, value); break;
        case Reading::density_error: v.w = s.rest_density * (1 + value / 100); break;
        case Reading::sum: pair = {whole / 3, whole - whole / 3}; break;
        case Reading::whole: std::memcpy(element, &whole, sizeof whole); return float(whole);
        case Reading::x: v = vec4(value, 9, 9, 9); break;
        case Reading::y: v = vec4(9, value, 9, 9); break;
        case Reading::none: break;
    }
    if (c.reading == Reading::sum) std::memcpy(element, &pair, sizeof pair);
    else if (c.field == Field::position) std::memcpy(element + 12, &v.w, sizeof v.w);  // its place stays
    else std::memcpy(element, &v, sizeof v);
    return c.reading == Reading::sum ? float(whole) : c.reading == Reading::length ? glm::length(vec3(v)) : value;
}

class Colors : public VulkanTest {
  protected:
    static constexpr RenderSettings kPicture{.width = 640, .height = 256, .supersample = 2};
    const Camera camera_{.eye = {0, 0, 40}, .target = {0, 0, 0}, .fov_degrees = 4, .given = true};

    // Draws with a renderer that began with another colouring, as a viewer would.
    Picture draw(Coloring coloring, const Surroundings& s, std::vector<float>& values, Coloring before) {
        ParticleUpload upload(context(), 5, false, 0.25f, 1);
        RenderSettings settings = kPicture;
        settings.coloring = before;
        upload.set_value(info(before).field);
        FluidRenderer renderer(context(), settings, s, upload.view());
        if (coloring != before) {
            upload.set_value(info(coloring).field);
            renderer.recolor(coloring, upload.view());
        }
        FrameReadback readback(context(), settings.width, settings.height, 1);
        const ColoringInfo& c = info(coloring);
        for (int k = 0; k < 5; ++k) upload.staged(Field::position, 0)[k] = vec4(1.1f * float(k - 2) + 0.8f, 0, 0, 1000);
        for (vec4& v : upload.staged(Field::velocity, 0)) v = vec4(0);
        const std::span<std::byte> bytes = upload.staged_bytes(c.field, 0);
        const ValueRange& r = s.ranges[static_cast<size_t>(coloring)];
        for (int k = 0; k < 5 && c.has_legend(); ++k)
            values.push_back(set_value(c, r.low + kAt[k] * (r.high - r.low), s, &bytes[k * bytes.size() / 5]));
        upload.record(commands().get(), 0);
        renderer.record(commands(), camera_);
        readback.record(commands().get(), renderer.picture(), 0);
        commands().submit();
        commands().wait();
        Picture picture{settings.width, settings.height, {}, {}, {}};
        const auto pixels = readback.pixels(0);
        picture.rgba.resize(pixels.size());
        std::memcpy(picture.rgba.data(), pixels.data(), pixels.size());
        return picture;
    }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(Colors);

TEST_P(Colors, AParticleHasTheLegendsColorOfItsValue) {
    const Surroundings s = in_view();
    for (Coloring coloring : kQuantities) {
        SCOPED_TRACE(info(coloring).name);
        std::vector<float> values;
        const Picture picture = draw(coloring, s, values, coloring);
        const ValueRange& r = s.ranges[static_cast<size_t>(coloring)];
        const CameraAxes axes = camera_axes(camera_, 640.0f / 256);
        for (int k = 0; k < 5; ++k) {
            const vec3 at = project(camera_, axes, {1.1f * float(k - 2) + 0.8f, 0, 0});
            const auto x = static_cast<uint32_t>((at.x * 0.5f + 0.5f) * 640),
                       y = static_cast<uint32_t>((0.5f - at.y * 0.5f) * 256);
            expect_color(pixel(picture, x, y), map_color(info(coloring).map, (values[k] - r.low) / (r.high - r.low)),
                         2);
        }

        const Legend legend = make_legend(coloring, r, 256);
        const uint32_t left = legend.margin + (legend.bar_left + legend.bar_right) / 2;
        const uint32_t rows = legend.bar_bottom - legend.bar_top;
        for (uint32_t row = 0; row < rows; ++row)
            expect_color(pixel(picture, left, legend.margin + legend.bar_top + row),
                         map_color(info(coloring).map, 1 - (float(row) + 0.5f) / float(rows)), 1);
    }
}

TEST_P(Colors, ChangedColoringIsThatOfANewRenderer) {
    const Surroundings s = in_view();
    std::vector<float> values;
    for (Coloring coloring : {Coloring::vorticity, Coloring::natural, Coloring::density, Coloring::normal})
        EXPECT_TRUE(draw(coloring, s, values, Coloring::neighbors) == draw(coloring, s, values, coloring))
            << info(coloring).name;
}

// Values of the fields in place, at rest and after steps, on the device that draws and copied from the host.
TEST(Derived, IsOfTheParticleBesideIt) {
    for (const char* search : {"list", "grid"}) {
        SCOPED_TRACE(search);
        const Scene scene = asset_scene(
            "dam_break_2d", {std::string("neighbors=") + search, "particle_spacing=0.03", "support_radius=0.06"});
        const ParticleState initial = sample_fluid(scene);
        Solver solver(scene, initial, {}, make_test_backend("cpu"), {.derived = kDerivedFields});
        solver.derive(field_set({Field::position, Field::neighbor_count, Field::vorticity, Field::predicted_lambda}));
        const auto position = download<vec4>(solver, Field::position),
                   lambda = download<vec4>(solver, Field::predicted_lambda);
        const auto count = download<uvec2>(solver, Field::neighbor_count);
        const auto id = download<uint32_t>(solver, Field::id);
        const float h_sq = scene.parameters.support_radius * scene.parameters.support_radius;
        for (size_t i = 0; i < id.size(); i += 7) {
            EXPECT_EQ(vec3(position[i]), initial.position[id[i]]);
            EXPECT_EQ(vec3(position[i]), vec3(lambda[i]));
            uint32_t near = 0;
            for (size_t j = 0; j < id.size(); ++j) {
                const vec3 d = vec3(position[i]) - vec3(position[j]);
                near += j != i && d.x * d.x + d.y * d.y + d.z * d.z < h_sq;
            }
            EXPECT_EQ(count[i].x, near);
            EXPECT_NEAR(position[i].w / scene.parameters.rest_density, 0.75, 0.3);  // corners to inside
        }
        for (const vec4& w : download<vec4>(solver, Field::vorticity)) EXPECT_EQ(w, vec4(0));  // nothing moves

        Simulation untouched(scene, initial, make_test_backend("cpu"));
        for (int k = 0; k < 5; ++k) {
            solver.step();
            solver.derive(kDerivedFields);
            untouched.run(1);
        }
        EXPECT_TRUE(same_bytes(solver.state(), untouched.solver.state()));
        solver.measure();  // which sorts the scratch arrays anew
        solver.derive(field_set({Field::position, Field::predicted_lambda}));
        const auto after = download<vec4>(solver, Field::position),
                   lambda_after = download<vec4>(solver, Field::predicted_lambda);
        for (size_t i = 0; i < after.size(); ++i) EXPECT_EQ(vec3(after[i]), vec3(lambda_after[i]));
    }
}

TEST(Colouring, ByAPressureThatTheSceneDoesNotHaveIsRefused) {
    Scene scene = asset_scene("dam_break_2d", {"style=classic"});
    scene.source = "x.toml";
    EXPECT_EQ(sentence_of([&] { require_shown(Coloring::pressure, scene); }, Exit::bad_input),
              "x.toml: gradients = \"predicted\" leaves no pressure to colour particles by, only the last iteration's "
              "λ; set gradients = \"start\", or choose another colouring");
    EXPECT_NO_THROW(require_shown(Coloring::lambda, scene));
    scene.parameters.gradients = GradientPlace::start;
    EXPECT_NO_THROW(require_shown(Coloring::pressure, scene));
    scene.parameters = asset_scene("dam_break_2d", {"method=wcsph", "dt=0.0005"}).parameters;
    EXPECT_NO_THROW(require_shown(Coloring::pressure, scene));
}

TEST(Colouring, ByWhatMakesFoamInASceneThatMakesNoneIsRefused) {
    Scene scene = asset_scene("hydrostatic");
    scene.source = "x.toml";
    EXPECT_EQ(sentence_of([&] { require_shown(Coloring::crests, scene); }, Exit::bad_input),
              "x.toml: has no spray, foam or bubbles whose creation could colour particles; set diffuse_capacity, or "
              "choose another colouring");
    scene.parameters.diffuse_capacity = 1000;
    EXPECT_NO_THROW(require_shown(Coloring::trapped_air, scene));
}

TEST(Legend, HasEveryLetterAndRoom) {
    for (const char* scene : {"dam_break", "dam_break_2d", "hydrostatic"}) {
        const Scene s = asset_scene(scene);
        const ValueRanges ranges = make_value_ranges(s.parameters, 123.4f, 10'000'000);
        for (Coloring coloring : kQuantities) {
            const ColoringInfo& c = info(coloring);
            const ValueRange& r = ranges[static_cast<size_t>(coloring)];
            EXPECT_TRUE(has_letters(c.title) && has_letters(c.unit) && has_letters(r.unit)) << c.name;
            for (float tick : legend_ticks(r)) EXPECT_TRUE(has_letters(legend_number(tick))) << legend_number(tick);
            for (uint32_t height : {240u, 720u, 2160u}) {
                const Legend legend = make_legend(coloring, r, height);
                EXPECT_LE(legend.pixel_bytes(), most_legend_bytes(height));
                EXPECT_LE(legend.height + 2 * legend.margin, height);
                EXPECT_EQ(legend.pixels.size() * 4, legend.pixel_bytes());
            }
        }
    }
    EXPECT_FALSE(has_letters("Ж"));
    EXPECT_TRUE(has_letters("0123456789.−+/e"));
}

TEST(Legend, NumbersAndTicksAreRound) {
    EXPECT_EQ(legend_number(0), "0");
    EXPECT_EQ(legend_number(-10), "−10");
    EXPECT_EQ(legend_number(6.2641f), "6.26");
    EXPECT_EQ(legend_number(50399), "50399");
    EXPECT_EQ(legend_number(999.7f), "1000");
    EXPECT_EQ(legend_number(-5.14e-5f), "−5.1e−5");
    EXPECT_EQ(legend_ticks({-10, 10}), (std::vector<float>{-10, -5, 0, 5, 10}));
    EXPECT_EQ(legend_ticks({0, 6.3f}), (std::vector<float>{0, 2, 4, 6.3f}));  // 6 would touch 6.3
    EXPECT_EQ(legend_ticks({0, -8}), (std::vector<float>{0, -2, -4, -6, -8}));
}

TEST(Legend, RangesAreTheScenes) {
    const Parameters p = asset_scene("dam_break").parameters;
    const ValueRanges r = make_value_ranges(p, 6, 1001);
    EXPECT_EQ(r[static_cast<size_t>(Coloring::speed)], (ValueRange{0, 6}));
    EXPECT_EQ(r[static_cast<size_t>(Coloring::density)], (ValueRange{-10, 10}));
    EXPECT_EQ(r[static_cast<size_t>(Coloring::neighbors)], (ValueRange{0, float(p.neighbor_capacity)}));
    EXPECT_EQ(r[static_cast<size_t>(Coloring::id)], (ValueRange{0, 1000}));
    EXPECT_LT(r[static_cast<size_t>(Coloring::lambda)].high, 0);
    EXPECT_EQ(r[static_cast<size_t>(Coloring::pressure)], (ValueRange{0, 18000})) << "ρ0/2 (6 m/s)²";
    const ValueRanges flat = make_value_ranges(asset_scene("dam_break_2d").parameters, 6, 1001);
    EXPECT_EQ(flat[static_cast<size_t>(Coloring::pressure)].unit, "N/m");
}

}  // namespace
}  // namespace undine::testing
