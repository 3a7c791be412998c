// undine validate: simulate what experiments and theory know, and write a page of curves beside theirs.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/machine.h"
#include "app/provenance.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/output_files.h"
#include "cli/validate/validation_report.h"
#include "platform/interrupt.h"
#include "platform/staged_file.h"
#include "report/markdown.h"
#include "report/page_style.h"
#include "report/plot.h"
#include "report/text_table.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

struct ValidateOptions {
    std::vector<std::string> cases;  // empty: all
    std::string backend = "cpu", page, json, resume;
    int threads = 0;
    bool quick = false;
};

std::vector<std::string> case_names() {
    std::vector<std::string> names;
    for (const ValidationCase& c : validation_cases()) names.push_back(c.name);
    return names;
}

std::vector<const ValidationCase*> chosen(const std::vector<std::string>& names) {
    const std::vector<std::string> known = case_names();
    std::vector<const ValidationCase*> cases;
    for (const std::string& name : names)
        if (std::ranges::find(known, name) == known.end())
            throw Error(Exit::usage, "there is no case '" + printable(name) + "'; there are " +
                                         list_text(known, "and") + did_you_mean(name, known));
    for (const ValidationCase& c : validation_cases())
        if (names.empty() || std::ranges::find(names, c.name) != names.end()) cases.push_back(&c);
    return cases;
}

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

TextTable table_of(const ValidationPlot& plot) {
    TextTable table({"", "particles", "mean", "largest", "", "s"}, 1);
    for (const ValidationCurve& c : plot.curves)
        table.add(
            {c.name, with_commas(c.particles), percent(c.mean), percent(c.largest), c.note, short_number(c.seconds)});
    return table;
}

std::string svg_of(const ValidationPlot& plot) {
    LinePlot lines{.title = plot.title,
                   .description = plot.title + ", beside " + plot.reference_name,
                   .x_label = plot.x_label,
                   .y_label = plot.y_label};
    lines.series.push_back({.name = plot.reference_name, .style = 0, .points = plot.reference});
    for (const ValidationCurve& c : plot.curves)
        lines.series.push_back({.name = c.name, .style = lines.series.size(), .points = c.points});
    return standalone_svg(line_plot_svg(lines, plot.id));
}

const ValidationCase& case_of(const ValidatedCase& validated) {
    return *std::ranges::find(validation_cases(), validated.name, &ValidationCase::name);
}

void print_case(const ValidatedCase& validated) {
    std::printf("%s\n", case_of(validated).title.c_str());
    for (const ValidationPlot& plot : validated.plots)
        std::printf("  %s: deviations as shares of %s\n%s", plot.title.c_str(), plot.note.c_str(),
                    table_of(plot).text("  ").c_str());
    std::fflush(stdout);
}

// The sections of the page; their plots go into the folder.
std::string sections(const ValidationReport& report, const std::filesystem::path& folder, const std::string& name) {
    std::string text;
    for (const ValidatedCase& validated : report.cases) {
        const ValidationCase& c = case_of(validated);
        text += "\n## " + c.title + "\n\n" + c.text + "\n";
        for (const ValidationPlot& plot : validated.plots) {
            const std::string file = plot.id + ".svg";
            write_file(folder / file, svg_of(plot));
            text += "\n![" + markdown_escaped(plot.title) + "](" + name + "/" + file + ")\n\nDeviations as shares of " +
                    plot.note + ":\n\n" + table_of(plot).markdown();
        }
    }
    return text;
}

void validate(const ValidateOptions& o) {
    const InterruptGuard guard;
    const std::vector<const ValidationCase*> cases = chosen(o.cases);
    require_threads_used(o.threads, {o.backend});
    require_distinct({{"--json", o.json}, {"--page", o.page}});
    const std::filesystem::path page = o.page, folder = std::filesystem::path(page).replace_extension();
    if (!o.page.empty()) {
        require_writable(page);
        require_folder_writable(folder);
    }
    require_json_writable(o.json);
    std::vector<ValidatedCase> done;
    if (!o.resume.empty()) done = read_validated_cases(o.resume, o.backend, o.quick);
    const ValidationRunner runner(o.backend, o.threads);
    const bool prints = !is_standard_output(o.json);
    Provenance from;
    if (!o.page.empty() || !o.json.empty()) {
        Machine machine;
        const auto backend = make_backend(o.backend, o.threads, machine);
        from = make_provenance(devices_of(o.backend, *backend, machine), {});
    }
    ValidationReport report{.backend = o.backend, .quick = o.quick};
    std::vector<const ValidationCase*> missing;
    for (const ValidationCase* c : cases) {
        const auto earlier = std::ranges::find(done, c->name, &ValidatedCase::name);
        if (earlier == done.end()) missing.push_back(c);
        else report.cases.push_back(*earlier);
    }
    for (const ValidatedCase& c : report.cases)
        if (prints) print_case(c);
    for (const ValidationCase* c : missing) {
        report.cases.push_back({c->name, c->run(runner, o.quick)});
        if (prints) print_case(report.cases.back());
        if (prints || c == missing.back()) write_json(o.json, whole_report("validate", from, validation_json(report)));
    }
    std::ranges::sort(report.cases, {}, [](const ValidatedCase& c) { return &case_of(c); });
    if (o.page.empty()) return;
    StagedFolder staged(folder);
    const std::string text = sections(report, staged.path(), folder.filename().string());
    staged.commit();
    write_file(page, "# Validated\n\nMade by `" + from.command +
                         "`. Each case is computed at several resolutions, d between particles, with the default "
                         "`style = \"consistent\"`, and in other ways where the name says so.\n" +
                         text + "\n" + provenance_markdown(from));
}

}  // namespace

void add_validate_command(CLI::App& app) {
    auto* command = app.add_subcommand("validate", "Simulate what experiments and theory know, and compare.");
    auto o = std::make_shared<ValidateOptions>();
    command->add_option("case", o->cases, "the cases, all unless named: " + list_text(case_names(), "and"))
        ->type_name("CASE");
    command->add_option("--backend", o->backend, kBackendHelp)->type_name("NAME")->capture_default_str();
    command->add_option("--threads", o->threads, "threads of the CPU backend; 0: all cores")
        ->check(number_between(0, 1024))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--page", o->page, "write a page in Markdown, and its plots into a folder of the same name")
        ->type_name("FILE.md");
    command->add_flag("--quick", o->quick, "only the coarsest runs");
    command->add_option("--json", o->json, "write the curves as JSON after each case; - is standard output")
        ->type_name("FILE");
    command->add_option("--resume", o->resume, "take the cases that such a file has, and compute the others")
        ->type_name("FILE");
    command->callback([o] { validate(*o); });
}

}  // namespace undine
