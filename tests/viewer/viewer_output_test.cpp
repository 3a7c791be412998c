// What the viewer writes, and hands in the water: pictures, videos, scenes, thrown blocks and a pull.
#include <gtest/gtest.h>

#include <csignal>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "robustness/program.h"
#include "unit/stb_png.h"
#include "viewer/core/recorder.h"
#include "viewer/viewer_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

std::string answer_of(const std::string& command) {
    std::string text;
    FILE* pipe = popen(command.c_str(), "r");
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe)) text += buffer;
    pclose(pipe);
    return text;
}

class ViewerOutputTest : public ViewerTest {
  protected:
    fs::path out(const std::string& name) { return viewer().directory() / "out" / name; }
    bool appears(const std::string& name) {
        return eventually([&] { return fs::exists(out(name)); });
    }
    // The screen's memory has the pointer in it.
    void put_pointer_aside() { viewer().hands("mousemove 0 0"); }
    // The red dot at the top right.
    bool films() {
        const Screenshot shot = viewer().look();
        return std::ranges::any_of(shot.pixels,
                                   [](uint32_t p) { return (p >> 16) > 200 && (p >> 8 & 255) < 90 && (p & 255) < 80; });
    }
    // Frames of a video, as whoever plays it counts them.
    int frames(const std::string& name) {
        return std::atoi(answer_of("ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 '" +
                                   out(name).string() + "'")
                             .c_str());
    }
};
UNDINE_ON_ONE_VULKAN_DRIVER(ViewerOutputTest);

TEST_P(ViewerOutputTest, WithoutThePanelTheTitleSaysWhatWasWritten) {
    const auto says = [&] { return viewer().title().ends_with(" — Written: out/cube_drop-1.png"); };
    hide_panel();
    viewer().key("F2");
    EXPECT_TRUE(eventually(says)) << viewer().title();
    viewer().key("Tab");
    EXPECT_TRUE(eventually([&] { return !says(); }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

// Until the next action, not until the next frame.
TEST_P(ViewerOutputTest, WhatThePanelSaysStays) {
    put_pointer_aside();
    // Pixels of the panel that have the colour of such a sentence.
    const auto noted = [](const Screenshot& shot) {
        size_t count = 0;
        for (uint32_t y = 0; y < shot.height; ++y)
            for (uint32_t x = 0; x < 330; ++x) {
                const int red = shot.at(x, y) >> 16, blue = shot.at(x, y) & 255;
                count += red > 105 && blue - red > 70;
            }
        return count;
    };
    const size_t before = noted(viewer().look()), text = before + 20;
    viewer().key("F5");
    EXPECT_TRUE(eventually([&] { return noted(viewer().look()) > text; }));
    Screenshot last;
    int frames = 0;
    EXPECT_TRUE(eventually([&] {
        const Screenshot shot = viewer().look();
        EXPECT_GT(noted(shot), text) << "after " << frames << " frames";
        frames += shot != last;
        last = shot;
        return frames > 8 || noted(shot) <= text;
    }));
    viewer().key("r");
    EXPECT_TRUE(eventually([&] { return noted(viewer().look()) <= before; })) << "the next action clears it";
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST_P(ViewerOutputTest, APictureIsWhatTheWindowShowsWithoutThePanel) {
    put_pointer_aside();
    hide_panel();
    viewer().key("space");
    const Screenshot shot = still();
    viewer().key("F2");
    ASSERT_TRUE(appears("cube_drop-1.png"));
    int width = 0, height = 0, channels = 0;
    stbi_uc* pixels = stbi_load(out("cube_drop-1.png").c_str(), &width, &height, &channels, 3);
    ASSERT_NE(pixels, nullptr);
    ASSERT_EQ(uint32_t(width), shot.width);
    ASSERT_EQ(uint32_t(height), shot.height);
    // Others by more than the rounding of a shader that encodes the window's sRGB. A window manager's border may shift
    // what xdotool says of the window by a pixel.
    auto others = [&](uint32_t shift) {
        size_t count = 0;
        for (uint32_t y = 0; y + shift < shot.height; ++y)
            for (uint32_t x = 0; x + shift < shot.width; ++x)
                for (int c = 0; c < 3; ++c) {
                    const uint32_t written = pixels[3 * ((y + shift) * shot.width + x + shift) + uint32_t(c)];
                    count += std::abs(int(shot.at(x, y) >> (16 - 8 * c) & 255) - int(written)) > 1;
                }
        return count;
    };
    EXPECT_EQ(std::min(others(0), others(1)), 0u);
    stbi_image_free(pixels);
    viewer().key("F2");
    EXPECT_TRUE(appears("cube_drop-2.png"));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST_P(ViewerOutputTest, ATimelineHasTheLastFramesAndNoMore) {
    hide_panel();
    EXPECT_TRUE(changes_from(viewer().look())) << "after a step";
    viewer().key("F8");
    ASSERT_TRUE(appears("cube_drop-1.trace.json"));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const nlohmann::json trace = nlohmann::json::parse(read_file(out("cube_drop-1.trace.json")));
    std::set<std::string> frames, host, passes, counters;
    for (const nlohmann::json& event : trace.at("traceEvents")) {
        const std::string name = event.at("name");
        if (event.at("ph") == "C") counters.insert(name);
        if (event.at("ph") != "X") continue;
        if (event.at("cat") == "host") host.insert(name);
        if (event.at("cat") == "pass") passes.insert(name);
        if (event.at("cat") == "group" && name.starts_with("frame ")) frames.insert(name);
    }
    EXPECT_GE(frames.size(), 1u);
    EXPECT_LE(frames.size(), 122u);  // 120, and those in flight
    for (const char* name : {"acquire", "steps", "picture", "submit", "present"})
        EXPECT_TRUE(host.contains(name)) << name;
    for (const char* name : {"predict", "shade", "present", "panel"}) EXPECT_TRUE(passes.contains(name)) << name;
    EXPECT_TRUE(counters.contains("particles"));
}

TEST_P(ViewerOutputTest, ASavedSceneRuns) {
    hide_panel();
    EXPECT_TRUE(changes_from(viewer().look())) << "after a step";
    viewer().key("F5");
    ASSERT_TRUE(appears("cube_drop-1.toml"));
    EXPECT_TRUE(fs::exists(out("cube_drop-1.ply")));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const Outcome run = run_program(viewer().directory(), "run out/cube_drop-1.toml --steps 2 --backend cpu");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("1,000 particles"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("of them before this run"), std::string::npos) << run.out;
    EXPECT_NE(read_file(out("cube_drop-1.toml")).find("particle_spacing = 0.1\n"), std::string::npos);
    EXPECT_NE(read_file(out("cube_drop-1.toml")).find("[camera]"), std::string::npos);
}

TEST_P(ViewerOutputTest, AVideoEndsWholeByKeyByResizeAndByQuitting) {
    viewer().hands("windowsize WINDOW 321 241");  // odd: a video loses a column and a row
    EXPECT_TRUE(eventually([&] { return viewer().look().width == 321; }));
    viewer().key("Tab");
    viewer().key("space");
    still();  // a resize that is still to be followed would end the video
    viewer().key("space");
    viewer().key("F9");
    EXPECT_TRUE(eventually([&] { return films(); }));
    viewer().wait_for_frames();  // of the video, too
    viewer().key("F9");
    EXPECT_TRUE(appears("cube_drop-1.mp4"));
    EXPECT_TRUE(eventually([&] { return !films(); }));
    EXPECT_GT(frames("cube_drop-1.mp4"), 1);

    viewer().key("F9");
    EXPECT_TRUE(eventually([&] { return films(); }));
    viewer().hands("windowsize WINDOW 400 300");
    EXPECT_TRUE(appears("cube_drop-2.mp4"));
    EXPECT_TRUE(eventually([&] { return !films(); }));
    EXPECT_GT(frames("cube_drop-2.mp4"), 0);

    viewer().key("F9");
    EXPECT_TRUE(eventually([&] { return films(); }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    EXPECT_GT(frames("cube_drop-3.mp4"), 0);
    for (const auto& entry : fs::directory_iterator(viewer().directory() / "out"))
        EXPECT_EQ(entry.path().extension(), ".mp4") << entry.path();
}

TEST_P(ViewerOutputTest, WhereFfmpegDiesTheViewerLives) {
    viewer().key("Tab");
    viewer().key("F9");
    EXPECT_TRUE(eventually([&] { return films(); }));
    const int ffmpeg = std::atoi(answer_of("pgrep -x ffmpeg -P " + std::to_string(viewer().process())).c_str());
    ASSERT_GT(ffmpeg, 0);
    kill(ffmpeg, SIGKILL);
    EXPECT_TRUE(eventually([&] { return !films(); }));
    EXPECT_TRUE(changes_from(viewer().look())) << "the water goes on";
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    EXPECT_TRUE(fs::is_empty(viewer().directory() / "out")) << "half a video is none";
}

TEST_P(ViewerOutputTest, AThrownBlockIsGoneAfterARestart) {
    viewer().key("b");
    EXPECT_TRUE(eventually([&] { return viewer().title().starts_with("cube_drop — 1,027 particles, "); }));
    viewer().key("r");
    EXPECT_TRUE(eventually([&] { return viewer().title().starts_with("cube_drop — 1,000 particles, "); }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST_P(ViewerOutputTest, APullLiftsTheWaterAndLeavesTheCamera) {
    put_pointer_aside();
    hide_panel();
    viewer().key("space");
    viewer().key("r");
    const Screenshot start = still();
    const uint32_t top = top_of_water(start);
    uint32_t column = 0;
    while (column < start.width && water_share({1, 1, {start.at(column, top + 10)}}) == 0) ++column;
    ASSERT_LT(column + 10, start.width);
    const std::string x = std::to_string(column + 10);
    const std::string press = "mousemove --window WINDOW " + x + " " + std::to_string(top + 10),
                      lift = "mousemove --window WINDOW " + x + " " + std::to_string(top - 15);
    // A whole drag within a frame: nothing flows meanwhile, and the camera stays where it is.
    viewer().while_it_stands({press, "keydown ctrl mousedown 1", lift, "mouseup 1 keyup ctrl"});
    put_pointer_aside();
    EXPECT_TRUE(still() == start);
    // Its beginning within a frame.
    viewer().while_it_stands({press, "keydown ctrl mousedown 1", lift});
    EXPECT_TRUE(eventually([&] {
        viewer().key("n");
        return top_of_water(viewer().look()) + 4 < top;
    })) << "without it, it falls";
    viewer().hands("mouseup 1 keyup ctrl");
    put_pointer_aside();
    viewer().key("r");
    EXPECT_TRUE(eventually([&] { return viewer().look() == start; }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

// A red box that floats in a dark basin, to be held.
class HeldSolidTest : public ViewerOutputTest {
  protected:
    std::string scene() override {
        return directory_.file("held.toml", R"(support_radius = 0.2
particle_spacing = 0.1
dt = 0.008
tank_max = [1, 1.2, 1]
[[fluid]]
min = [0, 0, 0]
max = [1, 0.5, 1]
[[solid]]
size = [0.4, 0.4, 0.4]
center = [0.5, 0.6, 0.5]
density = 400
color = [0.8, 0.02, 0.02]
)") + " --size 480x300";
    }
    // The middle of what is red.
    static glm::vec2 middle(const Screenshot& shot) {
        glm::vec2 sum(0);
        float count = 0;
        for (uint32_t y = 0; y < shot.height; ++y)
            for (uint32_t x = 0; x < shot.width; ++x) {
                const uint32_t p = shot.at(x, y), red = p >> 16;
                if (red < 60 || red < 2 * (p >> 8 & 255) || red < 2 * (p & 255)) continue;
                sum += glm::vec2(x, y);
                ++count;
            }
        return sum / count;
    }
    // Whether the line, light between dark rims, is over this part of the way from one place to the other.
    static bool has_line(const Screenshot& shot, const glm::vec2& from, const glm::vec2& to, float part) {
        const glm::vec2 along = glm::normalize(to - from), across(-along.y, along.x), at = glm::mix(from, to, part);
        const auto grey = [&](float aside) {
            const glm::uvec2 x(glm::round(at + aside * across));
            const uint32_t p = shot.at(x.x, x.y);
            return (p >> 16) + (p >> 8 & 255) + (p & 255);
        };
        for (float shift : {-1.5f, -1.0f, -0.5f, 0.0f, 0.5f, 1.0f, 1.5f})  // a window's border may be a pixel
            if (grey(shift) > 690 && grey(shift - 2) < 450 && grey(shift + 2) < 450) return true;
        return false;
    }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_ONE_VULKAN_DRIVER(HeldSolidTest);

TEST_P(HeldSolidTest, ALineLeadsFromTheHeldPointToThePointer) {
    put_pointer_aside();
    hide_panel();
    viewer().key("space");
    viewer().key("r");
    const Screenshot start = still();
    const glm::vec2 from = glm::round(middle(start)), to = from + glm::vec2(120, -60);
    const auto pointer_at = [](const glm::vec2& x) {
        return "mousemove --window WINDOW " + std::to_string(int(x.x)) + " " + std::to_string(int(x.y));
    };
    viewer().while_it_stands({pointer_at(from), "keydown ctrl mousedown 1", pointer_at(to)});
    const Screenshot held = still();
    for (float part : {0.2f, 0.4f, 0.6f, 0.8f}) {
        EXPECT_FALSE(has_line(start, from, to, part)) << part;
        EXPECT_TRUE(has_line(held, from, to, part)) << part;
    }
    // As the solid follows, so does the line's end.
    EXPECT_TRUE(eventually([&] {
        viewer().key("n");
        return glm::distance(middle(viewer().look()), to) < 0.5f * glm::distance(from, to);
    }));
    EXPECT_FALSE(has_line(still(), from, to, 0.2f));
    viewer().hands("mouseup 1 keyup ctrl");
    put_pointer_aside();
    viewer().key("r");
    EXPECT_TRUE(eventually([&] { return viewer().look() == start; }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

// What begins on the panel is the panel's, however far it went before the next frame.
TEST_P(ViewerOutputTest, AClickOnThePanelTurnsNoCamera) {
    put_pointer_aside();
    viewer().key("space");
    viewer().key("r");
    hide_panel();
    const Screenshot start = still();
    viewer().key("Tab");
    viewer().wait_for_frames();
    // Between the panel's border and what it holds.
    viewer().while_it_stands(
        {"mousemove --window WINDOW 4 150", "mousedown 1", "mousemove --window WINDOW 440 120", "mouseup 1"});
    put_pointer_aside();
    viewer().wait_for_frames();
    viewer().key("Tab");
    EXPECT_TRUE(still() == start);
    // The same way through the picture is a drag.
    viewer().while_it_stands(
        {"mousemove --window WINDOW 300 150", "mousedown 1", "mousemove --window WINDOW 440 120", "mouseup 1"});
    put_pointer_aside();
    EXPECT_FALSE(still() == start);
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
}

TEST(EvenPicture, LosesTheLastRowAndColumnAndNoOther) {
    std::vector<std::byte> odd(4 * 5 * 3);
    for (size_t k = 0; k < odd.size(); ++k) odd[k] = std::byte(k);
    const std::vector<std::byte> even = even_picture(odd, 5, 3);
    ASSERT_EQ(even.size(), 4u * 4 * 2);
    EXPECT_EQ(even[15], std::byte(15)) << "the fourth pixel";
    EXPECT_EQ(even[16], std::byte(20)) << "the second row";
}

}  // namespace
}  // namespace undine::testing
