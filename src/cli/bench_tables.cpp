// The report as a person reads it.
#include <algorithm>
#include <cstdio>

#include "cli/bench_report.h"
#include "cli/text_table.h"
#include "scene/text.h"

namespace undine {
namespace {

std::string percent(double part) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * part);
    return text;
}

std::string or_dash(const std::optional<double>& value, double scale = 1) {
    return value ? short_number(*value * scale) : "-";
}

bool same_scene(const BenchGroup& a, const BenchGroup& b) { return a.title() == b.title(); }

// The measurement of the same scene, size and backend with the neighbour search that was asked for first.
const BackendMeasurement* first_search(const BenchReport& report, const BenchGroup& group, size_t column) {
    for (const BenchGroup& other : report.groups)
        if (same_scene(other, group) && other.measured.particles == group.measured.particles)
            return other.measured.backends[column].out_of_memory.empty() ? &other.measured.backends[column] : nullptr;
    return nullptr;
}

// The groups of one scene, one backend a line.
std::string step_table(const BenchReport& report, const BenchGroup& first) {
    TextTable::Row header = {"particles", "search", "backend", "ms a step", "ns/particle", "/neighbour", "× first"};
    bool several_searches = false;
    for (const BenchGroup& group : report.groups)
        several_searches |= same_scene(group, first) && group.neighbors != first.neighbors;
    if (several_searches) header.push_back("× " + first.neighbors);
    TextTable table(header, 3);
    for (const BenchGroup& group : report.groups)
        for (size_t c = 0; same_scene(group, first) && c < report.columns.size(); ++c) {
            const GroupMeasurement& g = group.measured;
            const BackendMeasurement& m = g.backends[c];
            TextTable::Row row = {with_commas(g.particles), group.neighbors, report.columns[c].label};
            if (m.out_of_memory.empty()) {
                const double ms = spread_of(m.step_ms).median, ns = ms * 1e6 / g.particles;
                row.insert(row.end(), {spread_text(spread_of(m.step_ms)), short_number(ns),
                                       short_number(ns / g.work.neighbors_mean), short_number(ratio_to_first(g, m))});
                const BackendMeasurement* other = first_search(report, group, c);
                if (several_searches) row.push_back(other ? short_number(ms / spread_of(other->step_ms).median) : "-");
            }
            row.resize(header.size(), "-");
            table.add(row);
        }
    return table.text();
}

std::string size_table(const BenchReport& report, const BenchGroup& first) {
    TextTable table({"particles", "search", "neighbours", "iterations", "bytes/particle"}, 2);
    for (const BenchGroup& group : report.groups) {
        const GroupMeasurement& g = group.measured;
        if (!same_scene(group, first) || g.bytes_per_particle == 0) continue;  // 0: it fitted nowhere
        uint32_t iterations = 0;
        for (const BackendMeasurement& m : g.backends) iterations = std::max(iterations, m.iterations);
        table.add({with_commas(g.particles), group.neighbors, short_number(g.work.neighbors_mean),
                   std::to_string(iterations), short_number(g.bytes_per_particle)});
    }
    return table.text();
}

std::string pass_table(const BenchReport& report, const BenchGroup& group, size_t c) {
    const BackendMeasurement& m = group.measured.backends[c];
    const Spread step = spread_of(m.step_ms);
    std::string title = "\n" + group.title() + ", " + with_commas(group.measured.particles) + " particles, " +
                        group.neighbors + ", " + report.columns[c].label + ": ";
    if (m.passes.empty()) return title + "its queue has no clock for passes\n";
    TextTable table({"pass", "runs", "ns/particle", "[least..most]", "share", "bytes", "accessed", "GB/s", "of copy",
                     "flop", "GFLOP/s", "flop/byte"},
                    1);
    const std::vector<PassFigures> figures = pass_figures(group, report.columns[c], m);
    double together = 0;
    for (size_t p = 0; p < figures.size(); ++p) {
        const PassFigures& f = figures[p];
        const size_t slash = m.passes[p].name.find('/');
        if (slash == std::string::npos) together += f.ms.median;
        const double ns = 1e6 / group.measured.particles / f.runs;
        table.add({slash == std::string::npos ? m.passes[p].name : "  " + m.passes[p].name.substr(slash + 1),
                   number_text(f.runs), short_number(f.ns_per_run),
                   "[" + short_number(f.ms.least * ns) + ".." + short_number(f.ms.most * ns) + "]", percent(f.share),
                   or_dash(f.bytes), or_dash(f.accessed_bytes), or_dash(f.bytes_per_second, 1e-9),
                   f.share_of_copy ? percent(*f.share_of_copy) : "-", or_dash(f.flop), or_dash(f.flop_per_second, 1e-9),
                   or_dash(f.flop_per_byte)});
    }
    return title + "passes are " + percent(together / step.median) + " of a step, timing them costs " +
           percent(spread_of(m.timed_step_ms).median / step.median - 1) + "\n" + table.text();
}

}  // namespace

std::string spread_text(const Spread& s, double scale) {
    return short_number(s.median * scale) + " [" + short_number(s.least * scale) + ".." + short_number(s.most * scale) +
           "]";
}

std::string bench_tables(const BenchReport& report, bool passes) {
    std::string text = "undine " + report.version + " bench: medians [least..most] of " +
                       std::to_string(report.settings.repetitions) + " × " + std::to_string(report.settings.steps) +
                       " steps behind " + std::to_string(report.settings.warmup) + ", backends taking turns\n" +
                       "host: " + report.host + "\n";
    for (const BenchColumn& c : report.columns)
        text += c.label + ": " + c.device + "; copies " + spread_text(spread_of(c.copy_speeds()), 1e-9) + " GB/s\n";
    for (size_t g = 0; g < report.groups.size(); ++g) {
        const BenchGroup& group = report.groups[g];
        auto seen = [&](const BenchGroup& earlier) { return same_scene(earlier, group); };
        if (std::any_of(report.groups.begin(), report.groups.begin() + g, seen)) continue;
        text += "\n" + group.title() + "\n" + step_table(report, group) + "\n" + size_table(report, group);
    }
    for (const BenchGroup& group : report.groups)
        for (size_t c = 0; c < report.columns.size(); ++c)
            if (passes && group.measured.backends[c].out_of_memory.empty()) text += pass_table(report, group, c);
    return text;
}

}  // namespace undine
