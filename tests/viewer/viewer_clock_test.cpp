// Simulated time follows the frames' clock in the real viewer, whose frames are shorter than its steps.
#include <gtest/gtest.h>

#include "viewer/viewer_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

// 200 particles: frames of a few milliseconds even on a software driver.
class ViewerClock : public BackendTest {
  protected:
    // Runs the viewer until it closes by itself.
    json run(const std::string& arguments) {
        const std::string d = directory_.path().string(), log = d + "/log";
        const int status =
            std::system(("cd '" + d + "' && '" UNDINE_ON_DISPLAY "' '" + d + "' '" UNDINE_PROGRAM "' view cube_drop" +
                         " --set support_radius=0.34 --set particle_spacing=0.17 --style particles --size 320x240 " +
                         arguments + " --backend " + program_device(GetParam()) + " --json '" + d + "/report.json' >'" +
                         log + "' 2>&1 </dev/null")
                            .c_str());
        EXPECT_EQ(WEXITSTATUS(status), 0) << read_file(log);
        return json::parse(read_file(d + "/report.json"));
    }
    void SetUp() override {
        BackendTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!UNDINE_HAS_VIEWER) GTEST_SKIP() << "this build has no viewer";
        if (GetParam() == "device") GTEST_SKIP() << "its driver cannot show images on Xvfb";
    }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_VULKAN_DRIVER(ViewerClock);

TEST_P(ViewerClock, OfASteadyDisplay) {
    for (const auto& [rate, dt] : {std::pair(60.0, 0.004), {144.0, 0.016}, {240.0, 0.016}}) {
        const int frames = int(rate / 2);
        const json report = run("--frame-rate " + std::to_string(rate) + " --frames " + std::to_string(frames) +
                                " --set dt=" + std::to_string(dt));
        EXPECT_EQ(report["frames"], frames);
        EXPECT_NEAR(report["clock_s"].get<double>(), 0.5, 1e-6);
        EXPECT_NEAR(report["simulated_s"].get<double>(), 0.5, 1.001 * dt) << rate << " Hz, dt " << dt;
    }
}

// However long frames are: of a step of 0.1 s there is never more than one due.
TEST_P(ViewerClock, OfThisMachine) {
    const json report = run("--set dt=0.1 --frames 100");
    EXPECT_GT(report["steps"], 0);
    EXPECT_NEAR(report["simulated_s"].get<double>(), report["clock_s"].get<double>(), 0.1001);
}

// A step that neither predicts nor applies XSPH has its time, too.
TEST_P(ViewerClock, EveryMethodsStepsAreMeasured) {
    for (const char* method : {"pbf", "wcsph"}) {
        const json report = run(std::string("--frame-rate 60 --frames 30 --set dt=0.001 --set method=") + method);
        EXPECT_GT(report["last_half_second"]["ms_per_step"], 0) << method;
        EXPECT_GT(report["steps"], 450) << method;
    }
}

}  // namespace
}  // namespace undine::testing
