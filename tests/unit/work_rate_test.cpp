#include "gpu/work_rate.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

// Submissions of cost 1 that take a device 10 ms each, one after another from t = 0, as a host sees them.
class HostWithoutClock {
  public:
    // looked: when the host asked, ms; ended: when it knew; it waited if the submission had not ended before.
    double see(double submitted, double looked, double ended) {
        const double done = began_ + 10;
        began_ = done;
        const auto bounds = bounds_.next(submitted, looked, ended, looked < done);
        rate_.bounded(1, bounds.least, bounds.most);
        return rate_.seconds_per_unit();
    }

  private:
    double began_ = 1000;
    HostBounds bounds_;
    WorkRate rate_{10};
};

TEST(WorkRate, TwoSubmissionsThatEndedBeforeTheHostLooked) {
    HostWithoutClock host;
    EXPECT_EQ(host.see(1000, 1050, 1050), 10);
    EXPECT_EQ(host.see(1001, 1050, 1050), 10) << "it did not take the 0 ms since the one before was seen to have ended";
    EXPECT_EQ(host.see(1002, 1050, 1050.1), 10);
}

TEST(WorkRate, AHostThatWakesLate) {
    HostWithoutClock host;
    EXPECT_DOUBLE_EQ(host.see(1000, 1005, 1018), 14) << "for all it knows, the device was busy for 18 ms";
    EXPECT_DOUBLE_EQ(host.see(1001, 1019, 1020), 14) << "not 2 ms, since it woke: at most 15, since it fell asleep";
}

TEST(WorkRate, ComesToWhatTheHostWaitedFor) {
    WorkRate rate(1);
    HostBounds bounds;
    for (int k = 0; k < 40; ++k) {
        const auto b = bounds.next(100, 100 + 10 * k, 110 + 10 * k, true);
        rate.bounded(2, b.least, b.most);
    }
    EXPECT_NEAR(rate.seconds_per_unit(), 5, 1e-6) << "up";
    for (int k = 40; k < 80; ++k) {
        const auto b = bounds.next(100, 100 + 10 * k, 110 + 10 * k, true);
        rate.bounded(20, b.least, b.most);
    }
    EXPECT_LE(rate.seconds_per_unit(), 1.0001)
        << "down, as far as the time since the one before was seen to run allows";
}

TEST(WorkRate, OfNothing) {
    WorkRate rate(3);
    rate.bounded(0, 5, 5);
    EXPECT_EQ(rate.seconds_per_unit(), 3);
}

// A device that takes 1 s for a unit of simulation and 100 s for one of pictures.
TEST(WorkRates, EachKindOfWorkHasItsOwn) {
    WorkRates rates({10, 10});
    for (int k = 0; k < 40; ++k) {
        rates.bounded({3, 0}, 3, 3);
        rates.bounded({0, 2}, 200, 200);
    }
    EXPECT_NEAR(rates.seconds_per_unit(Work::simulation), 1, 1e-6);
    EXPECT_NEAR(rates.seconds_per_unit(Work::pictures), 100, 1e-4);
    EXPECT_NEAR(rates.seconds({5, 0.5}), 55, 1e-3);
}

TEST(WorkRates, OfBothAtOnceTheSumIsRight) {
    WorkRates rates({10, 10});
    for (int k = 0; k < 40; ++k) rates.bounded({3, 2}, 203, 203);
    EXPECT_NEAR(rates.seconds({3, 2}), 203, 1e-3);
    EXPECT_NEAR(rates.seconds_per_unit(Work::pictures), 40.6, 1e-3) << "in their ratio at the start";
    rates.bounded({0, 0}, 1, 1);
    EXPECT_NEAR(rates.seconds({3, 2}), 203, 1e-3);
}

}  // namespace
}  // namespace undine
