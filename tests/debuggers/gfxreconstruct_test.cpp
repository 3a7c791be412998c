// GFXReconstruct records all calls of a run and replays them without this program: what it shows then is water.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "robustness/program.h"
#include "unit/gpu_testing.h"
#include "viewer/display.h"
#include "viewer/viewer_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

// Its layer, whatever VK_LAYER_PATH says; it speaks only of errors.
std::string recording(const fs::path& file) {
    const char* path = std::getenv("VK_LAYER_PATH");
    return std::string("VK_LAYER_PATH='") + (path ? path : "") + ":/usr/share/vulkan/explicit_layer.d' " +
           "VK_INSTANCE_LAYERS=VK_LAYER_LUNARG_gfxreconstruct GFXRECON_LOG_LEVEL=error " +
           "GFXRECON_CAPTURE_FILE_TIMESTAMP=false GFXRECON_CAPTURE_FILE='" + file.string() + "'";
}

// The 32-bit bitmap that its replay writes: rows from below, blue first.
Screenshot read_bitmap(const fs::path& file) {
    const std::string bytes = read_file(file);
    constexpr size_t kHeader = 54;
    if (bytes.size() < kHeader) return {};
    int32_t size[2];
    std::memcpy(size, bytes.data() + 18, sizeof size);
    Screenshot shot{uint32_t(size[0]), uint32_t(size[1]), {}};
    const size_t pixels = size_t{shot.width} * shot.height;
    if (size[0] <= 0 || size[1] <= 0 || bytes.size() != kHeader + 4 * pixels) return {};
    for (uint32_t row = 0; row < shot.height; ++row)
        for (uint32_t x = 0; x < shot.width; ++x) {
            uint32_t pixel;
            std::memcpy(&pixel, bytes.data() + kHeader + 4 * (size_t{shot.height - 1 - row} * shot.width + x), 4);
            shot.pixels.push_back(pixel & 0xffffff);
        }
    return shot;
}

class GfxReconstruct : public BackendTest {
  protected:
    void SetUp() override {
        BackendTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (std::system("command -v gfxrecon-replay >/dev/null") == 0) return;
        const char* const reason = "gfxreconstruct is not installed (tools/setup --test)";
        if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
        GTEST_SKIP() << reason;
    }
    const fs::path& directory() const { return directory_.path(); }
    // Runs it with what it says in `said`; its exit code.
    int run(const std::string& command) const {
        return std::system(("cd '" + directory().string() + "' && " + command + " >said 2>&1 </dev/null").c_str());
    }
    std::string said() const { return read_file(directory() / "said"); }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_VULKAN_DRIVER(GfxReconstruct);

TEST_P(GfxReconstruct, ReplaysACapture) {
    const Outcome o = run_program(directory(),
                                  "capture cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --frames 3 "
                                  "--size 320x180 --output p_%d.png --backend " +
                                      program_backend(GetParam()),
                                  recording(directory() / "c.gfxr"));
    ASSERT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    EXPECT_EQ(run("gfxrecon-replay --log-level warning c.gfxr"), 0) << said();
    EXPECT_EQ(said().find("rror"), std::string::npos) << said();
    EXPECT_EQ(run("gfxrecon-info c.gfxr"), 0);
    EXPECT_NE(said().find("Application name: undine"), std::string::npos) << said();
    EXPECT_NE(said().find("Total compute pipelines"), std::string::npos) << said();
}

// The window's frames, as the replay shows them in a window of its own: the first is the empty one of the start.
TEST_P(GfxReconstruct, AReplayShowsTheSameWater) {
    if (!UNDINE_HAS_VIEWER) GTEST_SKIP() << "this build has no viewer";
    if (GetParam() == "device") GTEST_SKIP() << "its driver cannot show images on Xvfb";
    const std::string on_display = "'" UNDINE_ON_DISPLAY "' '" + directory().string() + "' ";
    const std::string viewed = "env " + recording(directory() / "c.gfxr") + " " + on_display +
                               "'" UNDINE_PROGRAM "' view " +
                               "cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --style particles " +
                               "--look basin=glass --size 800x300 --frames 6 --backend " + program_device(GetParam());
    ASSERT_EQ(run(viewed), 0) << said();
    for (const char* once : {"a", "b"})
        ASSERT_EQ(run(on_display + "gfxrecon-replay --screenshots 2,7 --screenshot-prefix " + once + " c.gfxr"), 0)
            << said();
    EXPECT_NE(said().find("7 frames"), std::string::npos) << said();
    const auto shot = [&](const std::string& name) { return read_bitmap(directory() / (name + ".bmp")); };
    const Screenshot first = shot("a_frame_2"), last = shot("a_frame_7");
    ASSERT_EQ(first.width, 800u);
    EXPECT_GT(water_share(first), kWaterShare);
    EXPECT_GT(water_share(last), kWaterShare);
    EXPECT_EQ(last.height, 300u);
    EXPECT_FALSE(first == last) << "the water falls, and the panel counts";
    EXPECT_TRUE(first == shot("b_frame_2") && last == shot("b_frame_7")) << "each replay is the same";
}

}  // namespace
}  // namespace undine::testing
