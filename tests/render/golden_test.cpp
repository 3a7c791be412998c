// Pictures against those that were looked at and kept, for each driver; and the same twice. On failure the expected
// picture, the actual one and their difference (eightfold) are left in render-failures in the build folder.
// UNDINE_UPDATE_GOLDEN=1 in the environment replaces the kept ones: look at them before they are committed.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <span>

#include "backends/cpu/cpu_backend.h"
#include "io/png.h"
#include "render/ellipsoids.h"
#include "scene/scene.h"
#include "test_paths.h"
#include "tolerances.h"
#include "unit/stb_png.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using glm::vec3;
using glm::vec4;

// 0 … 1, the same on every machine.
float random_number(uint32_t n) {
    n = (n ^ 61u) ^ (n >> 16u);
    n *= 9u;
    n ^= n >> 4u;
    n *= 0x27d4eb2du;
    return static_cast<float>((n ^ (n >> 15u)) >> 8u) / static_cast<float>(1u << 24u);
}

// A pool with a wave, and a crown of drops above it, ever faster and looser: every colour and shadow there is.
Particles splash() {
    Particles p{{}, {}, 0.03f};
    auto add = [&](vec3 x, float speed, float density) {
        p.position.emplace_back(x, density);
        p.velocity.emplace_back(speed, 0, 0, 0);
    };
    const float spacing = 2 * p.radius;
    for (uint32_t z = 0; z < 12; ++z)
        for (uint32_t y = 0; y < 14; ++y)
            for (uint32_t x = 0; x < 33; ++x) {
                const vec3 at = (vec3(x, y, z) + 0.5f) * spacing;
                if (at.y > 0.35f + 0.3f * std::sin(2.2f * at.x)) continue;
                add(at, 4 * std::max(0.0f, at.x - 0.6f) * at.y, 1000);
            }
    for (uint32_t k = 0; k < 260; ++k) {
        const float angle = 6.2831853f * random_number(3 * k), high = random_number(3 * k + 1);
        const float wide = 0.15f + 0.2f * high + 0.05f * random_number(3 * k + 2);
        add({1.35f + wide * std::cos(angle), 0.35f + 0.6f * high, 0.36f + 0.9f * wide * std::sin(angle)},
            1.5f + 3 * high, 900 - 700 * high);
    }
    return p;
}

Particles sheet() {
    Particles p{{}, {}, 0.025f};
    for (uint32_t k = 0; k < 900; ++k) {
        const vec3 at = (vec3(k % 30, k / 30, 0) + vec3(0.5f, 0.5f, 0)) * 0.05f;
        if (at.y > 0.3f + 0.25f * std::cos(3 * at.x)) continue;
        p.position.emplace_back(at, 1000);
        p.velocity.emplace_back(0, 3 * at.x * at.y, 0, 0);
    }
    return p;
}

// The pool of tests/render/ellipsoids.h with foam on its wave, spray above and bubbles within.
Particles foaming() {
    Particles p = pool();
    for (uint32_t k = 0; k < 4000; ++k) {
        vec3 x(1.4f * random_number(5 * k), 0, 0.9f * random_number(5 * k + 1));
        for (const vec4& at : p.position)  // the surface
            if (std::abs(at.x - x.x) < 0.06f && std::abs(at.z - x.z) < 0.06f) x.y = std::max(x.y, at.y + 0.05f);
        const float off = random_number(5 * k + 2);
        const bool spray = k % 8 == 0, bubble = k % 8 == 1;
        if (!spray && !bubble && std::sin(9 * x.x) + std::cos(11 * x.z) < 1.2f * off) continue;  // in patches
        x.y += spray ? 0.3f * off : bubble ? -0.3f * off : 0.01f * off;
        p.diffuse_position.emplace_back(x, 4 * random_number(5 * k + 3));
        p.diffuse_velocity.emplace_back(1.5f - 3 * off, spray ? 2 : 0, 0, spray ? 0 : bubble ? 1.0f : 0.65f);
    }
    return p;
}

struct Golden {
    std::string name;
    Particles particles;
    RenderSettings settings;
    Surroundings surroundings;
};

std::vector<Golden> goldens() {
    const Surroundings tank{.tank = {{0, 0, 0}, {2, 1.1f, 0.72f}}, .foam_speed = 4};
    Surroundings floating = tank;
    floating.has_tank = false;
    return {{"splash", splash(), {320, 180, 2, Coloring::natural}, tank},
            {"splash_coarse", splash(), {320, 180, 1, Coloring::natural}, floating},
            {"flat",
             sheet(),
             {320, 180, 2, Coloring::natural},
             {.tank = {{0, 0, 0}, {1.5f, 1, 0}}, .flat = true, .foam_speed = 4}}};
}

Camera camera_of(const Golden& g) {
    return frame_box(g.surroundings.tank, float(g.settings.width) / float(g.settings.height), g.surroundings.flat);
}

void save(const fs::path& path, const std::vector<uint8_t>& rgba, const Golden& g) {
    fs::create_directories(path.parent_path());
    write_png(path, std::as_bytes(std::span(rgba)), g.settings.width, g.settings.height);
}

// Empty where there is no such file or it has another size.
std::vector<uint8_t> load(const fs::path& path, const Golden& g) {
    int width = 0, height = 0, channels = 0;
    stbi_uc* pixels = stbi_load(path.c_str(), &width, &height, &channels, 4);
    const bool fits = pixels && width == int(g.settings.width) && height == int(g.settings.height);
    std::vector<uint8_t> rgba(pixels, fits ? pixels + size_t{4} * width * height : pixels);
    stbi_image_free(pixels);
    return rgba;
}

class GoldenPicture : public VulkanTest {
  protected:
    // One kept set a driver; another device, which has none, is held to lavapipe's.
    std::string kept_for() const { return GetParam() == "device" ? "lavapipe" : GetParam(); }

    void compare(const Golden& g, const std::vector<uint8_t>& actual) const {
        const std::string file = g.name + "." + kept_for() + ".png";
        const fs::path kept = fs::path(test_data_path()).parent_path() / "render/golden" / file;
        if (const char* update = std::getenv("UNDINE_UPDATE_GOLDEN"); update && *update == '1')
            return save(kept, actual, g);
        const std::vector<uint8_t> expected = load(kept, g);
        ASSERT_FALSE(expected.empty()) << kept << " is missing or has another size";

        std::vector<uint8_t> difference(actual.size(), 255);
        size_t beyond = 0;
        int largest = 0;
        for (size_t p = 0; p < actual.size(); p += 4) {
            int most = 0;
            for (size_t c = 0; c < 3; ++c) {
                const int d = std::abs(int(actual[p + c]) - int(expected[p + c]));
                difference[p + c] = static_cast<uint8_t>(std::min(255, 8 * d));
                most = std::max(most, d);
            }
            beyond += most > tolerance::kGoldenDifference;
            largest = std::max(largest, most);
        }
        const double share = double(beyond) / (double(actual.size()) / 4);
        EXPECT_LE(share, tolerance::kGoldenShare) << file << ": largest difference " << largest;
        if (share <= tolerance::kGoldenShare) return;
        const fs::path folder = fs::path(program_path()).parent_path() / "render-failures";
        save(folder / (file + ".expected.png"), expected, g);
        save(folder / (file + ".actual.png"), actual, g);
        save(folder / (file + ".difference.png"), difference, g);
    }
};

UNDINE_ON_EVERY_VULKAN_DRIVER(GoldenPicture);

TEST_P(GoldenPicture, IsAsKept) {
    for (const Golden& g : goldens()) {
        SCOPED_TRACE(g.name);
        compare(g, draw(context(), commands(), g.particles, g.settings, g.surroundings, camera_of(g)).rgba);
    }
}

// The same particles as water, fitted on the host and without a step: a picture that no rounding of the solver changes.
TEST_P(GoldenPicture, OfWaterIsAsKept) {
    const Particles particles = splash();
    ParticleState fluid;
    fluid.resize(particles.position.size());
    for (size_t i = 0; i < fluid.size(); ++i) {
        fluid.position[i] = vec3(particles.position[i]);
        fluid.velocity[i] = vec3(0);
        fluid.density[i] = 1000;
        fluid.id[i] = static_cast<uint32_t>(i);
    }
    const Scene scene =
        parse_scene("support_radius = 0.12\nparticle_spacing = 0.06\ntank_max = [2, 1.1, 0.72]", "water");
    Solver solver(scene, fluid, {}, make_cpu_backend(1), {.derived = field_set({Field::ellipsoid})});
    const Golden g{"water", {}, {320, 180, 2, Coloring::natural, Style::water}, goldens()[0].surroundings};
    compare(g, draw(context(), commands(), solver, g.settings, g.surroundings, camera_of(g), particles.radius).rgba);
}

TEST_P(GoldenPicture, OfFoamIsAsKept) {
    Surroundings tank = kPoolTank;
    tank.bodies = {{.center = {0.85f, 0.75f, 0.6f}, .radius = 0.09f}};  // shades some of it
    const Golden g{"foam", foaming(), {320, 180, 1, Coloring::natural, Style::water}, tank};
    compare(g, draw(context(), commands(), g.particles, g.settings, g.surroundings, camera_of(g)).rgba);
}

TEST_P(GoldenPicture, IsTheSameTwice) {
    const Golden g = goldens()[0];
    const Picture first = draw(context(), commands(), g.particles, g.settings, g.surroundings, camera_of(g));
    EXPECT_TRUE(first == draw(context(), commands(), g.particles, g.settings, g.surroundings, camera_of(g)));
}

}  // namespace
}  // namespace undine::testing
