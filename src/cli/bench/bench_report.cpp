#include "cli/bench/bench_report.h"

#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/bench/bench_warnings.h"
#include "text/text.h"

namespace undine {

using nlohmann::ordered_json;

namespace {

const PassWork* find_work(const StepWork& work, const std::string& name) {
    for (const PassWork& w : work.passes)
        if (w.name == name) return &w;
    return nullptr;
}

bool is_part(const std::string& name) { return name.find('/') != std::string::npos; }

ordered_json spread_json(const std::vector<double>& values) {
    const Spread s = spread_of(values);
    return {{"median", s.median}, {"least", s.least}, {"most", s.most}, {"repetitions", values}};
}

ordered_json optional_json(const std::optional<double>& value) { return value ? ordered_json(*value) : ordered_json(); }

ordered_json passes_json(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    ordered_json passes = ordered_json::array();
    const std::vector<PassFigures> figures = pass_figures(group, column, m);
    for (size_t p = 0; p < figures.size(); ++p) {
        const PassFigures& f = figures[p];
        passes.push_back({{"name", m.passes[p].name},
                          {"runs_per_step", f.runs},
                          {"ms_per_step", spread_json(m.passes[p].ms)},
                          {"ns_per_particle_per_run", f.ns_per_run},
                          {"share", f.share},
                          {"compulsory_bytes_per_particle_per_run", optional_json(f.bytes)},
                          {"accessed_bytes_per_particle_per_run", optional_json(f.accessed_bytes)},
                          {"flop_per_particle_per_run", optional_json(f.flop)},
                          {"bytes_per_s", optional_json(f.bytes_per_second)},
                          {"share_of_copy_bandwidth", optional_json(f.share_of_copy)},
                          {"beyond_copies", is_beyond_copies(f, column)},
                          {"flop_per_s", optional_json(f.flop_per_second)},
                          {"flop_per_byte", optional_json(f.flop_per_byte)}});
    }
    return passes;
}

ordered_json warnings_json(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    ordered_json all = ordered_json::array();
    for (const BenchWarning& w : bench_warnings(group, column, m))
        all.push_back({{"kind", kind_name(w.kind)}, {"sentence", w.sentence}});
    return all;
}

ordered_json case_json(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    const GroupMeasurement& g = group.measured;
    ordered_json out = {{"scene", group.scene},         {"overrides", group.overrides}, {"particles", g.particles},
                        {"neighbors", group.neighbors}, {"backend", column.backend},    {"name", m.name},
                        {"threads", column.threads},    {"workgroup", column.workgroup}};
    if (!m.out_of_memory.empty()) {
        out["out_of_memory"] = m.out_of_memory;
        return out;
    }
    const Spread step = spread_of(m.step_ms), timed = spread_of(m.timed_step_ms);
    const double ns = step.median * 1e6 / g.particles;
    out["iterations"] = m.iterations;
    out["neighbors_mean"] = g.work.neighbors_mean;
    out["bytes_per_particle"] = g.bytes_per_particle;
    out["ms_per_step"] = spread_json(m.step_ms);
    out["ns_per_particle"] = ns;
    out["ns_per_particle_per_neighbor"] = ns / g.work.neighbors_mean;
    out["ratio_to_first"] = ratio_to_first(g, m);
    out["ms_per_step_while_passes_are_timed"] = spread_json(m.timed_step_ms);
    out["timing_overhead"] = timed.median / step.median - 1;
    out["passes"] = passes_json(group, column, m);
    out["warnings"] = warnings_json(group, column, m);
    return out;
}

// Quoted if it contains a comma, a quote or a line break.
std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + csv_cell(cell);
    return line + '\n';
}

std::string number(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

std::string csv_lines(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    std::string text;
    auto add = [&](const std::string& pass, const PassFigures& f) {
        text += csv_line({group.title(), std::to_string(group.measured.particles), group.neighbors, column.backend,
                          m.name, std::to_string(column.threads), std::to_string(column.workgroup), pass,
                          number_text(f.runs), number_text(f.ms.median), number_text(f.ms.least),
                          number_text(f.ms.most), number_text(f.ns_per_run), number(f.bytes),
                          number(f.bytes_per_second), number(f.flop), number(f.flop_per_second)});
    };
    const Spread step = spread_of(m.step_ms);
    add("step", {.ms = step, .runs = 1, .ns_per_run = step.median * 1e6 / group.measured.particles});
    const std::vector<PassFigures> figures = pass_figures(group, column, m);
    for (size_t p = 0; p < figures.size(); ++p) add(m.passes[p].name, figures[p]);
    return text;
}

}  // namespace

std::vector<double> BenchColumn::copy_speeds() const {
    std::vector<double> speeds;
    for (double seconds : copy.seconds) speeds.push_back(2.0 * double(copy.bytes) / seconds);
    return speeds;
}

std::string BenchGroup::title() const {
    std::string text = scene;
    for (const std::string& o : overrides) text += ":" + o;
    return text;
}

std::vector<PassFigures> pass_figures(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m) {
    const double particles = group.measured.particles, copy_speed = spread_of(column.copy_speeds()).median;
    double total = 0;
    for (const PassMeasurement& p : m.passes)
        if (!is_part(p.name)) total += spread_of(p.ms).median;
    std::vector<PassFigures> all;
    for (const PassMeasurement& p : m.passes) {
        PassFigures& f = all.emplace_back();
        f.ms = spread_of(p.ms);
        f.runs = p.runs;
        f.ns_per_run = f.ms.median * 1e6 / particles / p.runs;
        f.share = f.ms.median / total;
        const PassWork* work = find_work(group.measured.work, p.name);
        if (!work) continue;
        const double seconds = f.ms.median / 1e3, all_runs = particles * p.runs;
        f.bytes = work->compulsory_bytes / all_runs;
        f.bytes_per_second = work->compulsory_bytes / seconds;
        f.share_of_copy = *f.bytes_per_second / copy_speed;
        if (work->accessed_bytes) f.accessed_bytes = *work->accessed_bytes / all_runs;
        if (!work->flop) continue;
        f.flop = *work->flop / all_runs;
        f.flop_per_second = *work->flop / seconds;
        f.flop_per_byte = *work->flop / work->compulsory_bytes;
    }
    return all;
}

bool is_beyond_copies(const PassFigures& figures, const BenchColumn& column) {
    return figures.bytes_per_second && *figures.bytes_per_second > spread_of(column.copy_speeds()).most;
}

double ratio_to_first(const GroupMeasurement& group, const BackendMeasurement& m) {
    for (const BackendMeasurement& first : group.backends)
        if (first.out_of_memory.empty()) return spread_of(m.step_ms).median / spread_of(first.step_ms).median;
    return 1;
}

ordered_json bench_json(const BenchReport& report) {
    ordered_json columns = ordered_json::array(), cases = ordered_json::array();
    for (const BenchColumn& c : report.columns)
        columns.push_back({{"backend", c.backend},
                           {"threads", c.threads},
                           {"workgroup", c.workgroup},
                           {"device", c.device},
                           {"copied_bytes", c.copy.bytes},
                           {"copy_bytes_per_s", spread_json(c.copy_speeds())}});
    for (const BenchGroup& group : report.groups)
        for (size_t c = 0; c < report.columns.size(); ++c)
            cases.push_back(case_json(group, report.columns[c], group.measured.backends[c]));
    return whole_report("bench", report.provenance,
                        {{"warmup_steps", report.settings.warmup},
                         {"warm_seconds", report.settings.warm_seconds},
                         {"steps", report.settings.steps},
                         {"repetitions", report.settings.repetitions},
                         {"interrupted", report.interrupted},
                         {"backends", columns},
                         {"cases", cases}});
}

std::string bench_csv(const BenchReport& report) {
    std::string text =
        csv_line({"scene", "particles", "neighbors", "backend", "name", "threads", "workgroup", "pass", "runs_per_step",
                  "ms_per_step", "ms_least", "ms_most", "ns_per_particle_per_run", "bytes_per_particle_per_run",
                  "bytes_per_s", "flop_per_particle_per_run", "flop_per_s"});
    for (const BenchGroup& group : report.groups)
        for (size_t c = 0; c < report.columns.size(); ++c)
            if (const BackendMeasurement& m = group.measured.backends[c]; m.out_of_memory.empty())
                text += csv_lines(group, report.columns[c], m);
    return text;
}

}  // namespace undine
