// The program on devices that a software driver is not: a layer (tests/conditions) lends one their conditions.
#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "test_backends.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kSmall = " --set support_radius=0.2 --set particle_spacing=0.1 ";

class Conditions : public ::testing::Test {
  protected:
    void SetUp() override {
        for (const char* name : {"lavapipe", "swiftshader"})
            if (const std::string why = why_absent(name); !why.empty()) {
                if (is_required(name)) FAIL() << "UNDINE_REQUIRE_DEVICES names " << name << ", but " << why;
                GTEST_SKIP() << why;
            }
    }

    // before: what the program is started by.
    Outcome run(const std::string& arguments, const std::string& conditions, const std::string& before = "") const {
        return run_program(directory_.path(), arguments,
                           "VK_LAYER_PATH='" UNDINE_CONDITIONS_LAYER
                           "' VK_INSTANCE_LAYERS=VK_LAYER_UNDINE_conditions "
                           "UNDINE_CONDITIONS='" +
                               conditions + "' " + before);
    }
    // The validation layer sees the conditions.
    Outcome run_validated(const std::string& arguments, const std::string& conditions) const {
        return run_program(directory_.path(), arguments,
                           "VK_LAYER_PATH='" UNDINE_VALIDATION_LAYER ":" UNDINE_CONDITIONS_LAYER
                           "' VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation:VK_LAYER_UNDINE_conditions "
                           "VK_LAYER_SETTINGS_PATH='" UNDINE_VALIDATION_SETTINGS "' UNDINE_CONDITIONS='" +
                               conditions + "' ");
    }
    json report() const { return json::parse(read_file((directory_.path() / "report.json").string())); }
    json counters() const { return json::parse(read_file((directory_.path() / "counters.json").string())); }
    static std::string device_of(const json& report) { return report["provenance"]["devices"][0]["name"]; }

    TemporaryDirectory directory_;
};

const std::string kCapture = "capture cube_drop --frames 1 --size 160x90 --style particles --output p" +
                             std::string(kSmall) + "--json report.json ";

TEST_F(Conditions, AnUnknownOneEndsTheProgram) {
    EXPECT_NE(run("devices", "no_such_thing=1").exit_code, 0);
    EXPECT_EQ(run("devices", "no_cached_memory=1").exit_code, 0);
}

TEST_F(Conditions, WhatDrawsTakesADeviceThatDraws) {
    const std::string conditions = "devices=llvmpipe no_graphics=1";
    ASSERT_EQ(run(kCapture, "devices=llvmpipe").exit_code, 0);
    EXPECT_NE(device_of(report()).find("llvmpipe"), std::string::npos) << "is what is taken without the condition";
    const Outcome drawn = run(kCapture, conditions);
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_NE(device_of(report()).find("SwiftShader"), std::string::npos) << report();
    EXPECT_EQ(run("run cube_drop --steps 1 --json report.json" + std::string(kSmall), conditions).exit_code, 0);
    EXPECT_NE(device_of(report()).find("llvmpipe"), std::string::npos) << "simulating is all that is asked of it";
    expect_refusal(run(kCapture + "--backend vulkan:llvmpipe", conditions), int(Exit::no_device),
                   "cannot run Undine: it can simulate, but not draw.");
}

// The lowest limits of known drivers: the program starts, and binds, draws and dispatches no more than they allow.
TEST_F(Conditions, ARaspberryPiIsEnough) {
    const std::string pi = "raspberry_pi=1";
    ASSERT_EQ(run("devices --json report.json", pi).exit_code, 0);
    EXPECT_EQ(report()["vulkan"][0]["limits"]["max_storage_buffers_per_stage"], 8) << "the condition holds";
    for (const char* device : {"llvmpipe", "swiftshader"})
        for (const std::string command :
             {"capture ducks --frames 1 --size 160x90 --output water",
              "capture ducks --style particles --frames 1 --size 160x90 --output particles",
              "run droplet --steps 2 --set adhesion=10 --set method=wcsph --set dt=0.001 --set walls=particles"}) {
            const Outcome o = run_validated(command + " --backend vulkan:" + device + kSmall, pi);
            EXPECT_EQ(o.exit_code, 0) << command << o.err;
            EXPECT_NE(o.out.find("Best Practices"), std::string::npos) << "validation is armed: " << o.out;
            EXPECT_EQ(o.out.find("Validation Error"), std::string::npos) << device << " " << command << o.out;
        }
}

TEST_F(Conditions, AQueueWithoutAClock) {
    const Outcome o = run(kCapture + "--trace t.json", "timestamp_bits=0");
    EXPECT_EQ(o.exit_code, 0) << o.err;
    const Outcome bench =
        run("bench cube_drop --particles 1k --steps 1 --warmup 1 --repetitions 1 --passes", "timestamp_bits=0");
    EXPECT_EQ(bench.exit_code, 0) << bench.err;
}

// Its counter starts over every 1.07 s: where that is misread, a pass lasts centuries, or a run no longer than a round.
TEST_F(Conditions, AClockThatStartsOver) {
    ASSERT_EQ(
        run("run cube_drop --steps 400 --trace t.json --json report.json" + std::string(kSmall), "timestamp_bits=30")
            .exit_code,
        0);
    const json trace = json::parse(read_file((directory_.path() / "t.json").string()));
    double first = 1e300, last = 0;
    size_t passes = 0;
    for (const json& event : trace["traceEvents"]) {
        if (event.value("ph", "") != "X" || event.value("name", "") != "compute_lambda") continue;
        ++passes;
        first = std::min(first, event["ts"].get<double>());
        last = std::max(last, event["ts"].get<double>());
        EXPECT_LT(event["dur"].get<double>(), 60e6) << "µs";
    }
    EXPECT_GT(passes, 400u);
    EXPECT_GT(last - first, 0.5 * 400e3 * report()["ms_per_step"].get<double>()) << "µs of 400 steps";
    EXPECT_LT(last - first, 600e6);
}

TEST_F(Conditions, ALostDeviceIsSaid) {
    for (const char* command : {"run cube_drop --steps 50", "capture cube_drop --frames 20 --size 160x90 --output p",
                                "export cube_drop --frames 20 --particles p_%d.ply"}) {
        const Outcome o = run(command + std::string(kSmall), "lost_at_submission=6");
        EXPECT_EQ(o.exit_code, int(Exit::device_lost)) << command << o.err;
        EXPECT_NE(o.err.find("VK_ERROR_DEVICE_LOST"), std::string::npos) << o.err;
    }
}

TEST_F(Conditions, MemoryThatIsNotThere) {
    const Outcome o = run("run cube_drop --steps 1", "allocation_limit=1000000");
    EXPECT_EQ(o.exit_code, int(Exit::out_of_memory)) << o.err;
    EXPECT_EQ(
        run("run cube_drop --steps 1" + std::string(kSmall), "no_cached_memory=1 storage_limit=134217728").exit_code,
        0);
}

// What a frame of the viewer asks of its device. Steps and picture are a submission, and what is presented is
// one; each has a wait, each pass two timestamps.
TEST_F(Conditions, AFrameOfTheViewerKeepsItsBudget) {
    if (!UNDINE_HAS_VIEWER) GTEST_SKIP() << "this build has no viewer";
    const auto frames_of = [&](const std::string& arguments) {
        const Outcome o =
            run("view cube_drop --frames 40 --size 200x150 --style particles " + std::string(kSmall) + arguments,
                "counters=counters.json", UNDINE_ON_DISPLAY " .");
        EXPECT_EQ(o.exit_code, 0) << o.err;
        const json counted = counters();
        EXPECT_EQ(counted["frames"], 41) << "with the empty one of the start";
        json a_frame;
        for (const auto& [name, count] : counted["later"].items()) a_frame[name] = count.get<double>() / 39;
        return a_frame;
    };
    const json frame = frames_of("--frame-rate 60");
    EXPECT_LE(frame["submissions"], 2.2) << frame << "two, and the panel's font where it is scaled";
    EXPECT_LE(frame["fence_waits"], 2.2) << frame;
    EXPECT_EQ(frame["pipelines"], 0) << frame;
    EXPECT_EQ(frame["allocations"], 0) << frame;
    EXPECT_EQ(frame["queries_reset_in_commands"], 0) << frame;
    EXPECT_EQ(frame["statistics_queries"], 0) << frame << "only for --trace";
    EXPECT_LE(frame["timestamps"], 2 * (frame["dispatches"].get<double>() + 12) + 2) << frame;
    EXPECT_LE(frame["queries_reset_by_host"], frame["timestamps"]) << frame << "those that were written";
    EXPECT_GT(frames_of("--frame-rate 60 --trace t.json")["statistics_queries"], 10);
    const double with_steps = frame["draws"];
    EXPECT_LT(frames_of("--frame-rate 800")["draws"], 0.7 * with_steps) << "between steps, the last picture is shown";
}

TEST_F(Conditions, TheViewersWindowOnDevicesAndDriversOfItsKind) {
    if (!UNDINE_HAS_VIEWER) GTEST_SKIP() << "this build has no viewer";
    const auto view = [&](const std::string& conditions) {
        return run("view cube_drop --frames 8 --frame-rate 120 --size 200x150 --style particles --json report.json" +
                       std::string(kSmall),
                   conditions, UNDINE_ON_DISPLAY " .");
    };
    for (const char* image :
         {"out_of_date_at=3", "surface_lost_at=4", "present_ms=30 timestamp_bits=36", "submit_waits=1"}) {
        const Outcome o = view(image);
        EXPECT_EQ(o.exit_code, 0) << image << o.err;
        EXPECT_EQ(report()["frames"], 8) << image;
        EXPECT_EQ(report()["steps"], 4) << image << ": of 16 ms";
    }
    const Outcome elsewhere = view("devices=llvmpipe no_present=1");
    EXPECT_EQ(elsewhere.exit_code, 0) << elsewhere.err;
    EXPECT_NE(report()["drawn_on"].get<std::string>().find("SwiftShader"), std::string::npos) << report();
    const Outcome nowhere = view("no_present=1");
    EXPECT_EQ(nowhere.exit_code, int(Exit::no_device));
    EXPECT_NE(nowhere.err.find("it cannot show pictures on this display"), std::string::npos) << nowhere.err;
    const Outcome lost = view("lost_at_submission=6");
    EXPECT_EQ(lost.exit_code, int(Exit::device_lost)) << lost.err;
    EXPECT_EQ(lost.err.find("Before that"), std::string::npos) << "nothing was wrong: " << lost.err;
    const Outcome troubled =
        run("view cube_drop --frames 200 --frame-rate 120 --size 200x150 --style particles --set neighbor_capacity=8" +
                std::string(kSmall),
            "lost_at_submission=60", UNDINE_ON_DISPLAY " .");
    EXPECT_EQ(troubled.exit_code, int(Exit::device_lost));
    EXPECT_NE(troubled.err.find("VK_ERROR_DEVICE_LOST: the driver reset the device. Before that: "), std::string::npos)
        << troubled.err;
    EXPECT_NE(troubled.err.find("neighbour pairs did not fit into the list"), std::string::npos) << troubled.err;
}

TEST_F(Conditions, WhatDoesNotFitIntoTheDevicesMemoryLiesInTheHosts) {
    const std::string enough = "own_memory=1073741824", little = "own_memory=10000000";
    const Outcome fits = run("run cube_drop --steps 2 --output fits.ply", enough);
    EXPECT_EQ(fits.exit_code, 0) << fits.err;
    EXPECT_EQ(fits.err.find("is full"), std::string::npos) << fits.err;
    const Outcome o = run("run cube_drop --steps 2 --set neighbor_capacity=512 --output lies.ply", little);
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_NE(o.err.find("is full: "), std::string::npos) << o.err;
    EXPECT_EQ(o.err.find("is full: "), o.err.rfind("is full: ")) << "said once: " << o.err;
    const auto file = [&](const char* name) { return read_file((directory_.path() / name).string()); };
    EXPECT_EQ(file("lies.ply"), file("fits.ply"));
}

TEST_F(Conditions, SoDoesWhatOtherProgramsLeaveNoRoomFor) {
    const Outcome o = run("run cube_drop --steps 2 --backend vulkan:llvmpipe" + std::string(kSmall),
                          "own_memory=1073741824 own_budget=1000");
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_NE(o.err.find("is full: "), std::string::npos) << o.err;
    const Outcome nowhere_else =
        run("run cube_drop --steps 2 --backend vulkan:llvmpipe" + std::string(kSmall), "own_budget=1000");
    EXPECT_EQ(nowhere_else.exit_code, 0) << nowhere_else.err;
    EXPECT_EQ(nowhere_else.err.find("is full: "), std::string::npos) << nowhere_else.err;
}

TEST_F(Conditions, StepsThatNothingJoinsKeepTheDeviceBusy) {
    ASSERT_EQ(run("run cube_drop --steps 200" + std::string(kSmall), "counters=counters.json").exit_code, 0);
    const json first = counters()["first"];
    EXPECT_GT(first["submissions"], 20u) << "200 steps of about a millisecond, 2 ms at a time";
    EXPECT_EQ(first["queries_reset_in_commands"], 0u);
    EXPECT_EQ(first["statistics_queries"], 0u);
}

}  // namespace
}  // namespace undine::testing
