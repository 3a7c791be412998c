// undine run --probes: the table, that a resumed run goes on with it, and what is refused.
#include <gtest/gtest.h>

#include "robustness/program.h"

namespace undine::testing {
namespace {

const std::string kRun =
    "run hydrostatic --set support_radius=0.2 --set particle_spacing=0.1 --backend cpu --threads 1 ";

TEST(ProbesProgram, WritesATableThatAResumedRunGoesOnWith) {
    const TemporaryDirectory directory;
    const auto undine = [&](const std::string& arguments) { return run_program(directory.path(), arguments); };
    ASSERT_EQ(undine(kRun + "--steps 20 --probes whole.csv --probe-every 4").exit_code, 0);
    const std::string whole = read_file(directory.path() / "whole.csv");
    EXPECT_EQ(whole.substr(0, whole.find('\n')), "step,time (s),floor (Pa),depth (m)");
    EXPECT_EQ(std::ranges::count(whole, '\n'), 7) << whole;
    EXPECT_NE(whole.find("\n20,0.08"), std::string::npos) << whole;

    const std::string some = kRun + "--probes part.csv --probe-every 4 --checkpoint saved --checkpoint-every 10 ";
    // One sample, at 12, comes after the checkpoint at 10 that is resumed.
    ASSERT_EQ(undine(some + "--steps 13").exit_code, 0);
    std::filesystem::remove_all(directory.path() / "saved/step_000000000013.checkpoint");
    ASSERT_EQ(undine(some + "--steps 20 --resume saved").exit_code, 0);
    EXPECT_EQ(read_file(directory.path() / "part.csv"), whole);

    ASSERT_EQ(undine(kRun + "--steps 4 --probes default.csv").exit_code, 0);
    EXPECT_EQ(std::ranges::count(read_file(directory.path() / "default.csv"), '\n'), 4) << "10 ms are 2 steps of 4 ms";
}

TEST(ProbesProgram, ACaptureReadsThemOnceAFrameAndGoesOnWithItsTable) {
    const TemporaryDirectory directory;
    const auto undine = [&](const std::string& arguments) { return run_program(directory.path(), arguments); };
    ASSERT_EQ(undine(kRun + "--set substeps=3 --steps 12 --probes run.csv --probe-every 3").exit_code, 0);
    const std::string capture = "capture" + kRun.substr(3) + "--set substeps=3 --size 32x18 --output p_%04d.png ";
    ASSERT_EQ(undine(capture + "--start 2 --frames 3 --probes capture.csv --probe-page page.html").exit_code, 0);
    EXPECT_EQ(read_file(directory.path() / "capture.csv"), read_file(directory.path() / "run.csv"));
    EXPECT_NE(read_file(directory.path() / "page.html").find("<polyline"), std::string::npos);

    ASSERT_EQ(undine("capture" + kRun.substr(3) +
                     "--set substeps=1 --size 32x18 --output p_%04d.png --frames 5 --probes " + "each.csv")
                  .exit_code,
              0);
    EXPECT_EQ(std::ranges::count(read_file(directory.path() / "each.csv"), '\n'), 6) << "every frame, of one step too";

    const std::string part = capture + "--probes part.csv --checkpoint saved ";
    ASSERT_EQ(undine(part + "--frames 3").exit_code, 0);
    ASSERT_EQ(undine(part + "--frames 5 --resume saved").exit_code, 0);
    EXPECT_EQ(read_file(directory.path() / "part.csv"), read_file(directory.path() / "run.csv"));
    EXPECT_EQ(undine(capture + "--frames 1 --probe-every 2").exit_code, 2);
}

TEST(ProbesProgram, WritesAPageWithAPlotOfEach) {
    const TemporaryDirectory directory;
    directory.file("x.toml", read_file(std::string(UNDINE_SCENES) + "/hydrostatic.toml") +
                                 "\n[[probe]]\nname = \"<speed>\"\nquantity = \"velocity\"\nat = [0.5, 0.5, 0.5]\n");
    ASSERT_EQ(run_program(directory.path(), "run ./x.toml --steps 10 --backend cpu --probe-page p.html --probe-every 1")
                  .exit_code,
              0);
    const std::string page = read_file(directory.path() / "p.html");
    const auto count = [&](const std::string& what) {
        size_t found = 0;
        for (size_t at = page.find(what); at != std::string::npos; at = page.find(what, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count("<figure"), 3u);
    EXPECT_EQ(count("<polyline"), 5u) << "two probes of one number, one of three";
    EXPECT_EQ(count("&lt;speed&gt;"), count("speed")) << "what a scene says is text";
    EXPECT_NE(page.find("pressure, Pa"), std::string::npos);
}

TEST(ProbesProgram, RefusesASceneWithoutProbesAndAnotherTable) {
    const TemporaryDirectory directory;
    const auto undine = [&](const std::string& arguments) { return run_program(directory.path(), arguments); };
    const Outcome none = undine("run cube_drop --steps 1 --probes a.csv");
    EXPECT_EQ(none.exit_code, 3);
    EXPECT_NE(none.err.find("a.csv: would be empty, as the scene has no [[probe]]; add one"), std::string::npos)
        << none.err;
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "a.csv"));

    ASSERT_EQ(undine(kRun + "--steps 4 --checkpoint saved").exit_code, 0);
    directory.file("other.csv", "step,time (s),elsewhere (m)\n0,0,1\n");
    const Outcome other = undine(kRun + "--steps 8 --resume saved --probes other.csv");
    EXPECT_EQ(other.exit_code, 3);
    EXPECT_NE(other.err.find("other.csv: is not a table of these probes"), std::string::npos) << other.err;
    EXPECT_EQ(read_file(directory.path() / "other.csv"), "step,time (s),elsewhere (m)\n0,0,1\n");
    directory.file("cut.csv", "step,time (s),floor (Pa),depth (m)\n0,0,0,1\n4,0.016\n");
    EXPECT_EQ(undine(kRun + "--steps 8 --resume saved --probes cut.csv").exit_code, 3);
    EXPECT_EQ(undine(kRun + "--steps 1 --probe-every 4").exit_code, 2);
}

}  // namespace
}  // namespace undine::testing
