// Outputs as a user names them: links, devices and pipes, two names of one file, and a disk that is full.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Outputs : public ::testing::Test {
  protected:
    Outcome undine(const std::string& arguments) const { return run_program(directory_.path(), arguments); }
    // Of a shell: {undine} stands for the program, {run} for a short run.
    int shell(std::string command) const {
        for (const auto& [name, text] :
             {std::pair<std::string, std::string>{"{run}", "{undine} run " + kSmall + " --steps 1"},
              {"{undine}", "'" UNDINE_PROGRAM "'"}})
            for (size_t at; (at = command.find(name)) != std::string::npos;) command.replace(at, name.size(), text);
        const int status =
            std::system(("cd '" + directory_.path().string() + "' && { " + command + "\n} 2>err </dev/null").c_str());
        return WEXITSTATUS(status);
    }
    std::string read(const std::string& name) const { return read_file(directory_.path() / name); }
    bool exists(const std::string& name) const { return fs::exists(directory_.path() / name); }
    void expect_refused(const std::string& arguments, const std::string& sentence, int code) const {
        SCOPED_TRACE(arguments);
        expect_refusal(undine(arguments), code, sentence);
    }
    const std::string kSmall = "cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --backend cpu";
    TemporaryDirectory directory_;
};

TEST_F(Outputs, OfReportsMayBeStandardOutputByAnyName) {
    for (const char* name : {"-", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"}) {
        SCOPED_TRACE(name);
        EXPECT_EQ(shell(std::string("{run} --json ") + name + " >printed.json"), 0) << read("err");
        EXPECT_EQ(json::parse(read("printed.json")).at("report"), "undine run") << "and nothing else";
        EXPECT_EQ(shell(std::string("{run} --json ") + name + " | cat >piped.json"), 0) << read("err");
        EXPECT_EQ(json::parse(read("piped.json")).at("steps"), 1);
    }
    EXPECT_EQ(shell("{run} --json /dev/fd/7 7>seven.json >text"), 0) << read("err");
    EXPECT_EQ(json::parse(read("seven.json")).at("steps"), 1);
    EXPECT_NE(read("text").find("1 step of 16 ms"), std::string::npos) << "beside the report for people";
    EXPECT_EQ(shell("{run} --json /dev/null --output /dev/null >text"), 0) << read("err");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    for (const char* beside : {"/dev/null.manifest.json", "/dev/stdout.manifest.json"})
        EXPECT_FALSE(fs::exists(beside));
}

TEST_F(Outputs, AStateGoesWhereALinkLeads) {
    fs::create_directory(directory_.path() / "disk");
    fs::create_symlink("disk/state.ply", directory_.path() / "state.ply");
    EXPECT_EQ(shell("{run} --output state.ply >text"), 0) << read("err");
    EXPECT_TRUE(fs::is_symlink(directory_.path() / "state.ply"));
    EXPECT_TRUE(read("disk/state.ply").starts_with("ply"));
    EXPECT_TRUE(exists("state.ply.manifest.json")) << "beside the name that was given";
}

TEST_F(Outputs, RefusesNamesThatCannotBeMeant) {
    const std::string run = "run " + kSmall + " --steps 1 ";
    expect_refused(run + "--output x.vtp", "x.vtp: has an ending in which no state can be written; expected .ply", 3);
    expect_refused(run + "--output state", "expected .ply", 3);
    expect_refused(run + "--output -", "expected ./-", 3);
    expect_refused("capture " + kSmall + " --frames 1 --output -", "expected ./-", 3);
    expect_refused("compare --html -", "expected ./-", 3);
    expect_refused(run + "--output a.ply --json ./a.ply",
                   "--output and --json would both write ./a.ply; expected different files", 2);
    directory_.file("there.json", "{}");
    fs::create_symlink("there.json", directory_.path() / "link.json");
    expect_refused(run + "--trace there.json --json link.json", "--json and --trace would both write", 2);
    expect_refused("capture " + kSmall + " --frames 1 --output x.png --output y.png --output ./x.png",
                   "--output and --output would both write ./x.png", 2);
    expect_refused("bench --json - --csv /dev/stdout", "--json and --csv would both write", 2);
    expect_refused("compare --json x.json --markdown x.json", "--json and --markdown would both write x.json", 2);
    EXPECT_EQ(read("there.json"), "{}");
}

TEST_F(Outputs, WhereTheFolderOfTemporaryFilesIsMissing) {
    const std::string sentence =
        "TMPDIR names /none/such for temporary files, but there is no such directory; correct or unset it";
    if (can_draw())
        expect_refusal(run_program(directory_.path(), "capture cube_drop --size 64x48 --frames 2 --output film.mp4",
                                   "TMPDIR=/none/such"),
                       3, sentence);
    // What is written in place is made there first.
    expect_refusal(
        run_program(directory_.path(), "run " + kSmall + " --steps 1 --output /dev/null", "TMPDIR=/none/such"), 3,
        sentence);
    EXPECT_FALSE(exists("film.mp4"));
}

TEST_F(Outputs, WhereTheCurrentFolderIsDeleted) {
    const std::string gone = "mkdir gone && cd gone && rmdir ../gone && ";
    const std::string sentence =
        "undine: the current directory cannot be found (No such file or directory); change to one that exists\n";
    for (const std::string output : {"--output a.ply", "--output ./a.ply"}) {
        EXPECT_EQ(shell(gone + "{run} " + output), 3);
        EXPECT_EQ(read("err"), sentence) << output;
    }
    EXPECT_EQ(shell(gone + "{undine} compare " + kSmall + " --record recorded"), 3);
    EXPECT_EQ(read("err"), sentence);
    EXPECT_EQ(shell(gone + "{run} >../text"), 0) << read("err") << "nothing is written there";
}

TEST_F(Outputs, RefusesOptionsThatConcernNothing) {
    for (const char* command : {"run cube_drop --steps 1", "capture cube_drop --frames 1", "view", "compare"}) {
        const std::string backends =
            std::string(command) == "compare" ? " --backend vulkan --backend vulkan" : " --backend vulkan";
        expect_refused(command + backends + " --threads 2", "--threads is for --backend cpu, which was not given", 2);
    }
    expect_refused("run cube_drop --steps 1 --backend vulkan:",
                   "--backend vulkan: names no device; expected an index, name or UUID", 2);
    expect_refused("run cube_drop --steps 1 --backend cuda:", "--backend cuda: names no device", 2);
}

TEST_F(Outputs, SaysWhatAWordMayHaveBeenMeantToBe) {
    expect_refused("run --outptu x.ply",
                   "undine run has no option '--outptu'; see undine run --help; did you mean "
                   "'--output'?",
                   2);
    expect_refused("capture cube_drop --frmaes=3", "did you mean '--frames'?", 2);
    expect_refused("run dam_brake --steps 1", "did you mean 'dam_break'?", 3);
    const Outcome bare = undine("");
    EXPECT_EQ(bare.exit_code, 2);
    for (const char* command :
         {"devices", "view", "run", "capture", "export", "bench", "compare", "validate", "frontier", "parameters"})
        EXPECT_NE(bare.out.find(std::string("\n  ") + command + " "), std::string::npos) << command;
}

// A limit on the size of files stands for the disk: what is beyond it cannot be written.
class FullDisk : public Outputs {
  protected:
    static constexpr const char* kLimit = "trap '' XFSZ; ulimit -f 40; ";
    bool can_draw_here() const { return undine("capture " + kSmall + " --frames 1 --output probe.png").exit_code == 0; }
};

TEST_F(FullDisk, LeavesTheFilmThatWasThereAndSaysSo) {
    if (!can_draw_here()) GTEST_SKIP() << "no Vulkan driver to draw with";
    directory_.file("film.mp4", "before");
    EXPECT_EQ(shell(std::string(kLimit) + "{undine} capture " + kSmall +
                    " --frames 40 --size 320x240 --output film.mp4 --json r.json >text"),
              3);
    EXPECT_NE(read("err").find("film.mp4: ffmpeg failed"), std::string::npos) << read("err");
    EXPECT_NE(read("err").find("no video was written"), std::string::npos) << read("err");
    EXPECT_EQ(read("film.mp4"), "before");
    EXPECT_FALSE(exists("film.mp4.manifest.json")) << "nothing vouches for what is not there";
    EXPECT_NE(read("text").find("of 320x240, simulated on CPU"), std::string::npos) << "the report is printed";
    EXPECT_EQ(read("text").find("written"), std::string::npos) << read("text");
    EXPECT_GT(json::parse(read("r.json")).at("frames"), 0);
}

TEST_F(FullDisk, LeavesTheStateThatWasThereAndReportsTheRun) {
    directory_.file("state.ply", "before");
    EXPECT_EQ(shell(std::string(kLimit) + "{undine} run " + kSmall +
                    " --set particle_spacing=0.06 --set support_radius=0.12 --steps 1 --output state.ply >text"),
              3);
    EXPECT_NE(read("err").find("state.ply: cannot be written (File too large)"), std::string::npos) << read("err");
    EXPECT_EQ(read("state.ply"), "before");
    EXPECT_FALSE(exists("state.ply.manifest.json"));
    EXPECT_NE(read("text").find("density error"), std::string::npos);
}

TEST_F(FullDisk, EndsAnExportWithTheFramesThatFit) {
    EXPECT_EQ(shell("trap '' XFSZ; ulimit -f 160; {undine} export " + kSmall +
                    " --frames 3 --particles p_%d.ply --mesh m_%d.obj --mesh-cell 0.025 --json r.json >text"),
              3);
    EXPECT_NE(read("err").find("m_0.obj: cannot be written (File too large)"), std::string::npos) << read("err");
    EXPECT_FALSE(exists("m_0.obj"));
    EXPECT_FALSE(exists("p_%d.ply.manifest.json"));
}

}  // namespace
}  // namespace undine::testing
