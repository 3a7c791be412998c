// `undine compare --markdown`: the verdict and the tables, to be pasted into an issue or a README.
#include <algorithm>

#include "cli/bench/bench_report.h"
#include "cli/compare/compare_html.h"
#include "cli/compare/compare_tables.h"
#include "measure/spread.h"
#include "report/markdown.h"
#include "text/quantity_text.h"

namespace undine {
namespace {

std::string lockstep_markdown(const ComparePage& page) {
    const Comparands& what = page.what;
    std::string text = "\n#### Every pass from the same input, " + steps_text(what) + "\n";
    for (size_t k = 0; k < page.lockstep->candidates.size(); ++k)
        text += "\n" + markdown_code(what.backends[k + 1].option) + " against " +
                markdown_code(what.backends[0].option) + ":\n\n" +
                candidate_table(page.lockstep->candidates[k], page.lockstep->tolerance).markdown();
    return text;
}

std::string flow_markdown(const ComparePage& page) {
    const Comparands& what = page.flow_what;
    std::string text = "\n#### Every backend on its own, " + counted(page.flow->steps, "step") + "\n\n" +
                       parting_table(*page.flow, what).markdown();
    for (size_t k = 1; k < page.flow->runs.size(); ++k) text += "\n" + figure_table(*page.flow, what, k).markdown();
    return text;
}

// Milliseconds per step, for the whole step and for each pass, and their ratio to the first backend's.
TextTable time_table(const ComparePage& page) {
    const std::vector<BackendMeasurement>& all = page.times->backends;
    TextTable::Row header{"ms a step"}, whole{"whole step"};
    for (size_t k = 0; k < all.size(); ++k) {
        header.push_back(page.what.backends[k].option);
        if (k > 0) header.push_back("× first");
    }
    TextTable table(header, 1);
    const auto add = [&](TextTable::Row& row, const std::vector<double>* first, const std::vector<double>* own,
                         size_t k) {
        row.push_back(own ? spread_text(spread_of(*own)) : "-");
        if (k > 0) row.push_back(own && first ? short_number(spread_of(*own).median / spread_of(*first).median) : "-");
    };
    const auto step_of = [](const BackendMeasurement& m) { return m.step_ms.empty() ? nullptr : &m.step_ms; };
    for (size_t k = 0; k < all.size(); ++k) add(whole, step_of(all[0]), step_of(all[k]), k);
    table.add(whole);
    std::vector<std::string> passes;
    for (const BackendMeasurement& m : all)
        for (const PassMeasurement& p : m.passes)
            if (p.name.find('/') == std::string::npos && std::ranges::find(passes, p.name) == passes.end())
                passes.push_back(p.name);
    for (const std::string& pass : passes) {
        const auto times_of = [&](const BackendMeasurement& m) -> const std::vector<double>* {
            const auto found = std::ranges::find(m.passes, pass, &PassMeasurement::name);
            return found == m.passes.end() ? nullptr : &found->ms;
        };
        TextTable::Row row{pass};
        for (size_t k = 0; k < all.size(); ++k) add(row, times_of(all[0]), times_of(all[k]), k);
        table.add(row);
    }
    return table;
}

}  // namespace

std::string compare_markdown(const ComparePage& page) {
    std::vector<std::string> names;
    for (const auto& b : page.what.backends) names.push_back(b.option);
    std::string text = "**" + markdown_escaped(page.verdict()) + "**\n\n" + markdown_code(page.what.scene) + ", " +
                       counted(page.what.particles, "particle") + "; all are compared with " + markdown_code(names[0]) +
                       ".\n\n" + device_table(names, devices_of(page.what)).markdown();
    if (page.lockstep) text += lockstep_markdown(page);
    if (page.flow) text += flow_markdown(page);
    if (page.times)
        text += "\n#### Time: medians [least..most] of " + counted(page.times_settings.repetitions, "repetition") +
                "\n\n" + time_table(page).markdown();
    return text + "\n" + provenance_markdown(page.provenance);
}

}  // namespace undine
