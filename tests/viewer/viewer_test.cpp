// The real viewer on a display of its own, driven by keys and judged by what it shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "render/particles/legend.h"
#include "report/report_schema.h"
#include "robustness/program.h"
#include "viewer/viewer_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

UNDINE_ON_ONE_VULKAN_DRIVER(ViewerTest);

// What depends on the driver: its swapchain, and both styles of picture.
class ViewerOnEveryDriver : public ViewerTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(ViewerOnEveryDriver);

// Without a word about the style.
class WaterViewerTest : public ViewerTest {
  protected:
    std::string style() override { return ""; }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(WaterViewerTest);

TEST_P(WaterViewerTest, DrawsWaterUntilVAndAfterTheNext) {
    hide_panel();
    viewer().key("space");
    viewer().key("r");
    const Screenshot water = still();
    viewer().key("v");
    EXPECT_TRUE(changes_from(water));
    const Screenshot particles = still();
    EXPECT_GT(water_share(particles), kWaterShare);
    EXPECT_GT(changed_share(water, particles), kWaterShare);
    viewer().key("v");
    EXPECT_TRUE(eventually([&] { return viewer().look() == water; }));
    viewer().key("n");
    EXPECT_TRUE(changes_from(water)) << "it falls";
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    expect_passes({"fit_ellipsoid", "water front", "smoothing", "thickness", "behind", "water surface", "present"});
}

TEST_P(ViewerOnEveryDriver, ShowsWaterThatMoves) {
    EXPECT_TRUE(viewer().title().starts_with("cube_drop — 1,000 particles, ")) << viewer().title();
    hide_panel();
    EXPECT_TRUE(eventually([&] { return water_share(viewer().look()) > kWaterShare; }));
    EXPECT_TRUE(changes_from(viewer().look()));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const json report = json::parse(viewer().report());
    EXPECT_EQ(troubles_of(report), "");
    EXPECT_EQ(keys_of(schema_of("view"), report), documented_keys(schema_of("view")));
    EXPECT_GT(report["frames"], 2);
    EXPECT_GT(report["steps"], 0);
    EXPECT_EQ(report["particles"], 1000);
    EXPECT_EQ(report["time_s"], report["simulated_s"]);
    EXPECT_NEAR(report["simulated_s"].get<double>(), 0.016 * report["steps"].get<double>(), 1e-3);
    expect_passes({"predict", "compute_lambda", "shade", "present", "panel"});
}

TEST_P(ViewerTest, PausesStepsAndStartsOver) {
    hide_panel();
    viewer().key("space");
    const Screenshot paused = still();
    EXPECT_GT(water_share(paused), kWaterShare);
    viewer().key("n");
    EXPECT_TRUE(changes_from(paused));
    const Screenshot stepped = still();
    viewer().key("r");
    EXPECT_TRUE(changes_from(stepped));
    const Screenshot start = still();
    for (int k = 0; k < 3; ++k) viewer().key("n");
    EXPECT_TRUE(changes_from(start));
    viewer().key("r");
    EXPECT_TRUE(eventually([&] { return viewer().look() == start; }));
    viewer().key("space");
    EXPECT_TRUE(changes_from(start));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST_P(ViewerOnEveryDriver, ThePictureFillsEverySizeOfTheWindow) {
    hide_panel();
    viewer().key("space");
    auto covered = [&](uint32_t width, uint32_t height) {
        const Screenshot shot = viewer().look();
        if (shot.width != width || shot.height != height) return false;
        // The screen is black where nothing was drawn; floor and backdrop are not.
        for (const auto& [x, y] : {std::pair(0u, 0u), {width - 1, 0u}, {0u, height - 1}, {width - 1, height - 1}})
            if (shot.at(x, y) == 0) return false;
        return water_share(shot) > kWaterShare;
    };
    for (const auto& size : {std::pair(700u, 500u), {300u, 400u}, {1000u, 200u}}) {
        viewer().hands("windowsize WINDOW " + std::to_string(size.first) + " " + std::to_string(size.second));
        EXPECT_TRUE(eventually([&] { return covered(size.first, size.second); })) << size.first << " x " << size.second;
    }
    viewer().key("F11");
    EXPECT_TRUE(eventually([&] { return covered(1280, 800); })) << "full screen";
    viewer().key("F11");
    EXPECT_TRUE(eventually([&] { return covered(1000, 200); })) << "back from it";
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const json report = json::parse(viewer().report());
    EXPECT_EQ(report["width"], 1000);
    EXPECT_EQ(report["height"], 200);
}

TEST_P(ViewerTest, WalksAndTurnsAroundAgain) {
    hide_panel();
    viewer().key("space");
    const Screenshot start = still();
    viewer().key("w");  // not while it orbits
    viewer().key("c");
    EXPECT_EQ(still(), start) << "it starts where the orbit was";
    viewer().hands("keydown w");
    EXPECT_TRUE(changes_from(start));
    viewer().hands("keyup w");
    viewer().key("c");
    EXPECT_GT(water_share(viewer().look()), kWaterShare);
    viewer().key("Home");
    EXPECT_TRUE(eventually([&] { return viewer().look() == start; }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST_P(ViewerTest, ComesBackFromTheTaskBar) {
    hide_panel();
    viewer().hands("windowminimize WINDOW");
    EXPECT_TRUE(eventually([&] { return !viewer().shown(); }));
    viewer().hands("windowactivate WINDOW");
    EXPECT_TRUE(eventually([&] { return water_share(viewer().look()) > kWaterShare; }));
    EXPECT_TRUE(changes_from(viewer().look()));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

class ColoredViewerTest : public ViewerTest {
  protected:
    std::string style() override { return " --style particles --color speed"; }
};
UNDINE_ON_ONE_VULKAN_DRIVER(ColoredViewerTest);

TEST_P(ColoredViewerTest, TheLegendStandsBesideThePanel) {
    viewer().hands("windowsize WINDOW 700 300");
    viewer().hands("mousemove 0 0");
    viewer().key("space");
    EXPECT_TRUE(eventually([&] { return viewer().look().width == 700; }));
    viewer().wait_for_frames();
    const Legend legend = make_legend(Coloring::speed, {0, 1}, 300);
    // The bar is opaque: it has the same colours wherever it stands. Its last rows are left out, since what X says of a
    // window's place may be off by its frame.
    auto bar = [&](uint32_t left) {
        const Screenshot shot = viewer().look();
        std::vector<uint32_t> colors;
        for (uint32_t y = legend.bar_top + 2; y < legend.bar_bottom - 2; ++y)
            colors.push_back(
                shot.at(left + legend.margin + (legend.bar_left + legend.bar_right) / 2, legend.margin + y));
        return colors;
    };
    const auto beside = bar(340);
    EXPECT_NE(beside.front(), beside.back());
    viewer().key("Tab");
    EXPECT_TRUE(eventually([&] { return bar(0) == beside; })) << "without the panel it stands at the border";
    viewer().key("Tab");
    EXPECT_TRUE(eventually([&] { return bar(340) == beside; }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

// Simulated by one device, drawn by another.
class CpuViewerTest : public ViewerTest {
  protected:
    std::string backend() override { return "cpu --threads 1"; }
};
UNDINE_ON_ONE_VULKAN_DRIVER(CpuViewerTest);

TEST_P(CpuViewerTest, TheTitleNamesBothDevicesTheSimulatingOneFirst) {
    const std::string title = viewer().title();
    EXPECT_NE(title.find(" — CPU, 1 thread, drawn on "), std::string::npos) << title;
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const json report = json::parse(viewer().report());
    EXPECT_TRUE(title.ends_with(", drawn on " + report["drawn_on"].get<std::string>())) << title;
}

// Parameters that do harm.
class TroubledViewerTest : public ViewerTest {
  protected:
    std::string arguments() override { return " --set neighbor_capacity=8"; }
    // The share of pixels that are of the box that says so.
    double box_share() {
        const Screenshot shot = viewer().look();
        return double(std::ranges::count_if(
                   shot.pixels, [](uint32_t p) { return (p >> 16) > 60 && (p >> 8 & 255) < 30 && (p & 255) < 30; })) /
               double(shot.pixels.size());
    }
};
UNDINE_ON_ONE_VULKAN_DRIVER(TroubledViewerTest);

TEST_P(TroubledViewerTest, SaysSoAndGoesBackToTheScenesOwnParameters) {
    hide_panel();
    EXPECT_TRUE(eventually([&] { return box_share() > 0.02; }));
    // The button, at the box's lower left corner.
    viewer().hands("mousemove --window WINDOW 60 272 click 1 mousemove 0 0");
    EXPECT_TRUE(eventually([&] { return viewer().title().starts_with("cube_drop — 8,000 particles, "); }))
        << viewer().title();
    EXPECT_TRUE(eventually([&] { return box_share() == 0; }));
    viewer().key("space");
    still();  // what is measured when it pauses is of the last step
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const json health = json::parse(viewer().report())["health"];
    EXPECT_EQ(health["dropped_neighbors"], 0);
    EXPECT_GT(health["neighbors_max"], 8);
}

// With a copy of the shaders to edit.
class ShaderReloadTest : public ViewerTest {
  protected:
    std::string arguments() override {
        std::filesystem::copy(UNDINE_SHADERS, shaders(), std::filesystem::copy_options::recursive);
        return " --shaders '" + shaders().string() + "'";
    }
    void edit(const std::string& name, const std::string& from, const std::string& to) {
        std::string text = read_file(shaders() / name);
        ASSERT_NE(text.find(from), std::string::npos);
        std::ofstream(shaders() / name, std::ios::binary) << text.replace(text.find(from), from.size(), to);
    }
    std::filesystem::path shaders() { return directory_.path() / "shaders"; }
    // The share of pixels that are of the box with what is wrong.
    double box_share(const Screenshot& shot) {
        const auto red = std::ranges::count_if(
            shot.pixels, [](uint32_t p) { return (p >> 16) > 60 && (p >> 8 & 255) < 30 && (p & 255) < 30; });
        return double(red) / double(shot.pixels.size());
    }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_ONE_VULKAN_DRIVER(ShaderReloadTest);

TEST_P(ShaderReloadTest, ThePictureFollowsTheFiles) {
    hide_panel();
    viewer().key("space");
    const Screenshot before = still();
    EXPECT_GT(water_share(before), kWaterShare);
    edit("render/present.frag", ".rgb;", ".bgr;");
    EXPECT_TRUE(eventually([&] { return water_share(viewer().look()) == 0; })) << "water is red now";
    const Screenshot red = still();

    edit("render/present.frag", ".bgr;", ".nothing;");
    EXPECT_TRUE(eventually([&] { return box_share(viewer().look()) > 0.05; }));
    viewer().key("n");  // it lives, and draws with what it had
    const Screenshot broken = still();
    EXPECT_EQ(water_share(broken), 0);
    EXPECT_EQ(broken.at(240, 280), red.at(240, 280)) << "the floor";

    edit("render/present.frag", ".nothing;", ".rgb;");
    EXPECT_TRUE(eventually([&] { return water_share(viewer().look()) > kWaterShare; }));
    EXPECT_EQ(box_share(viewer().look()), 0);
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST_P(ShaderReloadTest, TheParticlesGoOnUnderAnotherMethod) {
    hide_panel();
    viewer().key("space");
    const uint32_t before = top_of_water(still());
    edit("sim/prediction.glsl", "+ params.dt * vec3(params.acceleration)", "- params.dt * vec3(params.acceleration)");
    EXPECT_TRUE(eventually([&] {
        viewer().key("n");
        return top_of_water(viewer().look()) + 8 < before;
    })) << "what fell rises";
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    EXPECT_EQ(json::parse(viewer().report())["particles"], 1000);
}

TEST(Viewer, TheProgramNeedsNoDisplayLibraries) {
    const std::string needed = [] {
        std::string text;
        FILE* pipe = popen("readelf -d '" UNDINE_PROGRAM "' | grep NEEDED", "r");
        char buffer[512];
        while (std::fgets(buffer, sizeof buffer, pipe)) text += buffer;
        pclose(pipe);
        return text;
    }();
    EXPECT_NE(needed.find("libc.so"), std::string::npos) << "readelf says nothing";
    for (const char* library : {"glfw", "libX11", "libxcb", "wayland", "imgui", "vulkan", "stb", "libcuda"})
        EXPECT_EQ(needed.find(library), std::string::npos) << needed;
}

TEST(Viewer, SaysWhatItLacks) {
    if (!UNDINE_HAS_VIEWER) GTEST_SKIP() << "this build has no viewer";
    TemporaryDirectory directory;
    const Outcome blind = run_program(directory.path(), "view", "-u DISPLAY -u WAYLAND_DISPLAY");
    EXPECT_EQ(blind.exit_code, 4);
    EXPECT_NE(blind.err.find("display"), std::string::npos) << blind.err;
    EXPECT_EQ(std::ranges::count(blind.err, '\n'), 1) << blind.err;

    const Outcome scene = run_program(directory.path(), "view no_such_scene", "-u DISPLAY");
    EXPECT_EQ(scene.exit_code, 3) << scene.err;
    const Outcome shaders = run_program(directory.path(), "view --shaders /dev", "-u DISPLAY");
    EXPECT_EQ(shaders.exit_code, 3) << shaders.err;
    const Outcome size = run_program(directory.path(), "view --size wide", "-u DISPLAY");
    EXPECT_EQ(size.exit_code, 2) << size.err;

    // The program alone, without the module beside it.
    std::filesystem::copy(UNDINE_PROGRAM, directory.path() / "undine");
    const std::string command =
        "'" + (directory.path() / "undine").string() + "' view 2>'" + (directory.path() / "err").string() + "'";
    const int status = std::system(command.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 4);
    EXPECT_NE(read_file(directory.path() / "err").find("without a viewer"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
