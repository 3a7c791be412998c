// The report as tables, as text and as Markdown.
#include <algorithm>

#include "cli/bench/bench_report.h"
#include "cli/bench/bench_warnings.h"
#include "report/markdown.h"
#include "report/text_table.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

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

// Whether the time of a step might differ on an idle machine.
bool is_doubtful(const BenchReport& report, const BenchGroup& group, size_t column) {
    const auto warnings = bench_warnings(group, report.columns[column], group.measured.backends[column]);
    return has(warnings, BenchWarning::Kind::wide_spread) || has(warnings, BenchWarning::Kind::faster_when_timed);
}

// Whether the time that the others are compared with is doubtful.
bool first_is_doubtful(const BenchReport& report, const BenchGroup& group) {
    for (size_t c = 0; c < report.columns.size(); ++c)
        if (group.measured.backends[c].out_of_memory.empty()) return is_doubtful(report, group, c);
    return false;
}

// The groups of one scene, one row per group and backend.
TextTable step_table(const BenchReport& report, const BenchGroup& first) {
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
                const bool doubtful = is_doubtful(report, group, c);
                const std::string mark = doubtful ? kDoubtful : "";
                row.insert(row.end(), {spread_text(spread_of(m.step_ms)) + mark, short_number(ns) + mark,
                                       short_number(ns / g.work.neighbors_mean) + mark,
                                       short_number(ratio_to_first(g, m)) +
                                           (doubtful || first_is_doubtful(report, group) ? kDoubtful : "")});
                const BackendMeasurement* other = first_search(report, group, c);
                if (several_searches) row.push_back(other ? short_number(ms / spread_of(other->step_ms).median) : "-");
            }
            row.resize(header.size(), "-");
            table.add(row);
        }
    return table;
}

TextTable size_table(const BenchReport& report, const BenchGroup& first) {
    TextTable table({"particles", "search", "neighbours", "iterations", "bytes/particle"}, 2);
    for (const BenchGroup& group : report.groups) {
        const GroupMeasurement& g = group.measured;
        if (!same_scene(group, first) || g.bytes_per_particle == 0) continue;  // 0: no backend had enough memory
        uint32_t iterations = 0;
        for (const BackendMeasurement& m : g.backends) iterations = std::max(iterations, m.iterations);
        table.add({with_commas(g.particles), group.neighbors, short_number(g.work.neighbors_mean),
                   std::to_string(iterations), short_number(g.bytes_per_particle)});
    }
    return table;
}

std::string title_of(const BenchGroup& group, const BenchColumn& column) {
    return printable(group.title(), 200) + ", " + counted(group.measured.particles, "particle") + ", " +
           group.neighbors + ", " + printable(column.label);
}

// The time of all passes relative to the step, and what timing them costs.
std::string pass_summary(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    if (m.passes.empty()) return "its queue has no clock for passes";
    double together = 0;
    for (const PassMeasurement& p : m.passes)
        if (p.name.find('/') == std::string::npos) together += spread_of(p.ms).median;
    const Spread step = spread_of(m.step_ms), timed = spread_of(m.timed_step_ms);
    const auto warnings = bench_warnings(group, column, m);
    const std::string mark =
        has(warnings, BenchWarning::Kind::faster_when_timed) || has(warnings, BenchWarning::Kind::wide_spread)
            ? kDoubtful
            : "";
    const bool overlap = timed.least <= step.most && step.least <= timed.most;
    return "passes are " + percent_text(together / step.median, 1) + mark + " of a step, timing them costs " +
           (overlap ? "no more than the spread of the repetitions"
                    : percent_text(timed.median / step.median - 1, 1) + mark);
}

TextTable pass_table(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    TextTable table({"pass", "runs", "ns/particle", "[least..most]", "share", "bytes", "accessed", "GB/s", "of copy",
                     "flop", "GFLOP/s", "flop/byte"},
                    1);
    const std::vector<PassFigures> figures = pass_figures(group, column, m);
    const bool copies_vary = has(bench_warnings(group, column, m), BenchWarning::Kind::copies_vary);
    for (size_t p = 0; p < figures.size(); ++p) {
        const PassFigures& f = figures[p];
        const size_t slash = m.passes[p].name.find('/');
        const double ns = 1e6 / group.measured.particles / f.runs;
        const std::string mark = copies_vary || is_beyond_copies(f, column) ? kDoubtful : "";
        // Its repetitions differ by more than the figure itself.
        const std::string scattered = f.ms.most - f.ms.least > f.ms.median ? kDoubtful : "";
        table.add({slash == std::string::npos ? m.passes[p].name : "  " + m.passes[p].name.substr(slash + 1),
                   number_text(f.runs), short_number(f.ns_per_run) + scattered,
                   "[" + short_number(f.ms.least * ns) + ".." + short_number(f.ms.most * ns) + "]",
                   percent_text(f.share, 1), or_dash(f.bytes), or_dash(f.accessed_bytes),
                   or_dash(f.bytes_per_second, 1e-9), f.share_of_copy ? percent_text(*f.share_of_copy, 1) + mark : "-",
                   or_dash(f.flop), or_dash(f.flop_per_second, 1e-9), or_dash(f.flop_per_byte)});
    }
    return table;
}

bool is_first_of_its_scene(const BenchReport& report, size_t g) {
    const auto begin = report.groups.begin();
    return std::none_of(begin, begin + static_cast<ptrdiff_t>(g),
                        [&](const BenchGroup& earlier) { return same_scene(earlier, report.groups[g]); });
}

// Calls visit(group, column, measurement) for each case that has figures.
template <class Visit>
void for_each_case(const BenchReport& report, Visit visit) {
    for (const BenchGroup& group : report.groups)
        for (size_t c = 0; c < report.columns.size(); ++c)
            if (const BackendMeasurement& m = group.measured.backends[c]; m.out_of_memory.empty())
                visit(group, report.columns[c], m);
}

// One sentence for each warning, preceded by its case.
std::vector<std::string> warning_lines(const BenchReport& report) {
    std::vector<std::string> lines;
    for_each_case(report, [&](const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
        for (const BenchWarning& w : bench_warnings(group, column, m))
            lines.push_back(title_of(group, column) + ": " + w.sentence);
    });
    return lines;
}

std::string method_text(const BenchReport& report) {
    const BenchSettings& s = report.settings;
    return "medians [least..most] of " + std::to_string(s.repetitions) + " × " + counted(s.steps, "step") + " after " +
           std::to_string(s.warmup) + ", backends taking turns";
}

}  // namespace

std::string bench_tables(const BenchReport& report, bool passes) {
    std::string text = "undine bench: " + method_text(report) + "\n" + provenance_text(report.provenance) + "\n";
    for (const BenchColumn& c : report.columns)
        text += printable(c.label) + ": " + printable(c.device, 200) + "; copies " +
                spread_text(spread_of(c.copy_speeds()), 1e-9) + " GB/s\n";
    for (size_t g = 0; g < report.groups.size(); ++g) {
        const BenchGroup& group = report.groups[g];
        if (!is_first_of_its_scene(report, g)) continue;
        text += "\n" + printable(group.title(), 200) + "\n" + step_table(report, group).text() + "\n" +
                size_table(report, group).text();
    }
    if (passes)
        for_each_case(report, [&](const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
            text += "\n" + title_of(group, column) + ": " + pass_summary(group, column, m) + "\n";
            if (!m.passes.empty()) text += pass_table(group, column, m).text();
        });
    const std::vector<std::string> warnings = warning_lines(report);
    if (!warnings.empty()) text += "\nFigures with ? are doubtful:\n";
    for (const std::string& line : warnings) text += "  " + line + "\n";
    return text;
}

std::string bench_markdown(const BenchReport& report, bool passes) {
    std::vector<std::string> labels;
    for (const BenchColumn& c : report.columns) labels.push_back(c.label);
    std::string text = "**Milliseconds a step: " + method_text(report) + "**\n\n" +
                       device_table(labels, report.provenance.devices).markdown();
    for (size_t g = 0; g < report.groups.size(); ++g) {
        const BenchGroup& group = report.groups[g];
        if (!is_first_of_its_scene(report, g)) continue;
        text += "\n#### " + markdown_code(group.title()) + "\n\n" + step_table(report, group).markdown() + "\n" +
                size_table(report, group).markdown();
    }
    if (passes)
        for_each_case(report, [&](const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
            text += "\n" + markdown_escaped(title_of(group, column) + ": " + pass_summary(group, column, m)) + "\n";
            if (!m.passes.empty()) text += "\n" + pass_table(group, column, m).markdown();
        });
    const std::vector<std::string> warnings = warning_lines(report);
    if (!warnings.empty()) text += "\nFigures with ? are doubtful:\n\n";
    for (const std::string& line : warnings) text += "- " + markdown_escaped(line) + "\n";
    return text + "\n" + provenance_markdown(report.provenance);
}

}  // namespace undine
