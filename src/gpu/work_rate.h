// How many seconds a unit of recorded cost takes on a device, learnt from what it has executed.
//
// The device's own clock says how long a submission took. Without one, the host knows only that it began after it was
// submitted and after the submission before it had ended, of which it knows when it last looked: the estimate moves
// only as far as these bounds force it to. A submission that had ended before the host looked at it bounds the
// estimate from above by the time since it was submitted, never by the time since the host looked at the one before.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace undine {

class WorkRate {
  public:
    explicit WorkRate(double seconds_per_unit) : seconds_per_unit_(seconds_per_unit) {}

    double seconds_per_unit() const { return seconds_per_unit_; }

    // A submission of that cost took the device at least and at most that long, in s.
    void bounded(double cost, double least, double most) {
        if (cost <= 0) return;
        if (seconds_per_unit_ > most / cost) approach(most / cost);
        else if (seconds_per_unit_ < least / cost) approach(least / cost);
    }

  private:
    void approach(double measured) { seconds_per_unit_ = (seconds_per_unit_ + measured) / 2; }

    double seconds_per_unit_;
};

// Kinds of work, whose units do not take the same time. Their ratio is the device's: an H200 takes some 130 times as
// long to draw a particle as to sweep it over its neighbours (docs/results/h200.md), a software driver ten times.
enum class Work : uint8_t {
    simulation,  // a unit is one particle's sweep over its neighbours
    pictures,    // a unit is one sample of a picture
};
using WorkCosts = std::array<double, 2>;  // by kind

class WorkRates {
  public:
    explicit WorkRates(const WorkCosts& seconds_per_unit)
        : rates_{WorkRate(seconds_per_unit[0]), WorkRate(seconds_per_unit[1])} {}

    double seconds_per_unit(Work work) const { return rates_[static_cast<size_t>(work)].seconds_per_unit(); }

    double seconds(const WorkCosts& costs) const {
        double sum = 0;
        for (size_t k = 0; k < costs.size(); ++k) sum += costs[k] * rates_[k].seconds_per_unit();
        return sum;
    }

    // A submission of those costs took the device at least and at most that long, in s. Of more or less than was
    // expected, each kind gets its share.
    void bounded(const WorkCosts& costs, double least, double most) {
        const double expected = seconds(costs);
        for (size_t k = 0; k < costs.size(); ++k) {
            if (costs[k] <= 0) continue;
            const double share = costs[k] * rates_[k].seconds_per_unit() / expected;
            rates_[k].bounded(costs[k], share * least, share * most);
        }
    }

  private:
    std::array<WorkRate, 2> rates_;
};

// Bounds on how long submissions took, by the host's clock, in s. Of each submission in turn, oldest first.
class HostBounds {
  public:
    struct Bounds {
        double least = 0, most = 0;
    };

    // submitted: when it was submitted; looked: when the host first looked whether it had ended, which it had not if
    // `waited`; ended: when the host knew that it had.
    Bounds next(double submitted, double looked, double ended, bool waited) {
        const Bounds bounds{waited ? ended - std::max(submitted, previous_ended_) : 0,
                            ended - std::max(submitted, previous_running_)};
        previous_ended_ = ended;
        if (waited) previous_running_ = looked;
        return bounds;
    }

  private:
    double previous_ended_ = 0;    // the one before had ended by then
    double previous_running_ = 0;  // some one before had not ended then
};

}  // namespace undine
