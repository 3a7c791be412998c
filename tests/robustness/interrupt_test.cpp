// Ctrl-C while something is measured or compared: what is complete by then is reported.
#include <gtest/gtest.h>

#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "report/report_schema.h"
#include "robustness/program.h"

namespace undine::testing {
namespace {

using nlohmann::json;

class Interrupts : public ::testing::Test {
  protected:
    // Runs the program until it has had that many seconds of the CPU, then sends it a Ctrl-C. Returns its exit code.
    int interrupted_after(double cpu_seconds, const std::string& arguments) const {
        const std::string d = directory_.path().string();
        // The shell says who it is before it becomes the program. Its background jobs would ignore Ctrl-C.
        std::thread hand([&] {
            std::string id;
            while ((id = read_file(d + "/pid")).empty() || !id.ends_with('\n')) pause();
            id.pop_back();
            while (cpu_time(id) < cpu_seconds && kill(std::stoi(id), 0) == 0) pause();
            kill(std::stoi(id), SIGINT);
        });
        const int status =
            std::system(("cd '" + d + "' && sh -c 'echo $$ >pid; exec \"$0\" \"$@\"' '" UNDINE_PROGRAM "' " +
                         arguments + " >out 2>err </dev/null")
                            .c_str());
        hand.join();
        return WEXITSTATUS(status);
    }
    std::string read(const std::string& name) const { return read_file(directory_.path() / name); }
    TemporaryDirectory directory_;

  private:
    static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(10)); }
    // s, of user and system.
    static double cpu_time(const std::string& process) {
        const std::string stat = read_file("/proc/" + process + "/stat");
        std::istringstream rest(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
        std::string word;
        double ticks = 0;
        for (int k = 3; rest >> word && k <= 15; ++k)
            if (k >= 14) ticks += std::stod(word);
        return ticks / double(sysconf(_SC_CLK_TCK));
    }
};

// The first case takes a fraction of that time, all repetitions of the second several times as long.
TEST_F(Interrupts, ABenchReportsTheCasesThatAreWhole) {
    EXPECT_EQ(interrupted_after(3,
                                "bench cube_drop --particles 1k,200k --backend cpu --threads 1 --warmup 1 --steps 1 "
                                "--repetitions 40 --json b.json --csv b.csv"),
              130)
        << read("err");
    EXPECT_NE(read("err").find("interrupted after 1 of 2 cases; what was measured whole is reported"),
              std::string::npos)
        << read("err");
    const json report = json::parse(read("b.json"));
    EXPECT_EQ(troubles_of(report), "");
    EXPECT_EQ(report.at("interrupted"), true);
    EXPECT_EQ(report.at("cases").size(), 1u);
    EXPECT_EQ(report.at("provenance").at("scenes").size(), 1u);
    EXPECT_NE(read("out").find("cube_drop"), std::string::npos) << "the table is printed";
    EXPECT_NE(read("b.csv").find("compute_lambda"), std::string::npos);
}

TEST_F(Interrupts, AReplayReportsTheStepsThatWereCompared) {
    const std::string d = directory_.path().string();
    const Outcome recorded = run_program(d,
                                         "compare cube_drop --set support_radius=0.2 --set particle_spacing=0.1 "
                                         "--backend cpu --threads 1 --steps 50 --record folder");
    ASSERT_EQ(recorded.exit_code, 0) << recorded.err;
    EXPECT_EQ(interrupted_after(0.4,
                                "compare --replay folder --backend cpu --backend cpu --backend cpu --backend cpu "
                                "--threads 1 --json c.json"),
              130)
        << read("err");
    const json report = json::parse(read("c.json"));
    EXPECT_EQ(troubles_of(report), "");
    EXPECT_EQ(report.at("interrupted"), true);
    EXPECT_GT(report.at("lockstep").at("steps"), 0);
    EXPECT_LT(report.at("lockstep").at("steps"), 50);
}

TEST_F(Interrupts, AComparisonReportsTheStepsThatWereCompared) {
    for (const char* mode : {"", " --free-run"}) {
        SCOPED_TRACE(mode);
        EXPECT_EQ(
            interrupted_after(2, std::string("compare cube_drop --set support_radius=0.2 --set particle_spacing=0.1 "
                                             "--backend cpu --backend cpu --threads 1 --steps 8000 --json c.json") +
                                     mode),
            130)
            << read("err");
        EXPECT_NE(read("err").find("what was compared until then is reported"), std::string::npos) << read("err");
        const json report = json::parse(read("c.json"));
        EXPECT_EQ(troubles_of(report), "");
        EXPECT_EQ(report.at("interrupted"), true);
        EXPECT_EQ(report.at("within"), true);
        EXPECT_TRUE(report.at("verdict").get<std::string>().ends_with("; then it was interrupted"))
            << report.at("verdict");
        const json& part = report.at(*mode ? "free_run" : "lockstep");
        EXPECT_GT(part.at("steps"), 0);
        EXPECT_LT(part.at("steps"), 8000);
        std::filesystem::remove(directory_.path() / "pid");
    }
}

}  // namespace
}  // namespace undine::testing
