#include "cli/bench/bench_against.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/bench/bench_report.h"
#include "platform/whole_file.h"
#include "report/text_table.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {

using nlohmann::json;

namespace {

constexpr const char* kIdentity[] = {"scene", "overrides", "particles", "neighbors", "name", "threads", "workgroup"};

bool same_case(const json& a, const json& b) {
    for (const char* key : kIdentity)
        if (a.at(key) != b.at(key)) return false;
    return true;
}

std::string title_of(const json& c) {
    std::string title = c.at("scene").get<std::string>();
    for (const json& o : c.at("overrides")) title += ":" + o.get<std::string>();
    title += ", " + counted(c.at("particles").get<uint64_t>(), "particle") + ", " +
             c.at("neighbors").get<std::string>() + ", " + c.at("name").get<std::string>();
    const auto workgroup = c.at("workgroup").get<uint32_t>();
    return workgroup == 0 ? title : title + ", workgroup " + std::to_string(workgroup);
}

Spread spread_of_json(const json& j) {
    return {j.at("median").get<double>(), j.at("least").get<double>(), j.at("most").get<double>()};
}

Comparison compare_figures(std::string pass, const json& before, const json& now) {
    const json &old = before.at("ms_per_step"), &own = now.at("ms_per_step");
    // A report that was cut short by hand may have the spread alone.
    const auto repetitions = [](const json& of) { return of.value("repetitions", json::array()).size(); };
    return {std::move(pass), spread_of_json(old), spread_of_json(own), repetitions(old), repetitions(own)};
}

// How often all of `a` values are less than all of `b`, or all greater, if all come from one distribution:
// 2 a! b! / (a + b)!.
double chance_of_parting(size_t a, size_t b) {
    double chance = 2;
    for (size_t k = 1; k <= std::min(a, b) && chance > 0; ++k) chance *= double(k) / double(std::max(a, b) + k);
    return chance;
}

constexpr double kMostChance = 0.05;

// False for a case that ran out of memory: it has nothing to compare.
bool has_figures(const json& c) { return c.contains("ms_per_step"); }

std::vector<Comparison> compare_cases(const json& before, const json& now) {
    std::vector<Comparison> all{compare_figures("step", before, now)};
    for (const json& pass : now.at("passes"))
        for (const json& old : before.at("passes"))
            if (old.at("name") == pass.at("name"))
                all.push_back(compare_figures(pass.at("name").get<std::string>(), old, pass));
    return all;
}

// Limits, because a report is compared case by case and pass by pass, in quadratic time, and by functions that recurse
// into nested brackets. No run has as many cases, no solver as many passes.
constexpr int kDeepest = 16;
constexpr size_t kMostCases = 2000, kMostPasses = 200;

bool is_count(const json& value) { return value.is_number_unsigned() && value.get<uint64_t>() <= UINT32_MAX; }

bool is_sound(const json& report) {
    const json& cases = report.at("cases");
    return is_count(report.at("warmup_steps")) && is_count(report.at("steps")) && cases.size() <= kMostCases &&
           std::all_of(cases.begin(), cases.end(), [](const json& c) {
               return is_count(c.at("particles")) && is_count(c.at("workgroup")) &&
                      (!has_figures(c) || c.at("passes").size() <= kMostPasses);
           });
}

constexpr std::string_view kReportText = "what `undine bench --json` wrote";

const char* verdict_text(Verdict verdict) {
    static constexpr const char* kTexts[] = {"=", "faster", "slower", "?"};
    return kTexts[static_cast<size_t>(verdict)];
}

}  // namespace

Verdict Comparison::verdict() const {
    const bool faster = now.most < before.least;
    if (!faster && now.least <= before.most) return Verdict::same;
    if (chance_of_parting(repetitions_before, repetitions_now) > kMostChance) return Verdict::unknown;
    return faster ? Verdict::faster : Verdict::slower;
}

std::vector<ComparedCase> compare_reports(const json& before, const json& now) {
    std::vector<ComparedCase> all;
    for (const json& c : now.at("cases")) {
        ComparedCase& compared = all.emplace_back(ComparedCase{title_of(c), {}});
        const json& old_cases = before.at("cases");
        const auto old = std::find_if(old_cases.rbegin(), old_cases.rend(), [&](const json& other) {
            return same_case(c, other) && has_figures(c) && has_figures(other);
        });
        if (old != old_cases.rend()) compared.comparisons = compare_cases(*old, c);
    }
    return all;
}

json read_bench_report(const std::string& path) {
    const std::string text = read_whole_file(path, std::string(kReportText), uint64_t{16} << 20);
    const Error no_report(Exit::bad_input,
                          path_text(path) + ": is not a report of undine bench; expected " + std::string(kReportText));
    const auto shallow = [&](int depth, json::parse_event_t, json&) {
        if (depth > kDeepest) throw no_report;
        return true;
    };
    json report = json::parse(text, shallow, false);
    const auto kind = report.is_object() ? report.find("report") : report.end();
    if (!report.is_object() || kind == report.end() || *kind != "undine bench") throw no_report;
    try {
        if (!is_sound(report)) throw no_report;
        compare_reports(report, report);  // throws if a key that a comparison reads is missing
    } catch (const json::exception&) {
        throw no_report;
    }
    return report;
}

nlohmann::ordered_json against_json(const std::vector<ComparedCase>& cases, const std::string& path) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ComparedCase& c : cases) {
        nlohmann::ordered_json ratios = nlohmann::ordered_json::array();
        for (const Comparison& d : c.comparisons)
            ratios.push_back({{"pass", d.pass}, {"ratio", d.ratio()}, {"verdict", verdict_text(d.verdict())}});
        list.push_back({{"case", c.title}, {"comparisons", ratios}});
    }
    return {{"file", path_text(path)}, {"cases", list}};
}

std::string against_tables(const std::vector<ComparedCase>& cases, const std::string& path) {
    std::string text = "\nagainst " + path_text(path) +
                       ": ms a step, ratio now / before; faster or slower if [least..most] do not overlap, and ? if "
                       "--repetitions are too few for that to mean anything (four and four suffice)\n";
    for (const ComparedCase& c : cases) {
        text += printable(c.title, 400) + (c.comparisons.empty() ? ": no such case there\n" : "\n");
        if (c.comparisons.empty()) continue;
        TextTable table({"pass", "before", "now", "ratio", ""}, 1);
        for (const Comparison& d : c.comparisons)
            table.add({d.pass, spread_text(d.before), spread_text(d.now), short_number(d.ratio()),
                       verdict_text(d.verdict())});
        text += table.text();
    }
    return text;
}

}  // namespace undine
