#include "cli/bench/bench_warnings.h"

#include <algorithm>

#include "report/text_table.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

using Kind = BenchWarning::Kind;

// Fractions of the median. In docs/results/bench.md, measured on an idle machine, the widest spread of steps is 0.21,
// and most are within 0.08. Copies use the whole memory bandwidth, so anything else that uses it shows at once.
constexpr double kWideSpread = 0.25, kWideCopySpread = 0.5;
// Below this fraction of a step, the cost of timing does not change the second digit of any figure.
constexpr double kNotable = 0.05;

double width_of(const Spread& s) { return (s.most - s.least) / s.median; }

void warn_of_spread(std::vector<BenchWarning>& all, const Spread& step) {
    if (width_of(step) <= kWideSpread) return;
    all.push_back({Kind::wide_spread, "repetitions of the same steps lie " + percent_text(width_of(step)) +
                                          " apart, so something else used this machine or its clocks changed; "
                                          "measure again when it is idle, with more --repetitions"});
}

void warn_of_timing(std::vector<BenchWarning>& all, const Spread& step, const Spread& timed) {
    const double cost = timed.median / step.median - 1;
    if (timed.most < step.least && cost < -kNotable)
        all.push_back({Kind::faster_when_timed,
                       "steps took " + percent_text(-cost) +
                           " less time while their passes were timed, which timing cannot cause: the load or the "
                           "clocks changed in between; measure again when the machine is idle, with more --warmup"});
    if (timed.least > step.most && cost > kNotable)
        all.push_back({Kind::slower_when_timed,
                       "steps took " + percent_text(cost) +
                           " more time while their passes were timed and each step was waited for: read the passes' "
                           "shares, or give each step more work with --particles"});
}

void warn_of_copies(std::vector<BenchWarning>& all, const BenchGroup& group, const BenchColumn& column,
                    const BackendMeasurement& m) {
    const Spread copies = spread_of(column.copy_speeds());
    if (width_of(copies) > kWideCopySpread)
        all.push_back({Kind::copies_vary, "the device's own copies ran at " + spread_text(copies, 1e-9) +
                                              " GB/s, so shares of them mean little; measure again when nothing "
                                              "else uses the memory"});
    const std::vector<PassFigures> figures = pass_figures(group, column, m);
    size_t beyond = 0, most = 0;
    for (size_t p = 0; p < figures.size(); ++p) {
        if (!is_beyond_copies(figures[p], column)) continue;
        if (beyond++ == 0 || *figures[p].share_of_copy > *figures[most].share_of_copy) most = p;
    }
    if (beyond == 0) return;
    all.push_back({Kind::beyond_copies,
                   counted(beyond, "pass moves", "passes move") + " more than the device's fastest copy did (" +
                       m.passes[most].name + ": " + percent_text(*figures[most].share_of_copy) +
                       " of copies): their data lie in a cache, or the machine was busy while it copied; with more "
                       "--particles they come from memory"});
}

}  // namespace

const char* kind_name(Kind kind) {
    static constexpr const char* kNames[] = {"wide_spread", "faster_when_timed", "slower_when_timed", "copies_vary",
                                             "beyond_copies"};
    return kNames[static_cast<size_t>(kind)];
}

std::vector<BenchWarning> bench_warnings(const BenchGroup& group, const BenchColumn& column,
                                         const BackendMeasurement& m) {
    std::vector<BenchWarning> all;
    const Spread step = spread_of(m.step_ms), timed = spread_of(m.timed_step_ms);
    warn_of_spread(all, width_of(timed) > width_of(step) ? timed : step);
    warn_of_timing(all, step, timed);
    if (!m.passes.empty()) warn_of_copies(all, group, column, m);
    return all;
}

bool has(const std::vector<BenchWarning>& warnings, Kind kind) {
    return std::ranges::find(warnings, kind, &BenchWarning::kind) != warnings.end();
}

}  // namespace undine
