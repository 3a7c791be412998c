// --trace and --pass-csv as a user runs them, on every backend: what is in the timeline, and how it nests.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "gpu/device_needs.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

class TraceProgram : public BackendTest {
  protected:
    json traced(const std::string& command) {
        const Outcome o = run_program(
            directory_.path(), command + " --trace t.json --pass-csv t.csv --backend " + program_backend(GetParam()));
        EXPECT_EQ(o.exit_code, 0) << o.err;
        return json::parse(read_file((directory_.path() / "t.json").string()));
    }
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_BACKEND(TraceProgram);

struct Event {
    std::string name;
    double begin, end;
    int track;
};

std::vector<Event> events_of(const json& trace, const std::string& category) {
    std::vector<Event> events;
    for (const json& e : trace.at("traceEvents"))
        if (e.at("ph") == "X" && e.at("cat") == category)
            events.push_back(
                {e.at("name"), e.at("ts"), e.at("ts").get<double>() + e.at("dur").get<double>(), e.at("tid")});
    return events;
}

// Names of the groups of that kind which contain the event; a nanosecond of rounding.
std::vector<std::string> around(const std::vector<Event>& groups, const Event& event, const std::string& kind) {
    std::vector<std::string> names;
    for (const Event& g : groups)
        if (g.track == event.track && g.name.starts_with(kind + " ") && g.begin <= event.begin + 2e-3 &&
            g.end >= event.end - 2e-3)
            names.push_back(g.name);
    return names;
}

TEST_P(TraceProgram, EveryPassIsInItsStepAndIteration) {
    const json trace = traced("run cube_drop --set max_iterations=3 --steps 4");
    const std::vector<Event> groups = events_of(trace, "group"), passes = events_of(trace, "pass");
    std::map<std::string, std::set<std::string>> of_step;
    std::map<std::string, int> runs;
    for (const Event& pass : passes) {
        EXPECT_LE(pass.begin, pass.end);
        ++runs[pass.name];
        const auto steps = around(groups, pass, "step");
        if (steps.empty()) {
            EXPECT_EQ(around(groups, pass, "measurement").size(), 1u) << pass.name << ": the report's own, at the end";
            continue;
        }
        ASSERT_GE(steps.size(), 1u);
        of_step[steps[0]].insert(pass.name);
        if (pass.name == "compute_lambda" || pass.name == "apply_delta_p") {
            EXPECT_GE(around(groups, pass, "iteration").size(), 1u) << pass.name;
        }
    }
    EXPECT_EQ(of_step.size(), 4u);
    for (const auto& [step, names] : of_step)
        for (const char* name : {"predict", "reorder", "find_neighbors", "compute_lambda", "apply_delta_p",
                                 "update_velocity", "apply_xsph"})
            EXPECT_TRUE(names.contains(name)) << name << " in " << step;
    EXPECT_EQ(runs["apply_delta_p"], 12);
    EXPECT_EQ(runs["predict"], 4);
    // The table of passes says the same.
    std::istringstream table(read_file((directory_.path() / "t.csv").string()));
    std::string line;
    std::getline(table, line);
    EXPECT_EQ(line, "group,number,track,pass,runs,ms,within");
    int corrections = 0;
    while (std::getline(table, line)) corrections += line.find("\"apply_delta_p\",3,") != std::string::npos;
    EXPECT_EQ(corrections, 4);
}

// Whatever is measured, the timeline says what it belongs to.
TEST_P(TraceProgram, SaysOfWhichCaseAndRepetitionAStepIs) {
    const json trace = traced("bench hydrostatic cube_drop --particles 1k --warmup 1 --steps 1 --repetitions 2");
    const std::vector<Event> groups = events_of(trace, "group"), passes = events_of(trace, "pass");
    std::map<std::string, std::set<std::string>> repetitions;  // of each case
    for (const Event& pass : passes) {
        if (pass.name != "predict") continue;
        const auto within = around(groups, pass, "timed repetition");
        ASSERT_EQ(within.size(), 1u);
        for (const char* scene : {"hydrostatic,", "cube_drop,"})
            for (const std::string& of : around(groups, pass, scene)) repetitions[of].insert(within[0]);
    }
    ASSERT_EQ(repetitions.size(), 2u);
    for (const auto& [of, parts] : repetitions)
        EXPECT_EQ(parts, (std::set<std::string>{"timed repetition 1", "timed repetition 2"})) << of;
    EXPECT_TRUE(repetitions.begin()->first.ends_with(" particles, list: case 2")) << repetitions.begin()->first;
    const bool of_vulkan = GetParam() != "cpu" && !GetParam().starts_with("cuda");
    size_t predicted = 0;
    for (const json& e : trace.at("traceEvents")) {
        if (e.value("cat", "") != "pass" || e.at("name") != "predict" || ++predicted > 4) continue;
        const json& args = e.at("args");
        EXPECT_GT(args.at("bytes"), 1000 * 16) << "positions and velocities of a thousand particles";
        EXPECT_NEAR(args.at("GB/s").get<double>(), args.at("bytes").get<double>() / e.at("dur").get<double>() * 1e-3,
                    1e-3 * args.at("GB/s").get<double>());
        EXPECT_EQ(args.value("workgroup", 0u), of_vulkan ? kWorkgroupSize : 0u);
    }
    EXPECT_GE(predicted, 4u);
    std::set<std::string> counters;
    for (const json& e : trace.at("traceEvents"))
        if (e.at("ph") == "C") counters.insert(e.at("name"));
    EXPECT_EQ(counters, (std::set<std::string>{"iterations", "particles"}));
    const std::string table = read_file((directory_.path() / "t.csv").string());
    EXPECT_NE(table.find(", list: case 2 / backend 1 / timed repetition 1\"\n"), std::string::npos) << table;
    EXPECT_NE(table.find("\nstep,"), std::string::npos) << table;
}

// What a frame took is what its passes took, but for the gaps between them, on whatever does them.
TEST_P(TraceProgram, PassesAddUpToTheFrame) {
    if (!can_draw()) GTEST_SKIP() << "no Vulkan driver to draw with";
    const json trace = traced("capture cube_drop --frames 3 --size 320x180 --output p");
    const std::vector<Event> groups = events_of(trace, "group"), passes = events_of(trace, "pass");
    std::set<std::string> frames;
    double most = 0;  // share of a frame that is passes
    for (const Event& frame : groups) {
        if (!frame.name.starts_with("frame ") || frame.track == 0) continue;  // the host's are not made of passes
        frames.insert(frame.name);
        double together = 0;
        for (const Event& pass : passes)
            if (pass.track == frame.track && pass.begin >= frame.begin - 2e-3 && pass.end <= frame.end + 2e-3)
                together += pass.end - pass.begin;
        EXPECT_LE(together, 1.001 * (frame.end - frame.begin)) << frame.name;
        most = std::max(most, together / (frame.end - frame.begin));
    }
    // The machine may be busy with other tests between two passes, but hardly in each of the frames.
    EXPECT_GE(most, 0.5);
    EXPECT_EQ(frames, (std::set<std::string>{"frame 0", "frame 1", "frame 2"}));
    for (const auto& [track, clock] : trace.at("otherData").at("clocks").items()) EXPECT_NE(clock, "none") << track;
    std::set<std::string> host;
    for (const Event& event : events_of(trace, "host")) host.insert(event.name);
    EXPECT_TRUE(host.contains("submit") && host.contains("picture") && host.contains("steps"));
}

// What the host did is said frame by frame, and which submission a pass is of; so is what the writer's thread did.
TEST_P(TraceProgram, TheHostsWorkIsOfAFrameAndArrowsLeadToPasses) {
    if (!can_draw()) GTEST_SKIP() << "no Vulkan driver to draw with";
    const json trace = traced("capture cube_drop --frames 3 --size 320x180 --output p");
    std::map<std::string, int> tracks;
    for (const json& e : trace.at("traceEvents"))
        if (e.at("ph") == "M" && e.at("name") == "thread_name") tracks[e.at("args").at("name")] = e.at("tid");
    std::vector<Event> frames, submits, passes;
    for (const Event& e : events_of(trace, "group"))
        if (e.track == 0 && e.name.starts_with("frame ")) frames.push_back(e);
    EXPECT_EQ(frames.size(), 3u);
    for (const Event& e : events_of(trace, "host")) {
        if (e.name == "submit") submits.push_back(e);
        if (e.name == "steps" || e.name == "picture") {
            EXPECT_EQ(around(frames, e, "frame").size(), 1u) << e.name;
        }
    }
    int pictures = 0;
    for (const Event& e : events_of(trace, "pass")) {
        if (e.track == tracks.at("writing pictures")) pictures += e.name == "PNG";
        else passes.push_back(e);
    }
    EXPECT_EQ(pictures, 3);
    std::map<int, std::pair<json, json>> arrows;
    for (const json& e : trace.at("traceEvents")) {
        if (e.at("ph") == "s") arrows[e.at("id")].first = e;
        if (e.at("ph") == "f") arrows[e.at("id")].second = e;
    }
    EXPECT_GE(arrows.size(), 3u);
    for (const auto& [id, ends] : arrows) {
        const double from = ends.first.at("ts"), to = ends.second.at("ts");
        EXPECT_TRUE(std::ranges::any_of(submits, [&](const Event& s) { return s.begin <= from && from <= s.end; }))
            << id;
        const auto track = ends.second.at("tid");
        EXPECT_TRUE(std::ranges::any_of(passes, [&](const Event& p) {
            return p.track == track && std::abs(p.begin - to) < 2e-3;
        })) << id;
    }
}

TEST_P(TraceProgram, CountersSayHowTheFluidFares) {
    const json trace = traced("run cube_drop --set density_tolerance=0.01 --set max_iterations=9 --steps 3");
    std::map<std::string, std::vector<double>> counters;
    for (const json& e : trace.at("traceEvents"))
        if (e.at("ph") == "C") counters[e.at("name")].push_back(e.at("args").at(e.at("name").get<std::string>()));
    EXPECT_EQ(counters["particles"], (std::vector<double>{8000, 8000, 8000}));
    EXPECT_GT(counters["arrays, MiB"].at(0), 1);
    ASSERT_GE(counters["iterations"].size(), 1u);
    EXPECT_LE(counters["iterations"][0], 9);
    EXPECT_LT(counters["density error, %"].at(0), 1);
}

// A pass over all particles has an invocation for each, and some to fill its last workgroup.
TEST_P(TraceProgram, PassesSayHowManyInvocationsTheyHad) {
    const json trace = traced("run cube_drop --steps 2");
    size_t counted = 0;
    for (const json& e : trace.at("traceEvents")) {
        if (e.at("ph") != "X" || e.at("name") != "compute_lambda" || !e.contains("args")) continue;
        EXPECT_GE(e.at("args").at("compute invocations"), 8000);
        EXPECT_LT(e.at("args").at("compute invocations"), 8000 + 1024);
        ++counted;
    }
    if (GetParam() == "lavapipe") {
        EXPECT_EQ(counted, 8u);
    } else if (on_cpu()) {
        EXPECT_EQ(counted, 0u);
    }
}

TEST_P(TraceProgram, ABenchmarkHasTheTimedSteps) {
    const json trace = traced("bench cube_drop --particles 1k --warmup 1 --steps 2 --repetitions 3");
    size_t steps = 0, predicted = 0;
    for (const Event& group : events_of(trace, "group")) steps += group.name.starts_with("step ");
    for (const Event& pass : events_of(trace, "pass")) predicted += pass.name == "predict";
    EXPECT_EQ(steps, 6u);
    EXPECT_EQ(predicted, 6u);
}

TEST_P(TraceProgram, AFileThatCannotBeWrittenIsRefusedAtOnce) {
    const Outcome o = run_program(
        directory_.path(), "run cube_drop --steps 1 --trace nowhere/t.json --backend " + program_backend(GetParam()));
    EXPECT_EQ(o.exit_code, 3);
    EXPECT_NE(o.err.find("nowhere"), std::string::npos) << o.err;
}

}  // namespace
}  // namespace undine::testing
