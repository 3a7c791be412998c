// `undine compare --free-run`: how the trajectories part, and the figures that must agree.
#include <cmath>
#include <cstdio>

#include "cli/compare/compare_tables.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

std::string seconds(double time) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g s", time);
    return text;
}

std::string five_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", value);
    return text;
}

}  // namespace

// The distances at the times of the samples.
TextTable distance_table(const FreeRunReport& report, size_t k) {
    const FreeRun& run = report.runs[k];
    TextTable table({"distance at", "RMS, m", "RMS / h", "largest, m", "largest / h"}, 1);
    for (const FlowSample& sample : run.samples)
        for (const ParticleDistance& d : run.distances)
            if (d.step == sample.step)
                table.add({seconds(double(d.step) * report.dt), short_number(d.rms),
                           short_number(d.rms / report.support_radius), short_number(d.largest),
                           short_number(d.largest / report.support_radius)});
    return table;
}

TextTable parting_table(const FreeRunReport& report, const Comparands& what) {
    TextTable::Row header{"RMS distance passes"};
    for (double level : kPartingLevels) header.push_back(short_number(level) + " h");
    header.push_back("e-folding time");
    TextTable table(header, 1);
    for (size_t k = 1; k < report.runs.size(); ++k) {
        TextTable::Row row{printable(what.backends[k].option)};
        for (double level : kPartingLevels) {
            const auto time = time_of_parting(report, k, level * report.support_radius);
            row.push_back(time ? seconds(*time) : "never");
        }
        const auto growth = fit_growth(report, k);
        row.push_back(growth ? seconds(growth->e_folding_time) + " (from " + seconds(growth->from) + " to " +
                                   seconds(growth->to) + ", r = " + short_number(growth->correlation) + ")"
                             : "no fit");
        table.add(row);
    }
    return table;
}

TextTable figure_table(const FreeRunReport& report, const Comparands& what, size_t k) {
    TextTable table({"mean over the run", "unit", printable(what.backends[0].option),
                     printable(what.backends[k].option), "differ by", "limit", ""},
                    2);
    for (const FigureComparison& c : compare_figures(report, k))
        table.add({c.figure->name, c.figure->unit, five_digits(c.first), five_digits(c.own),
                   short_number(std::abs(c.own - c.first)), short_number(c.limit), c.agrees() ? "ok" : "BEYOND"});
    return table;
}

std::string free_run_verdict(const FreeRunReport& report, const Comparands& what) {
    const std::string span = counted(report.steps, "step") + " (" + seconds(double(report.steps) * report.dt) + ")";
    const std::optional<Disagreement> found = first_disagreement(report);
    if (!found) return "the flow agrees over " + span + " on " + candidate_names(what);
    const FigureComparison& c = found->figure;
    return "beyond tolerance: " + std::string(c.figure->name) + " on " + printable(what.backends[found->run].option) +
           ": " + five_digits(c.own) + " against " + five_digits(c.first) + " " + c.figure->unit + ", mean over " +
           span + " (limit of the difference: " + short_number(c.limit) + ")";
}

std::string free_run_text(const FreeRunReport& report, const Comparands& what) {
    const std::string first = printable(what.backends[0].option);
    std::string text = free_run_verdict(report, what) + '\n' + printable(what.scene) + ", " +
                       counted(what.particles, "particle") + ", every backend on its own from the same start";
    if (what.start_step > 0) text += ": step " + std::to_string(what.start_step) + " of " + first;
    text += "\n\nDistances are those of particles from their twins on " + first + " (" +
            printable(what.backends[0].name) + "); h = " + short_number(report.support_radius) + " m\n" +
            parting_table(report, what).text("  ");
    for (size_t k = 1; k < report.runs.size(); ++k)
        text += "\n" + printable(what.backends[k].option) + " (" + printable(what.backends[k].name) + ")\n" +
                distance_table(report, k).text("  ") + "\n" + figure_table(report, what, k).text("  ");
    return text +
           "\nDistances are not failures: the system is chaotic, and rounding in the last digit grows until particles "
           "are far\n"
           "apart, even on correct backends. What must agree are the means over 20 moments of the run; each limit is "
           "three\n"
           "times the difference between runs of one backend whose starts differ in the last place.\n";
}

}  // namespace undine
