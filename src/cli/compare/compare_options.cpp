#include "cli/compare/compare_options.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/json_report.h"
#include "cli/compare/compare_html.h"
#include "cli/output_files.h"
#include "cli/terminal_colour.h"
#include "platform/staged_file.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// cube_drop's water lands at step 23: from there on every pass has work, and a recording of three steps is 4.5 MB.
constexpr uint64_t kSteps = 20, kStart = 0, kRecordedSteps = 3, kRecordedStart = 25;

// Prints a report whose first line is the verdict; in colour on a terminal that wants it.
void print_report(std::string text, bool within) {
    if (wants_colour()) {
        const size_t end = text.find('\n');
        text = painted(text.substr(0, end), within ? Colour::green : Colour::red) + text.substr(end);
        const std::string beyond = "BEYOND", red = painted(beyond, Colour::red);
        for (size_t at = 0; (at = text.find(beyond, at)) != std::string::npos; at += red.size())
            text.replace(at, beyond.size(), red);
    }
    std::fputs(text.c_str(), stdout);
}

}  // namespace

uint64_t CompareOptions::start_step() const { return start.value_or(record.empty() ? kStart : kRecordedStart); }
uint64_t CompareOptions::step_count() const { return steps.value_or(record.empty() ? kSteps : kRecordedSteps); }

Contestants contestants(const CompareOptions& o) {
    Contestants all;
    for (const std::string& specification : o.backends) {
        const auto before = std::ranges::count(all, specification, &Contestant::specification);
        Contestant& c = all.emplace_back();
        c.option = specification + (before > 0 ? "#" + std::to_string(before + 1) : "");
        c.specification = specification;
    }
    return all;
}

std::vector<std::unique_ptr<Backend>> make_backends(Contestants& all, int threads) {
    std::vector<std::unique_ptr<Backend>> backends;
    std::shared_ptr<Instance> instance;
    for (Contestant& c : all) {
        if (!c.machine.instance) c.machine.instance = instance;
        backends.push_back(c.make(threads));
        instance = c.machine.instance;
    }
    return backends;
}

void require_reports_writable(const CompareOptions& o) {
    require_distinct({{"--json", o.json}, {"--markdown", o.markdown}, {"--html", o.html}, {"--record", o.record}});
    require_json_writable(o.json);
    require_json_writable(o.markdown);
    if (!o.html.empty()) require_writable(o.html);
}

void write_reports(const CompareOptions& o, const ComparePage& page) {
    const bool within = page.within();
    write_json(o.json, compare_json(page));
    if (!o.markdown.empty()) write_text(o.markdown, compare_markdown(page));
    const std::string html = o.html.empty() ? "" : compare_html(page);
    if (!html.empty()) write_text(o.html, html);
    if (!is_standard_output(o.json) && !is_standard_output(o.markdown)) {
        if (page.lockstep) print_report(lockstep_text(*page.lockstep, page.what), !first_beyond(*page.lockstep));
        if (page.lockstep && page.flow) std::printf("\n");
        if (page.flow) print_report(free_run_text(*page.flow, page.flow_what), !first_disagreement(*page.flow));
        if (!html.empty())
            std::printf("\n%s: %s\n", printable(o.html, 4096).c_str(), file_size_text(html.size()).c_str());
    }
    if (!within) throw Error(Exit::failed, page.verdict());
}

}  // namespace undine
