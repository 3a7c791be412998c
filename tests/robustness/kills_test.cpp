// Commands that are killed at any moment leave whole files under their final names, and nothing else after the next
// start. UNDINE_KILLS says how many are killed; each at a moment between its start and the time that it takes
// undisturbed.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "app/checkpoint.h"
#include "io/ply.h"
#include "recording/recording_folder.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::duration;
using std::chrono::steady_clock;

struct Victim {
    std::string name;
    std::vector<std::string> arguments;
    bool draws = false;
};

const std::vector<Victim> kVictims = {
    {"run", {"run", "cube_drop", "--steps", "15", "--backend", "cpu", "--output", "state.ply", "--json", "run.json"}},
    {"capture",
     {"capture", "hydrostatic", "--frames", "6", "--size", "96x54", "--backend", "cpu", "--output", "frames",
      "--output", "film.mp4", "--json", "capture.json"},
     true},
    {"export",
     {"export", "cube_drop", "--frames", "5", "--backend", "cpu", "--particles", "water.pvd", "--mesh", "mesh_%d.obj",
      "--json", "export.json"}},
    {"record", {"compare", "--record", "recording", "--backend", "cpu", "--start", "1", "--steps", "2"}},
    {"compare",
     {"compare", "cube_drop", "--backend", "cpu", "--backend", "cpu", "--steps", "3", "--json", "compare.json"}},
    {"bench",
     {"bench", "cube_drop", "--particles", "1k", "--backend", "cpu", "--warmup", "1", "--steps", "2", "--repetitions",
      "2", "--json", "bench.json", "--csv", "bench.csv"}},
};

class Kills : public ::testing::Test {
  protected:
    fs::path directory() const { return directory_.path(); }

    pid_t start(const Victim& victim) const {
        const pid_t child = fork();
        if (child != 0) return child;
        for (const int signal : {SIGINT, SIGTERM})
            std::signal(signal, SIG_DFL);  // a shell's background jobs ignore Ctrl-C
        const int log = open((directory_.path() / ".log").c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0666);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        if (chdir(directory_.path().c_str()) != 0) _exit(126);
        std::vector<char*> arguments{const_cast<char*>("undine")};
        for (const std::string& a : victim.arguments) arguments.push_back(const_cast<char*>(a.c_str()));
        arguments.push_back(nullptr);
        execv(UNDINE_PROGRAM, arguments.data());
        _exit(127);
    }

    static int status_of(pid_t child) {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        return status;
    }

    // Seconds that it takes undisturbed.
    double run_whole(const Victim& victim) const {
        const auto begin = steady_clock::now();
        const int status = status_of(start(victim));
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
            << victim.name << ": " << read_file(directory() / ".log");
        return duration<double>(steady_clock::now() - begin).count();
    }

    // Before a command has begun, a signal ends it as it ends every program.
    static void wait_for_handler(pid_t child, int signal) {
        for (;;) {
            const std::string status = read_file("/proc/" + std::to_string(child) + "/status");
            const size_t caught = status.find("SigCgt:\t");
            ASSERT_TRUE(caught != std::string::npos && status.find("State:\tZ") == std::string::npos) << "it has ended";
            if (std::stoull(status.substr(caught + 8, 16), nullptr, 16) >> (signal - 1) & 1) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    void expect_whole_files() const {
        for (const char* name : {"run.json", "capture.json", "export.json", "compare.json", "bench.json"})
            if (fs::exists(directory() / name)) {
                EXPECT_TRUE(nlohmann::json::accept(read_file(directory() / name))) << name;
            }
        if (fs::exists(directory() / "bench.csv")) {
            EXPECT_TRUE(read_file(directory() / "bench.csv").ends_with('\n'));
        }
        if (fs::exists(directory() / "state.ply")) {
            EXPECT_EQ(read_particles((directory() / "state.ply").string()).size(), 8000u);
        }
        if (fs::exists(directory() / "recording")) {
            EXPECT_FALSE(open_recording(directory() / "recording").steps.empty());
        }
        if (fs::exists(directory() / "frames"))
            for (const auto& picture : fs::directory_iterator(directory() / "frames"))
                if (picture.path().extension() == ".png") {
                    EXPECT_TRUE(read_file(picture).ends_with(std::string("IEND\xAE\x42\x60\x82"))) << picture.path();
                }
        expect_whole_export();
        if (fs::exists(directory() / "film.mp4")) {
            const std::string decode =
                "ffmpeg -v error -xerror -i '" + (directory() / "film.mp4").string() + "' -f null - >/dev/null 2>&1";
            EXPECT_EQ(std::system(decode.c_str()), 0) << "the film does not play";
        }
    }

    // The files that a list of an export names, which must be there and whole. Frames that are not yet listed are whole
    // too.
    size_t expect_whole_export() const {
        if (fs::exists(directory() / "water"))
            for (const auto& frame : fs::directory_iterator(directory() / "water"))
                if (frame.path().extension() == ".vtp") {
                    EXPECT_TRUE(read_file(frame).ends_with("</VTKFile>\n")) << frame.path();
                }
        if (!fs::exists(directory() / "water.pvd")) return 0;
        const std::string list = read_file(directory() / "water.pvd");
        EXPECT_TRUE(list.ends_with("</VTKFile>\n"));
        size_t listed = 0;
        const std::string key = "file=\"";
        for (size_t at = list.find(key); at != std::string::npos; at = list.find(key, at + 1), ++listed) {
            const size_t begin = at + key.size();
            const std::string name = list.substr(begin, list.find('"', begin) - begin);
            EXPECT_TRUE(fs::exists(directory() / name)) << name << " is listed and not there";
        }
        return listed;
    }

    size_t unfinished() const {
        size_t count = 0;
        for (const auto& entry : fs::recursive_directory_iterator(directory()))
            count += entry.path().extension() == ".part";
        return count;
    }

  private:
    TemporaryDirectory directory_;
};

int kills_wanted() {
    const char* const text = std::getenv("UNDINE_KILLS");
    return text ? std::atoi(text) : 18;  // three signals for each of six commands
}

TEST_F(Kills, LeaveWholeFilesAndNothingElse) {
    const bool draws = !vulkan_backend_names().empty() && why_absent(vulkan_backend_names()[0]).empty();
    std::vector<Victim> victims;
    std::vector<double> seconds;
    for (const Victim& victim : kVictims) {
        if (victim.draws && !draws) continue;
        seconds.push_back(run_whole(victim));
        victims.push_back(victim);
    }
    std::mt19937 random(1);
    constexpr int kSignals[] = {SIGKILL, SIGINT, SIGTERM};
    int died = 0;
    for (int k = 0; k < kills_wanted(); ++k) {
        const size_t v = static_cast<size_t>(k) % victims.size();
        const int signal = kSignals[size_t(k) / victims.size() % 3];
        SCOPED_TRACE(victims[v].name + ", signal " + std::to_string(signal) + ", kill " + std::to_string(k));
        const pid_t child = start(victims[v]);
        std::this_thread::sleep_for(duration<double>(std::uniform_real_distribution<>(0, seconds[v])(random)));
        kill(child, signal);
        const int status = status_of(child);
        const bool in_order = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 128 + signal);
        EXPECT_TRUE(in_order || (WIFSIGNALED(status) && WTERMSIG(status) == signal))
            << status << read_file(directory() / ".log");
        died += !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        expect_whole_files();
    }
    EXPECT_GT(died, kills_wanted() / 3) << "most kills came too late to prove anything";
    // A film's encoder may outlive its program by a moment.
    for (int attempt = 0; attempt < 100; ++attempt) {
        for (const Victim& victim : victims) run_whole(victim);
        if (unfinished() == 0) break;
    }
    EXPECT_EQ(unfinished(), 0u) << "the next start removes what was left";
}

// Each run continues the one before and is killed in turn, until twice as many have died as UNDINE_KILLS says; whatever
// finishes has the state of a run that was never disturbed.
TEST_F(Kills, LeaveACheckpointToContinueFrom) {
    const int kills = 2 * kills_wanted();
    const std::vector<std::string> arguments{"run",       "cube_drop",
                                             "--set",     "support_radius=0.2",
                                             "--set",     "particle_spacing=0.1",
                                             "--steps",   "150",
                                             "--backend", "cpu",
                                             "--threads", "1",
                                             "--output"};
    auto with = [&](std::vector<std::string> more) {
        std::vector<std::string> all = arguments;
        all.insert(all.end(), more.begin(), more.end());
        return Victim{"checkpoint", all};
    };
    run_whole(with({"whole.ply"}));
    const std::string whole = read_file(directory() / "whole.ply");
    const double seconds = run_whole(with({"first.ply", "--checkpoint", "c0", "--checkpoint-every", "1"}));
    std::mt19937 random(2);
    int died = 0, finished = 0, resumed = 0;
    while (died < kills) {
        const bool resumes = !checkpoints_in(directory() / "c").empty();
        std::vector<std::string> more{"state.ply", "--checkpoint", "c", "--checkpoint-every", "1"};
        if (resumes) more.insert(more.end(), {"--resume", "c"});
        resumed += resumes;
        const pid_t child = start(with(more));
        std::this_thread::sleep_for(duration<double>(std::uniform_real_distribution<>(0, seconds)(random)));
        kill(child, SIGKILL);
        const int status = status_of(child);
        if (!WIFSIGNALED(status)) {
            ASSERT_EQ(WEXITSTATUS(status), 0) << read_file(directory() / ".log");
            ASSERT_EQ(read_file(directory() / "state.ply"), whole);
            ++finished;
            fs::remove_all(directory() / "c");
            continue;
        }
        ++died;
        for (const fs::path& file : checkpoints_in(directory() / "c")) ASSERT_NO_THROW(read_checkpoint(file)) << file;
    }
    run_whole(checkpoints_in(directory() / "c").empty() ? with({"state.ply"}) : with({"state.ply", "--resume", "c"}));
    EXPECT_EQ(read_file(directory() / "state.ply"), whole);
    EXPECT_GT(resumed, kills / 3) << finished << " finished";
}

// What was done until then is written, and it is said how far that is.
class Interrupted : public Kills, public ::testing::WithParamInterface<int> {
  protected:
    // Ends it once `file` is there, or the log holds the text. Returns its exit code; -1 where it died otherwise.
    int interrupt(const Victim& victim, const fs::path& file) const {
        const pid_t child = start(victim);
        while (!fs::exists(directory() / file) && waitpid(child, nullptr, WNOHANG) == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        kill(child, GetParam());
        const int status = status_of(child);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::string log() const { return read_file(directory() / ".log"); }
};
INSTANTIATE_TEST_SUITE_P(, Interrupted, ::testing::Values(SIGINT, SIGTERM),
                         [](const auto& info) { return info.param == SIGINT ? "int" : "term"; });

TEST_P(Interrupted, CaptureClosesItsFilm) {
    if (vulkan_backend_names().empty() || !why_absent(vulkan_backend_names()[0]).empty())
        GTEST_SKIP() << "no Vulkan driver to draw with";
    const Victim capture{"capture",
                         {"capture", "hydrostatic", "--frames", "100000", "--size", "96x54", "--backend", "cpu",
                          "--output", "frames", "--output", "film.mp4", "--json", "report.json"}};
    EXPECT_EQ(interrupt(capture, "frames/frame_0003.png"), 128 + GetParam()) << log();
    const auto report = nlohmann::json::parse(read_file(directory() / "report.json"));
    const uint64_t frames = report.at("frames");
    EXPECT_GE(frames, 4u);
    EXPECT_LT(frames, 100000u);
    EXPECT_TRUE(report.at("interrupted"));
    EXPECT_EQ(static_cast<uint64_t>(std::distance(fs::directory_iterator(directory() / "frames"), {})), frames);
    EXPECT_NE(log().find("interrupted after " + std::to_string(frames) + " of 100000 pictures"), std::string::npos)
        << log();
    ASSERT_TRUE(fs::exists(directory() / "film.mp4"));
    expect_whole_files();
    EXPECT_EQ(unfinished(), 0u);
}

TEST_P(Interrupted, ExportListsTheFramesThatItWrote) {
    const Victim victim{
        "export",
        {"export", "cube_drop", "--set", "particle_spacing=0.1", "--set", "support_radius=0.2", "--frames", "100000",
         "--backend", "cpu", "--particles", "water.pvd", "--mesh", "mesh_%d.obj", "--json", "report.json"}};
    EXPECT_EQ(interrupt(victim, "water/frame_0070.vtp"), 128 + GetParam()) << log();
    const auto report = nlohmann::json::parse(read_file(directory() / "report.json"));
    const uint64_t frames = report.at("frames");
    EXPECT_GE(frames, 71u);
    EXPECT_LT(frames, 100000u);
    EXPECT_TRUE(report.at("interrupted"));
    EXPECT_EQ(report.at("exported").size(), frames);
    EXPECT_EQ(expect_whole_export(), frames) << "each frame is listed";
    EXPECT_EQ(static_cast<uint64_t>(std::distance(fs::directory_iterator(directory() / "water"), {})), frames);
    EXPECT_TRUE(fs::exists(directory() / ("mesh_" + std::to_string(frames - 1) + ".obj")));
    EXPECT_FALSE(fs::exists(directory() / ("mesh_" + std::to_string(frames) + ".obj")));
    EXPECT_EQ(unfinished(), 0u);
}

TEST_P(Interrupted, RunWritesItsState) {
    const Victim run{"run",
                     {"run", "cube_drop", "--steps", "100000000", "--backend", "cpu", "--output", "state.ply", "--json",
                      "report.json"}};
    const pid_t child = start(run);
    wait_for_handler(child, GetParam());
    kill(child, GetParam());
    const int status = status_of(child);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + GetParam()) << log();
    const auto report = nlohmann::json::parse(read_file(directory() / "report.json"));
    EXPECT_TRUE(report.at("interrupted"));
    EXPECT_NE(log().find("interrupted after " + report.at("steps").dump() + " of 100000000 steps; state.ply holds"),
              std::string::npos)
        << log();
    EXPECT_EQ(read_particles((directory() / "state.ply").string()).size(), 8000u);
    EXPECT_EQ(unfinished(), 0u);
}

TEST_P(Interrupted, SaysHowToResume) {
    const Victim run{"run",
                     {"run", "cube_drop", "--steps", "100000000", "--backend", "cpu", "--checkpoint", "c",
                      "--checkpoint-every", "2"}};
    EXPECT_EQ(interrupt(run, "c"), 128 + GetParam()) << log();
    EXPECT_NE(log().find("; the same command with --resume c continues"), std::string::npos) << log();
    const auto files = checkpoints_in(directory() / "c");
    ASSERT_FALSE(files.empty()) << log();
    EXPECT_NE(log().find("after " + std::to_string(read_checkpoint(files[0]).steps) + " of"), std::string::npos)
        << log();
}

TEST_F(Kills, ASecondSignalEndsAtOnce) {
    const Victim run{"run", {"run", "cube_drop", "--steps", "100000000", "--backend", "cpu", "--output", "state.ply"}};
    const pid_t child = start(run);
    wait_for_handler(child, SIGINT);
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) kill(child, SIGINT);  // faster than a step
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status;
    EXPECT_FALSE(fs::exists(directory() / "state.ply"));
}

}  // namespace
}  // namespace undine::testing
