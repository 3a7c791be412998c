// --checkpoint and --resume as a user runs them, on every backend: what was interrupted ends as if it had not been.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/checkpoint.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class CheckpointProgram : public BackendTest {
  protected:
    Outcome undine(const std::string& arguments) const {
        return run_program(directory_.path(), arguments + " --backend " + program_backend(GetParam()));
    }
    std::string read(const std::string& name) const { return read_file(directory_.path() / name); }
    void remove_newest(const std::string& folder) const {
        fs::remove(checkpoints_in(directory_.path() / folder).at(0));
    }
    // What a report says of the fluid.
    json fluid(const std::string& file) const {
        json report = json::parse(read(file));
        for (const char* key : {"provenance", "ms_per_step", "first_step_ms", "resumed_after"}) report.erase(key);
        return report;
    }
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_BACKEND(CheckpointProgram);

// Of every kind of thing that a step passes on to the next: particles, water that comes and goes, bodies that float.
constexpr const char* kRuns[] = {
    "run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --set max_speed=2 --steps 20",
    "run fountain --set support_radius=0.2 --set particle_spacing=0.1 --steps 40",
    "run ducks --set support_radius=0.16 --set particle_spacing=0.08 --steps 30",
};

// Shorter than the interval, or not a multiple of it: the end is saved, and can be gone on from.
TEST_P(CheckpointProgram, TheEndIsSavedToo) {
    const std::string run = "run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 ";
    ASSERT_EQ(undine(run + "--steps 5 --checkpoint c").exit_code, 0);
    ASSERT_EQ(checkpoints_in(directory_.path() / "c").size(), 1u);
    const Outcome more = undine(run + "--steps 8 --checkpoint c --resume c --output b.ply");
    EXPECT_EQ(more.exit_code, 0) << more.err;
    EXPECT_NE(more.err.find("continues from step 5, as saved in c"), std::string::npos) << more.err;
    ASSERT_EQ(undine(run + "--steps 8 --output whole.ply").exit_code, 0);
    EXPECT_EQ(read("b.ply"), read("whole.ply"));
    // There is nothing left to do, and nothing is said of steps that were not taken.
    const Outcome done = undine(run + "--steps 8 --resume c");
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_NE(done.out.find("density error"), std::string::npos);
    EXPECT_EQ(done.out.find("iterations"), std::string::npos) << done.out;
    EXPECT_EQ(done.out.find("ms a step"), std::string::npos) << done.out;
}

TEST_P(CheckpointProgram, AResumedRunIsTheUninterruptedOne) {
    for (const std::string run : kRuns) {
        SCOPED_TRACE(run);
        ASSERT_EQ(undine(run + " --output whole.ply --json whole.json").exit_code, 0);
        const Outcome first = undine(run + " --checkpoint c --checkpoint-every 7 --output a.ply --json a.json");
        ASSERT_EQ(first.exit_code, 0) << first.err;
        EXPECT_EQ(read("a.ply"), read("whole.ply")) << "checkpoints change nothing";
        remove_newest("c");
        const Outcome second = undine(run + " --resume c --output b.ply --json b.json");
        ASSERT_EQ(second.exit_code, 0) << second.err;
        EXPECT_EQ(read("b.ply"), read("whole.ply"));
        EXPECT_EQ(fluid("b.json"), fluid("whole.json"));
        const json report = json::parse(read("b.json"));
        EXPECT_GT(report.at("resumed_after"), 0);
        EXPECT_EQ(report.at("resumed_after").get<int>() % 7, 0);
        fs::remove_all(directory_.path() / "c");
    }
}

TEST_P(CheckpointProgram, AResumedCaptureMakesTheSamePictures) {
    if (!can_draw()) GTEST_SKIP() << "no Vulkan driver to draw with";
    const std::string what =
        "capture fountain --set support_radius=0.2 --set particle_spacing=0.1 --size 96x54 --start 1 --every 2 "
        "--frames 6";
    for (const std::string style : {" --style water", " --style particles --color density"}) {
        SCOPED_TRACE(style);
        ASSERT_EQ(undine(what + style + " --output whole/").exit_code, 0);
        const Outcome first = undine(what + style + " --output p/ --checkpoint c --checkpoint-every 3");
        ASSERT_EQ(first.exit_code, 0) << first.err;
        remove_newest("c");
        fs::remove(directory_.path() / "p/frame_0005.png");  // made after frame 9, where the one before it is
        const Outcome second = undine(what + style + " --output p/ --resume c --json r.json");
        ASSERT_EQ(second.exit_code, 0) << second.err;
        EXPECT_EQ(json::parse(read("r.json")).at("frames"), 6);
        const Outcome elsewhere = undine(what + style + " --output q/ --resume c");
        ASSERT_EQ(elsewhere.exit_code, 0) << elsewhere.err;
        EXPECT_EQ(read("q/frame_0005.png"), read("whole/frame_0005.png")) << "in a folder of its own";
        for (int k = 0; k < 6; ++k) {
            const std::string name = "/frame_000" + std::to_string(k) + ".png";
            EXPECT_EQ(read("p" + name), read("whole" + name)) << name;
            EXPECT_FALSE(read("p" + name).empty());
        }
        fs::remove_all(directory_.path() / "c");
    }
}

class CheckpointRefusals : public ::testing::Test {
  protected:
    Outcome undine(const std::string& arguments) const {
        return run_program(directory_.path(), arguments + " --backend cpu");
    }
    void expect_refused(const std::string& arguments, const std::string& sentence, int code = 3) const {
        SCOPED_TRACE(arguments);
        expect_refusal(undine(arguments), code, sentence);
    }
    TemporaryDirectory directory_;
};

TEST_F(CheckpointRefusals, SayWhatIsExpected) {
    const std::string run = "run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --steps 8";
    expect_refused(run + " --resume c", "c: has no checkpoint; expected a directory that --checkpoint wrote");
    ASSERT_EQ(undine(run + " --checkpoint c --checkpoint-every 4").exit_code, 0);
    expect_refused(run + " --checkpoint c", "c: holds checkpoints already; continue them with --resume c");
    expect_refused(run + " --set dt=0.001 --resume c",
                   "was saved by another simulation; expected the same (there dt = 0.016, here dt = 0.001)");
    expect_refused("capture cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --frames 2 --resume c",
                   "there run, here capture");
    expect_refused("run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --steps 3 --resume c",
                   "c: continues after step 8; expected --steps to be at least that");
    expect_refused("capture cube_drop --frames 2 --output a.mp4 --checkpoint d", "a.mp4: a film cannot be continued",
                   2);
    EXPECT_FALSE(fs::exists(directory_.path() / "d"));
    expect_refused(run + " --checkpoint nowhere/d", "nowhere");
    expect_refused(run + " --checkpoint-every 3", "--checkpoint", 2);
}

TEST_F(CheckpointRefusals, OfTheNewestTakeTheOneBefore) {
    const std::string run = "run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --steps 8";
    ASSERT_EQ(undine(run + " --checkpoint c --checkpoint-every 4 --output whole.ply").exit_code, 0);
    const auto files = checkpoints_in(directory_.path() / "c");
    ASSERT_EQ(files.size(), 2u);
    fs::resize_file(files[0], fs::file_size(files[0]) - 1);
    const Outcome o = undine(run + " --resume c --output b.ply");
    EXPECT_EQ(o.exit_code, 0);
    EXPECT_NE(o.err.find("is a damaged or unfinished checkpoint"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("Trying the one before it."), std::string::npos) << o.err;
    EXPECT_EQ(read_file(directory_.path() / "b.ply"), read_file(directory_.path() / "whole.ply"));
    fs::resize_file(files[1], 30);
    EXPECT_EQ(undine(run + " --resume c").exit_code, 3) << "neither is whole";
}

}  // namespace
}  // namespace undine::testing
