// Captures of frames as RenderDoc itself opens and replays them: the labels are the passes that the timeline has, every
// object has a name, and what a dispatch computes in the replay is what it computed here.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "backends/vulkan/field_store.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"
#include "viewer/viewer_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kDrop = " cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --size 320x180 ";

std::string why_no_renderdoc() {
    if (std::system("/usr/bin/python3 -c 'import renderdoc' >/dev/null 2>&1") == 0) return "";
    return "python3-renderdoc is not installed (tools/setup --test)";
}

// What tests/debuggers/read_renderdoc finds in a capture.
json replayed(const fs::path& directory, const std::string& capture, const std::string& requests = "") {
    const std::string command = "cd '" + directory.string() + "' && '" UNDINE_RENDERDOC_READER "' '" + capture + "' " +
                                requests + " >.read.json 2>.read.err </dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << read_file(directory / ".read.err");
    return json::parse(read_file(directory / ".read.json"), nullptr, false);
}

// "frame 2>step 2>iteration 1>compute_lambda": every pass of that frame in a timeline, with the groups around it.
std::string passes_of(const json& trace, const std::string& frame) {
    struct Event {
        std::string name;
        double begin, end;
    };
    std::vector<Event> groups, passes;
    for (const json& e : trace.at("traceEvents")) {
        if (e.at("ph") != "X" || e.at("tid") == 0) continue;  // track 0 is the host
        const double begin = e.at("ts"), end = begin + e.at("dur").get<double>();
        if (e.at("cat") == "group") groups.push_back({e.at("name"), begin, end});
        if (e.at("cat") == "pass") passes.push_back({e.at("name"), begin, end});
    }
    std::ranges::stable_sort(passes, {}, &Event::begin);
    std::ranges::stable_sort(groups, std::greater(), [](const Event& e) { return e.end - e.begin; });  // outer first
    std::string lines;
    for (const Event& pass : passes) {
        std::string line;
        for (const char* kind : {"frame ", "step ", "iteration "})
            for (const Event& g : groups)
                if (g.name.starts_with(kind) && g.begin <= pass.begin + 2e-3 && g.end >= pass.end - 2e-3)
                    line += g.name + ">";
        if (line.starts_with(frame + ">")) lines += line + pass.name + "\n";
    }
    return lines;
}

// Without groups that have no pass in a submission: what is copied between passes may have a submission of its own, and
// a long step is cut where a group has just begun.
std::string labelled_passes(const json& capture) {
    std::string lines;
    for (const std::string label : capture.at("labels"))
        if (!std::regex_search(label, std::regex("(frame|step|iteration) \\d+$"))) lines += label + "\n";
    return lines;
}

// RenderDoc does not keep the names of command buffers, nor asks for those of what is no device's.
void expect_names(const json& capture) {
    size_t named = 0;
    for (const json& resource : capture.at("resources")) {
        const std::string name = resource.at("name");
        if (resource.at("named")) {
            ++named;
            continue;
        }
        const bool cannot = name.starts_with("Instance ") || name.starts_with("Physical Device ") ||
                            name.find("Command Buffer ") != std::string::npos || name.starts_with("Surface ");
        EXPECT_TRUE(cannot) << name << " of type " << resource.at("type");
    }
    EXPECT_GT(named, 100u);
}

class RenderDocCapture : public BackendTest {
  protected:
    void SetUp() override {
        BackendTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        const std::string reason = why_no_renderdoc();
        if (reason.empty()) return;
        if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
        GTEST_SKIP() << reason;
    }
    void capture(const std::string& arguments) const {
        const Outcome o = run_program(directory_.path(), "capture" + std::string(kDrop) + "--backend " +
                                                             program_backend(GetParam()) + " " + arguments);
        ASSERT_EQ(o.exit_code, 0) << o.err;
        EXPECT_EQ(o.err, "");
    }
    const fs::path& directory() const { return directory_.path(); }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_VULKAN_DRIVER(RenderDocCapture);

TEST_P(RenderDocCapture, LabelsAreThePassesAndObjectsHaveNames) {
    capture("--frames 4 --set substeps=2 --output p_%d.png --renderdoc 2,0 --trace t.json");
    const json trace = json::parse(read_file(directory() / "t.json"));
    const json first = replayed(directory(), "out/cube_drop-frame-0.rdc");
    const json second = replayed(directory(), "out/cube_drop-frame-2.rdc");
    std::printf("%s", labelled_passes(second).c_str());
    EXPECT_EQ(labelled_passes(first), passes_of(trace, "frame 0"));
    EXPECT_EQ(labelled_passes(second), passes_of(trace, "frame 2"));
    const std::set<std::string> labels = second.at("labels").get<std::set<std::string>>();
    for (const char* due :
         {"frame 2>step 3>predict", "frame 2>step 4>iteration 4>apply_delta_p", "frame 2>water surface"})
        EXPECT_TRUE(labels.contains(due)) << due;
    expect_names(first);
    expect_names(second);
    EXPECT_EQ(second.at("messages"), json::array());
    EXPECT_EQ(std::distance(fs::directory_iterator(directory() / "out"), {}), 2);
}

// Everything of the step up to there runs again in the replay; it starts from the arrays that the capture holds.
TEST_P(RenderDocCapture, AReplayComputesTheSame) {
    const std::string labels = "frame 3>step 3>";
    capture("--frames 4 --output p_%d.png --renderdoc 3 --renderdoc-to .");
    replayed(directory(), "cube_drop-frame-3.rdc",
             "'" + labels + "iteration 2>compute_lambda=predicted_lambda=lambda.bin' '" + labels +
                 "apply_xsph=velocity=velocity.bin'");
    capture(
        "--frames 4 --output q_%d.png --dump-to d --dump compute_lambda:predicted_lambda@3 --dump "
        "apply_xsph:velocity@3");
    for (const auto& [mine, theirs] : {std::pair{"step_000003.compute_lambda.2.predicted_lambda.npy", "lambda.bin"},
                                       std::pair{"step_000003.apply_xsph.1.velocity.npy", "velocity.bin"}}) {
        const std::string dump = read_file(directory() / "d" / mine), buffer = read_file(directory() / theirs);
        constexpr size_t kBytes = size_t{1000} * 4 * sizeof(float);
        ASSERT_GT(dump.size(), kBytes) << mine;
        ASSERT_GE(buffer.size(), kBytes + FieldStore::kGuardBytes) << theirs;
        EXPECT_EQ(std::memcmp(dump.data() + dump.size() - kBytes, buffer.data() + FieldStore::kGuardBytes, kBytes), 0)
            << mine;
    }
    for (const char* n : {"0", "1", "2", "3"}) {
        const auto file = [&](const char* prefix) { return directory() / (std::string(prefix) + n + ".png"); };
        EXPECT_EQ(read_file(file("p_")), read_file(file("q_"))) << "picture " << n << " with RenderDoc, and without";
    }
}

TEST_P(RenderDocCapture, ItsLayerMayBeValidated) {
    const Outcome o = run_program(directory(),
                                  "capture" + std::string(kDrop) + "--backend " + program_backend(GetParam()) +
                                      " --frames 2 --output p_%d.png --renderdoc 1",
                                  "UNDINE_VALIDATION=1");
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(o.err, "");
}

class RenderDocInViewer : public ViewerTest {
  protected:
    std::string arguments() override { return why_no_renderdoc().empty() ? " --renderdoc 1" : ""; }
    fs::path out(const std::string& name) { return viewer().directory() / "out" / name; }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(RenderDocInViewer);

TEST_P(RenderDocInViewer, CapturesAskedForAndAtF12) {
    if (const std::string reason = why_no_renderdoc(); !reason.empty()) return absent(reason);
    ASSERT_TRUE(eventually([&] { return fs::exists(out("cube_drop-frame-1.rdc")); }));
    hide_panel();
    viewer().key("F12");
    const auto captures = [&] { return std::distance(fs::directory_iterator(out("")), {}); };
    EXPECT_TRUE(eventually([&] { return captures() == 2; }));
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    const json capture = replayed(viewer().directory(), out("cube_drop-frame-1.rdc"));
    const std::set<std::string> labels = capture.at("labels").get<std::set<std::string>>();
    for (const char* due : {"frame 1>shade", "frame 1>present", "frame 1>panel"})
        EXPECT_TRUE(labels.contains(due)) << due;
    expect_names(capture);
}

class RenderDocWithout : public ViewerTest {};
UNDINE_ON_ONE_VULKAN_DRIVER(RenderDocWithout);

TEST_P(RenderDocWithout, F12SaysHowToHaveIt) {
    // Nothing else is of the colour in which the panel says what is wrong.
    const auto says_so = [&] {
        const Screenshot shot = viewer().look();
        return std::ranges::any_of(shot.pixels, [](uint32_t p) {
            const uint32_t green = p >> 8 & 255, blue = p & 255;
            return (p >> 16) > 240 && green > 95 && green < 120 && blue > 85 && blue < 110;
        });
    };
    EXPECT_FALSE(says_so());
    EXPECT_TRUE(eventually([&] {
        viewer().key("F12");
        return says_so();
    })) << "a sentence in the panel";
    EXPECT_EQ(viewer().quit(), 0) << viewer().said();
    EXPECT_FALSE(fs::exists(viewer().directory() / "out"));
}

class RenderDocRefusals : public ::testing::Test {
  protected:
    void expect_refused(const std::string& arguments, const std::string& sentence, int code,
                        const std::string& environment = "") const {
        SCOPED_TRACE(arguments);
        expect_refusal(
            run_program(directory_.path(), "capture" + std::string(kDrop) + "--frames 2 " + arguments, environment),
            code, sentence);
    }
    TemporaryDirectory directory_;
};

TEST_F(RenderDocRefusals, SayWhatIsExpected) {
    expect_refused("--renderdoc 1,", "--renderdoc 1,: expected the numbers of frames, as in --renderdoc 12,40", 2);
    expect_refused("--renderdoc -1", "expected the numbers of frames", 2);
    expect_refused("--renderdoc one", "expected the numbers of frames", 2);
    expect_refused("--renderdoc", "--renderdoc", 2);
    expect_refused("--renderdoc 99999999999999999999", "expected the numbers of frames", 2);
    if (!why_no_renderdoc().empty()) return;
    expect_refused("--renderdoc 2", "--renderdoc 2: there will be no such frame; expected 0 to 1", 2);
    expect_refused("--renderdoc 1 --renderdoc-to nowhere/d", "nowhere", 3);
}

// A file of that name that is no library stands for a machine without RenderDoc.
TEST_F(RenderDocRefusals, WithoutRenderDoc) {
    directory_.file("librenderdoc.so", "no library");
    expect_refused("--renderdoc 1", "RenderDoc was not found (librenderdoc.so could not be loaded): install it", 4,
                   "LD_LIBRARY_PATH='" + directory_.path().string() + "'");
}

// A library without RENDERDOC_GetAPI stands for a RenderDoc of before that.
TEST_F(RenderDocRefusals, OfARenderDocWithoutTheInterface) {
    fs::copy(UNDINE_NO_LOADER, directory_.path() / "librenderdoc.so");
    expect_refused("--renderdoc 1", "RenderDoc does not offer version 1.6 of its in-application interface: update it",
                   4, "LD_LIBRARY_PATH='" + directory_.path().string() + "'");
}

}  // namespace
}  // namespace undine::testing
