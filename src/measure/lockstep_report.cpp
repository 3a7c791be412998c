#include "measure/lockstep_report.h"

#include <algorithm>
#include <limits>

namespace undine {

std::optional<Finding> first_beyond(const LockstepReport& report) {
    std::optional<Finding> first;
    uint64_t first_order = std::numeric_limits<uint64_t>::max();
    const auto offer = [&](const Finding& finding, uint64_t order) {
        if (order >= first_order) return;
        first = finding;
        first_order = order;
    };
    for (size_t k = 0; k < report.candidates.size(); ++k) {
        for (const ChannelDifference& d : report.candidates[k].differences)
            if (d.first_beyond) offer({.candidate = k, .difference = &d}, d.first_beyond->moment.order);
        for (const Trespass& t : report.candidates[k].trespasses)
            offer({.candidate = k, .trespass = &t}, t.moment.order);
    }
    if (first) return first;
    for (size_t k = 0; k < report.candidates.size(); ++k)
        if (!report.candidates[k].guards_intact) return Finding{.candidate = k};
    return {};
}

bool no_value_differs(const LockstepReport& report) {
    return std::ranges::all_of(report.candidates, [](const LockstepReport::Candidate& candidate) {
        return std::ranges::all_of(candidate.differences, [](const ChannelDifference& d) {
            return d.unequal_integers == 0 && d.pairs_differing == 0 && d.not_finite == 0 && d.ulps.last_used() == 0;
        });
    });
}

}  // namespace undine
