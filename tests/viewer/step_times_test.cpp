// Steps as the timeline has them.
#include "viewer/core/step_times.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

// A device whose passes are measured some time after they were recorded, as groups: a frame, its steps, their
// iterations.
class StepTimesTest : public ::testing::Test {
  protected:
    // Recorded, in the groups that are open.
    void pass(int64_t ms) { recorded_.push_back({trace_.current(track_), ms}); }
    void step(int64_t before, int iterations, int64_t each) {
        trace_.begin_group(track_, "step", ++steps_);
        pass(before);
        for (int k = 0; k < iterations; ++k) {
            trace_.begin_group(track_, "iteration", uint64_t(k));
            pass(each);
            trace_.end_group(track_);
        }
        trace_.end_group(track_);
    }
    void frame(int steps, int iterations = 3) {
        trace_.begin_group(track_, "frame", ++frames_);
        for (int s = 0; s < steps; ++s) step(2, iterations, 5);
        pass(40);  // the picture
        trace_.end_group(track_);
    }
    // Of the passes that were recorded first.
    void measure(size_t count) {
        for (; count > 0; --count) {
            const auto [group, ms] = recorded_.front();
            recorded_.pop_front();
            trace_.add_span(track_, group, "pass", now_, now_ + ms * 1'000'000);
            now_ += ms * 1'000'000 + 300;
        }
    }
    void measure_all() { measure(recorded_.size()); }
    std::vector<double> taken() { return times_.take(trace_); }

    Trace trace_;
    Trace::Track track_ = trace_.add_track("queue");

  private:
    struct Recorded {
        Trace::Group group;
        int64_t ms;
    };
    std::deque<Recorded> recorded_;
    int64_t now_ = 0;
    uint64_t steps_ = 0, frames_ = 0;
    StepTimes times_;
};

TEST_F(StepTimesTest, AStepIsTheSumOfItsPassesHoweverOftenEachRuns) {
    frame(1, 3);
    frame(1, 0);  // a method that does not iterate
    frame(1, 7);
    frame(0);
    measure_all();
    EXPECT_EQ(taken(), (std::vector<double>{17, 2, 37}));
    EXPECT_EQ(taken(), std::vector<double>()) << "each once";
}

TEST_F(StepTimesTest, AStepMeasuredInPartIsNotYetOne) {
    frame(2);
    frame(0);
    measure(3);
    EXPECT_EQ(taken(), std::vector<double>());
    measure(1);
    EXPECT_EQ(taken(), std::vector<double>()) << "it might go on";
    measure(1);
    EXPECT_EQ(taken(), (std::vector<double>{17}));
    measure_all();
    EXPECT_EQ(taken(), (std::vector<double>{17}));
}

TEST_F(StepTimesTest, WhatIsForgottenOrNeverMeasuredIsNoStep) {
    frame(1);
    frame(1);
    measure_all();
    trace_.set_clock(track_, 0, 0, true);
    trace_.forget_before(INT64_MAX);
    EXPECT_EQ(taken().size(), 0u);
    trace_.begin_group(track_, "step", 9);  // without a pass that was timed
    trace_.end_group(track_);
    frame(1);
    frame(0);
    measure_all();
    EXPECT_EQ(taken(), (std::vector<double>{17}));
}

// Another scene's solver has a track of its own.
TEST_F(StepTimesTest, AnUnfinishedStepOfAnotherTrackDelaysNothing) {
    frame(1);
    measure_all();
    track_ = trace_.add_track("queue of the next scene");
    frame(1);
    frame(0);
    measure_all();
    EXPECT_EQ(taken(), (std::vector<double>{17}));
    frame(1);
    frame(0);
    measure_all();
    EXPECT_EQ(taken(), (std::vector<double>{17}));
}

}  // namespace
}  // namespace undine
