// Frames as they were felt: the usual ones, the slow ones, and what the slowest was busy with.
#include "viewer/core/frame_times.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

// Frames of 10 ms, but for the first and one in between.
TEST(FrameTimes, SayWhatIsUsualAndWhatTheSlowestDid) {
    Trace trace;
    const Trace::Track track = trace.add_track("queue");
    FrameTimes times;
    EXPECT_FALSE(times.spread());
    for (uint64_t frame = 0; frame < 200; ++frame) {
        const bool slow = frame == 57;
        trace.begin_group(track, "frame", frame);
        trace.begin_group(track, "step", frame);
        const int64_t begin = int64_t(frame) * 20'000'000;
        trace.add_span(track, trace.current(track), "predict", begin, begin + 1'000'000);
        trace.add_span(track, trace.current(track), "predict", begin + 1'000'000, begin + 3'000'000);
        trace.end_group(track);
        trace.add_span(track, trace.current(track), "shade", begin + 4'000'000,
                       begin + (slow ? 19'000'000 : 5'000'000));
        trace.end_group(track);
        times.add(frame, frame == 0 ? 500 : slow ? 80 : frame % 10 == 3 ? 12 : 10, trace);
    }
    EXPECT_EQ(times.first(), 500);
    EXPECT_NEAR(times.spread()->median, 10, 0.05);
    EXPECT_NEAR(times.spread()->p95, 12, 0.06);
    EXPECT_NEAR(times.spread()->p99, 12, 0.06);
    EXPECT_EQ(times.slowest().frame, 57u);
    EXPECT_EQ(times.slowest().ms, 80);
    ASSERT_EQ(times.slowest().passes.size(), 2u);
    EXPECT_EQ(times.slowest().passes[0].name, "shade");
    EXPECT_NEAR(times.slowest().passes[0].ms, 15, 1e-9);
    EXPECT_NEAR(times.slowest().passes[1].ms, 3, 1e-9);
}

}  // namespace
}  // namespace undine
