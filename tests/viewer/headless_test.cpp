// The viewer without a display: the same frames, which nobody sees.
#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "unit/gpu_testing.h"
#include "viewer/display.h"

namespace undine::testing {
namespace {

class Headless : public BackendTest {
  protected:
    void SetUp() override {
        BackendTest::SetUp();
        if (!IsSkipped() && !UNDINE_HAS_VIEWER) GTEST_SKIP() << "this build has no viewer";
    }
    Outcome view(const std::string& arguments) const {
        return run_program(
            directory_.path(),
            "view cube_drop --headless --set support_radius=0.1 --set particle_spacing=0.05 --set dt=0.01 "
            "--size 320x240 --json report.json --backend " +
                program_device(GetParam()) + " " + arguments,
            "-u DISPLAY -u WAYLAND_DISPLAY");
    }
    nlohmann::json report() const {
        return nlohmann::json::parse(read_file((directory_.path() / "report.json").string()));
    }

    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_VULKAN_DRIVER(Headless);

TEST_P(Headless, RunsTheFramesThatAWindowWouldShow) {
    const Outcome o = view("--frames 30 --frame-rate 100");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    const nlohmann::json r = report();
    EXPECT_EQ(r["frames"], 30);
    EXPECT_EQ(r["steps"], 30) << "of 10 ms, in frames of 10 ms";
    std::set<std::string> passes;
    for (const nlohmann::json& pass : r["passes"]) passes.insert(pass["name"]);
    for (const char* name : {"predict", "thickness", "present", "panel"}) EXPECT_TRUE(passes.contains(name)) << name;
}

TEST_P(Headless, FollowsTheClockWithoutAFrameRate) {
    const Outcome o = view("--frames 20 --style particles --pass-csv passes.csv");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(report()["frames"], 20);
    EXPECT_NE(read_file((directory_.path() / "passes.csv").string()).find("panel"), std::string::npos);
}

TEST_P(Headless, WantsAnEnd) {
    expect_refusal(view(""), int(Exit::usage), "--headless has no window to close; expected --frames N");
    expect_refusal(view("--frames 2 --fullscreen"), int(Exit::usage), "--headless opens no window for --fullscreen");
}

}  // namespace
}  // namespace undine::testing
