// What the tests of the real viewer share: a small scene in a window on every driver, and eyes for water.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "unit/gpu_testing.h"
#include "viewer/display.h"

namespace undine::testing {

// 1,000 particles: steps of a few milliseconds on a software driver.
inline constexpr const char* kScene =
    "cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --look basin=glass --size 480x300";

// Of the picture, at least: the cube fills a tenth where the picture is as wide as high, less in a flat one.
inline constexpr double kWaterShare = 0.01;

// The share of pixels that are as blue as particles of water; sky, floor and glass are not, but tiles may be.
inline double water_share(const Screenshot& shot) {
    const auto blue = std::ranges::count_if(shot.pixels, [](uint32_t p) {
        const uint32_t red = p >> 16, green = p >> 8 & 255, b = p & 255;
        return b > 60 && 4 * b > 5 * green && b > 2 * red;  // the hue: the sun stands behind the water
    });
    return double(blue) / double(shot.pixels.size());
}

// The share of pixels of two pictures of one size that differ.
inline double changed_share(const Screenshot& a, const Screenshot& b) {
    size_t count = 0;
    for (size_t p = 0; p < a.pixels.size(); ++p) count += p >= b.pixels.size() || a.pixels[p] != b.pixels[p];
    return double(count) / double(a.pixels.size());
}

// The first row with water.
inline uint32_t top_of_water(const Screenshot& shot) {
    for (uint32_t y = 0; y < shot.height; ++y)
        if (water_share(
                {shot.width, 1, {shot.pixels.begin() + y * shot.width, shot.pixels.begin() + (y + 1) * shot.width}}) >
            0)
            return y;
    return shot.height;
}

class ViewerTest : public BackendTest {
  protected:
    void SetUp() override {
        BackendTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!UNDINE_HAS_VIEWER) return absent("this build has no viewer: GLFW, Dear ImGui or its font were not found");
        if (GetParam() == "device") GTEST_SKIP() << "its driver cannot show images on Xvfb";
        viewer_ = std::make_unique<ShownViewer>(scene() + style() + arguments() + " --backend " + backend());
        if (viewer_->absent()) return absent(viewer_->problem());
        ASSERT_EQ(viewer_->problem(), "");
    }

    static void absent(const std::string& reason) {
        if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
        GTEST_SKIP() << reason;
    }

    virtual std::string scene() { return kScene; }
    virtual std::string arguments() { return ""; }
    virtual std::string backend() { return program_device(GetParam()); }
    // Particles are blue, which nothing else is, and quickly drawn.
    virtual std::string style() { return " --style particles"; }

    ShownViewer& viewer() { return *viewer_; }
    bool changes_from(const Screenshot& shot) {
        return eventually([&] { return viewer().look() != shot; });
    }
    // What it shows once all that was done is seen, and another frame shows the same.
    Screenshot still() {
        Screenshot last;
        eventually([&] {
            const Screenshot before = std::exchange(last, viewer().look());
            viewer().wait_for_frames();
            return before == last;
        });
        return last;
    }
    // Without the panel, whose figures change.
    void hide_panel() {
        const Screenshot with = viewer().look();
        viewer().key("Tab");
        EXPECT_TRUE(changes_from(with));
    }
    // Of those that the report has times of.
    void expect_passes(std::initializer_list<const char*> due) {
        std::vector<std::string> passes;
        const nlohmann::json report = nlohmann::json::parse(viewer().report());
        for (const nlohmann::json& pass : report["passes"]) passes.push_back(pass["name"]);
        for (const char* name : due) EXPECT_TRUE(std::ranges::count(passes, name)) << name;
    }

  private:
    std::unique_ptr<ShownViewer> viewer_;
};

}  // namespace undine::testing
