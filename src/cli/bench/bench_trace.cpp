#include "cli/bench/bench_trace.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace undine {
namespace {

struct Place {
    uint64_t group = 0, column = 0;  // from 1; 0: not in a case
    auto operator<=>(const Place&) const = default;
};

// Cases are the outermost groups, and the group of a backend is the next.
Place place_of(const Trace& trace, Trace::Group group) {
    Place place;
    for (const Trace::GroupInfo* g = trace.find(group); g; g = trace.find(g->in)) {
        if (g->name == kColumnGroup) place.column = g->number;
        place.group = g->number;
    }
    return place.column > 0 ? place : Place{};
}

using PassAt = std::pair<Place, std::string_view>;

struct Run {
    double bytes;
    uint32_t workgroup;  // 0: not the column's, or none
};

std::map<PassAt, Run> runs_of(const BenchReport& report) {
    std::map<PassAt, Run> runs;
    for (size_t g = 0; g < report.groups.size(); ++g) {
        const GroupMeasurement& measured = report.groups[g].measured;
        for (size_t c = 0; c < measured.backends.size(); ++c)
            for (const PassMeasurement& pass : measured.backends[c].passes)
                for (const PassWork& work : measured.work.passes)
                    if (work.name == pass.name && pass.runs > 0)
                        runs[{{g + 1, c + 1}, pass.name}] = {work.compulsory_bytes / pass.runs,
                                                             work.flop ? report.columns[c].workgroup : 0};
    }
    return runs;
}

}  // namespace

SpanArguments bench_span_arguments(const BenchReport& report, const Trace& trace) {
    // Those that were cut into several submissions: a part's time is not a run's.
    std::set<PassAt> cut;
    for (const Trace::Span& span : trace.spans())
        if (span.continued) cut.insert({place_of(trace, span.in), span.name});
    return [&trace, runs = runs_of(report), cut = std::move(cut)](const Trace::Span& span) {
        std::vector<std::pair<std::string, double>> all;
        const PassAt at{place_of(trace, span.in), span.name};
        const auto found = runs.find(at);
        if (found == runs.end() || cut.contains(at)) return all;
        const auto& [bytes, workgroup] = found->second;
        all.emplace_back("bytes", bytes);
        if (span.end > span.begin) all.emplace_back("GB/s", bytes / double(span.end - span.begin));
        if (workgroup > 0) all.emplace_back("workgroup", workgroup);
        return all;
    };
}

}  // namespace undine
