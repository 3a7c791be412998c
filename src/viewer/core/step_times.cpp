#include "viewer/core/step_times.h"

#include <algorithm>

namespace undine {
namespace {

bool is_in(const Trace& trace, Trace::Group part, Trace::Group whole) {
    while (part > whole) part = trace.find(part)->in;  // what is later than a group that is kept is kept
    return part == whole;
}

}  // namespace

std::vector<double> StepTimes::take(const Trace& trace) {
    for (Trace::Group g = std::max(seen_ + 1, trace.first_group()); g < trace.next_group(); ++g)
        if (trace.find(g)->name == "step") unfinished_.push_back(g);
    seen_ = trace.next_group() - 1;

    std::vector<double> ms;
    std::erase_if(unfinished_, [&](Trace::Group g) {
        const Trace::GroupInfo* step = trace.find(g);
        if (!step) return true;  // forgotten
        const Trace::Group latest = trace.tracks()[step->track].latest;
        if (latest <= g || is_in(trace, latest, g)) return false;
        if (step->begin <= step->end) ms.push_back(double(step->busy) * 1e-6);
        return true;
    });
    return ms;
}

}  // namespace undine
