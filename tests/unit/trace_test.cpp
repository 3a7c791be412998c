// The timeline: clocks that are brought to one, groups that last as long as what is in them.
#include "platform/trace.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/trace_file.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

TEST(Trace, GroupsLastFromTheirFirstSpanToTheirLast) {
    Trace trace;
    const Trace::Track track = trace.add_track("queue");
    trace.begin_group(track, "frame", 3);
    const Trace::Group frame = trace.current(track);
    trace.begin_group(track, "step", 7);
    const Trace::Group step = trace.current(track);
    trace.end_group(track);
    trace.end_group(track);
    EXPECT_EQ(trace.current(track), 0u);
    trace.add_span(track, step, "predict", 100, 200);
    trace.add_span(track, step, "sort", 200, 450);
    trace.add_span(track, frame, "water", 500, 900);
    EXPECT_EQ(trace.find(step)->begin, 100);
    EXPECT_EQ(trace.find(step)->end, 450);
    EXPECT_EQ(trace.find(frame)->begin, 100);
    EXPECT_EQ(trace.find(frame)->end, 900);
}

TEST(Trace, ATrackWithoutCalibrationIsAsEarlyAsItsSubmissionsAllow) {
    Trace trace;
    const Trace::Track track = trace.add_track("queue");
    trace.set_clock(track, 1000, 5000, false);  // submitted at 5000, begun at 1000 of its own
    trace.set_clock(track, 2000, 6500, false);  // so its clock is at least 4500 behind
    trace.set_clock(track, 3000, 7100, false);
    EXPECT_EQ(trace.tracks()[track].offset, 4500);
    EXPECT_FALSE(trace.tracks()[track].calibrated);
    trace.set_clock(track, 3000, 7000, true);  // what is known beats what is bounded
    EXPECT_EQ(trace.tracks()[track].offset, 4000);
    EXPECT_TRUE(trace.tracks()[track].calibrated);
}

TEST(Trace, ForgetsFramesButNoneThatIsOpen) {
    Trace trace;
    const Trace::Track track = trace.add_track("queue");
    trace.set_clock(track, 0, 1000, true);
    Trace::Group frames[3];
    for (int f = 0; f < 3; ++f) {
        trace.begin_group(track, "frame", f);
        frames[f] = trace.current(track);
        trace.begin_group(track, "step", f);
        trace.add_span(track, trace.current(track), "predict", 100 * f, 100 * f + 50);
        trace.end_group(track);
        if (f < 2) trace.end_group(track);
        trace.add_counter("particles", f);
    }
    trace.forget_before(1060);  // the first frame ended at 1050
    ASSERT_EQ(trace.spans().size(), 2u);
    EXPECT_EQ(trace.spans()[0].begin, 100);
    EXPECT_EQ(trace.find(frames[0]), nullptr);
    ASSERT_NE(trace.find(frames[1]), nullptr);
    EXPECT_EQ(trace.find(frames[1])->number, 1u);
    EXPECT_EQ(trace.find(frames[1])->end, 150);
    trace.forget_before(9000);
    EXPECT_EQ(trace.spans().size(), 0u);
    EXPECT_EQ(trace.find(frames[1]), nullptr);
    ASSERT_NE(trace.find(frames[2]), nullptr);  // it is open, and what comes is added to it
    trace.add_span(track, trace.current(track), "water", 9000, 9500);
    trace.end_group(track);
    EXPECT_EQ(trace.find(frames[2])->end, 9500);
    EXPECT_EQ(trace.counters().size(), 3u);  // on the host's clock, they are from now
    trace.forget_before(Trace::now());
    EXPECT_EQ(trace.counters().size(), 0u);
}

TEST(Trace, IsWrittenInMicrosecondsSinceItsStart) {
    const TemporaryDirectory directory;
    Trace trace;
    const Trace::Track track = trace.add_track("a \"queue\", or so");
    trace.set_clock(track, 0, trace.start(), true);
    trace.begin_group(track, "step", 1);
    trace.add_span(track, trace.current(track), "predict", 2'000, 5'500);
    trace.add_span(track, trace.current(track), "predict", 6'000, 6'500);
    trace.end_group(track);
    trace.add_counter("particles", 12);
    write_trace(directory.path() / "t.json", trace);
    const json whole = json::parse(read_file((directory.path() / "t.json").string()));
    EXPECT_EQ(whole.at("otherData").at("clocks").at("a \"queue\", or so"), "calibrated");
    std::vector<json> spans;
    for (const json& event : whole.at("traceEvents"))
        if (event.at("ph") == "X") spans.push_back(event);
    ASSERT_EQ(spans.size(), 3u);
    EXPECT_EQ(spans[0].at("name"), "step 1");
    EXPECT_EQ(spans[0].at("ts"), 2.0);
    EXPECT_EQ(spans[0].at("dur"), 4.5);
    EXPECT_EQ(spans[1].at("name"), "predict");
    EXPECT_EQ(spans[1].at("dur"), 3.5);
    write_pass_csv(directory.path() / "t.csv", trace);
    EXPECT_EQ(
        read_file((directory.path() / "t.csv").string()),
        "group,number,track,pass,runs,ms,within\nstep,1,\"a \"\"queue\"\", or so\",\"predict\",2,0.004000,\"\"\n");
}

}  // namespace
}  // namespace undine::testing
