// The lockstep part of the page: the plot of every pass, and a table for each pair of backends.
#include <algorithm>
#include <cmath>

#include "cli/compare/compare_html.h"
#include "report/html_table.h"
#include "report/markup.h"
#include "report/plot.h"
#include "report/text_table.h"
#include "text/text.h"

namespace undine {
namespace {

// The largest share of its limits that a pass used on one candidate, and the array concerned.
struct PassError {
    double share = 0;
    std::string channel;
};

std::optional<PassError> error_of(const LockstepReport& report, size_t candidate, const std::string& pass) {
    std::optional<PassError> worst;
    for (const ChannelDifference& d : report.candidates[candidate].differences) {
        if (d.pass != pass) continue;
        const double share = d.worst.share_of_limit(report.tolerance);
        if (!worst || share > worst->share) worst = PassError{share, d.channel};
    }
    return worst;
}

std::string error_plot(const LockstepReport& report, const Comparands& what) {
    RowPlot plot{.title = "Error of each pass",
                 .description = "The largest part of its limit that each pass used, on each backend, against " +
                                what.backends[0].option + "; logarithmic, the limit at 1.",
                 .x_label = "part of what is tolerated"};
    const auto names = short_names(what);
    for (size_t k = 1; k < names.size(); ++k) plot.series.push_back({names[k], k, {}});
    for (const std::string& pass : report.passes) {
        RowPlot::Row row{.name = pass};
        PassError worst;
        for (size_t k = 0; k < report.candidates.size(); ++k) {
            const auto error = error_of(report, k, pass);
            row.values.push_back(error ? std::optional(error->share) : std::nullopt);
            if (error && error->share > worst.share) worst = *error;
        }
        row.note = worst.channel;  // empty if all are equal
        plot.rows.push_back(row);
    }
    return dot_plot_svg(plot, {1, "limit"}, "errors");
}

HtmlCell share_cell(double share) {
    if (std::isinf(share)) return {"none allowed", "bad", {}, {}};
    if (share >= 10) return figure_cell(share, short_number(share) + " ×", "bad");
    return figure_cell(share, share == 0 ? "0" : short_number(100 * share) + " %");
}

bool is_equal(const ChannelDifference& d) {
    return d.max_difference == 0 && d.unequal_integers == 0 && d.not_finite == 0;
}

void add_row(HtmlTable& table, const std::string& pass, const ChannelDifference& d, const ParityTolerance& tolerance) {
    std::vector<HtmlCell> row{name_cell(pass), {d.channel, "text", {}, {}}, name_cell(d.unit)};
    const ChannelComparison& w = d.worst;
    if (d.not_finite > 0 || d.integers) {
        const uint64_t wrong = d.not_finite > 0 ? d.not_finite : d.unequal_integers;
        const std::string text = with_commas(wrong) + (d.not_finite > 0 ? " not finite" : " unequal");
        row.insert(row.end(), {figure_cell(double(wrong), text, "bad"), {"equal", "equal", {}, {}}, {}, {}});
    } else {
        row.insert(row.end(), {figure_cell(w.max_difference, short_number(w.max_difference)),
                               figure_cell(w.limit(tolerance), short_number(w.limit(tolerance))),
                               figure_cell(d.max_part_of_rms, short_number(d.max_part_of_rms)),
                               figure_cell(w.nmse, short_number(w.nmse))});
    }
    row.push_back(share_cell(w.share_of_limit(tolerance)));
    row.push_back(d.within() ? HtmlCell{"ok", "ok", {}, {}} : HtmlCell{"BEYOND", "bad", {}, {}});
    table.add(row, !pass.empty());
}

// A pass's bit-identical arrays share one row; each of the others has its own.
void add_pass(HtmlTable& table, const std::string& pass, const LockstepReport::Candidate& candidate,
              const ParityTolerance& tolerance) {
    std::string equal;
    bool first = true;
    for (const ChannelDifference& d : candidate.differences)
        if (d.pass == pass && is_equal(d) && (d.integers || d.worst.rms > 0))  // not if all values are zero
            equal += (equal.empty() ? "" : ", ") + d.channel;
    for (const ChannelDifference& d : candidate.differences) {
        if (d.pass != pass || is_equal(d)) continue;
        add_row(table, first ? pass : "", d, tolerance);
        first = false;
    }
    if (!equal.empty())
        table.add({name_cell(first ? pass : ""),
                   {equal, "text", {}, {}},
                   {},
                   {"equal", "equal", {}, {}},
                   {},
                   {},
                   {},
                   figure_cell(0, "0", "equal"),
                   {"ok", "ok", {}, {}}},
                  first);
}

std::string pair_table(const ComparePage& page, size_t candidate) {
    const LockstepReport& report = *page.lockstep;
    const LockstepReport::Candidate& c = report.candidates[candidate];
    const auto& backend = page.what.backends[candidate + 1];
    HtmlTable table(backend.option + " against " + page.what.backends[0].option, {name_cell("pass"),
                                                                                  name_cell("field"),
                                                                                  name_cell("unit"),
                                                                                  {"error max |a−b|"},
                                                                                  {"limit"},
                                                                                  {"of RMS"},
                                                                                  {"NMSE"},
                                                                                  {"of limit"},
                                                                                  {"verdict"}});
    for (const std::string& pass : report.passes) add_pass(table, pass, c, report.tolerance);
    std::string trespasses;
    for (const Trespass& t : c.trespasses)
        trespasses += "<p>" +
                      escaped(t.pass + ", step " + std::to_string(t.moment.step) + ": changed " + t.field +
                              ", which it does not write.") +
                      "</p>\n";
    return "<div class=\"card\">\n<h3>" + series_mark_svg(candidate + 1) +
           escaped(backend.option + " against " + page.what.backends[0].option) + "</h3>\n" + table.markup() +
           trespasses + "<p class=\"note\">Arrays that a pass does not write: " +
           (c.trespasses.empty() ? "unchanged to the bit" : "CHANGED") +
           "; guard words around every array: " + (c.guards_intact ? "intact" : "OVERWRITTEN") + ".</p>\n</div>\n";
}

}  // namespace

std::string lockstep_section(const ComparePage& page) {
    if (!page.lockstep) return {};
    const LockstepReport& report = *page.lockstep;
    const Comparands& w = page.what;
    const std::string error = short_number(report.tolerance.max_error), nmse = short_number(report.tolerance.max_nmse);
    std::string steps = w.steps == 1 ? "step " + std::to_string(w.start_step + 1)
                                     : "steps " + std::to_string(w.start_step + 1) + " to " +
                                           std::to_string(w.start_step + (w.steps - 1) * w.every + 1);
    if (w.every > 1 && w.steps > 1) steps += " (one in " + std::to_string(w.every) + ")";
    std::string out = "<section id=\"lockstep\">\n<h2>Every pass, from the same input</h2>\n<p>In " + steps +
                      ", each pass of each backend got the values of " + escaped(w.backends[0].option) +
                      "; what it wrote is compared with the result there.</p>\n<div class=\"tiles\">\n" +
                      plot_card("Error of each pass", error_plot(report, w),
                                "Below a pass: the array that came nearest to its limit.") +
                      "<div class=\"card\">\n<h3>What is tolerated</h3>\n<p>Integers, and the order of neighbours: "
                      "equal. Floats: max |a−b| at most " +
                      error + " of the field’s RMS, and NMSE = Σ(a−b)²/Σa² at most " + nmse +
                      ", beyond the rounding of sums that cancel. All values finite. No array changed "
                      "that a pass does not write.</p>\n"
                      "<p>Positions that a pass moves count as displacements. Error, limit and NMSE are those of "
                      "the run that came nearest to its limit; "
                      "“of RMS” is the largest of all runs.</p>\n";
    if (!report.not_run.empty())
        out += "<p>Did not run in this scene: " + escaped(list_text(report.not_run, "and")) + ".</p>\n";
    out += "</div>\n</div>\n";
    for (size_t k = 0; k < report.candidates.size(); ++k) out += pair_table(page, k);
    return out + "</section>\n";
}

}  // namespace undine
