// `undine compare`, lockstep: the verdict and one table per candidate.
#include <cmath>

#include "cli/compare/compare_report.h"
#include "cli/compare/compare_tables.h"
#include "report/text_table.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

// What one element of an array is called, by its Extent.
constexpr const char* kNouns[] = {"slot",    "list entry", "cell",    "block",  "block", "word",  "word",
                                  "arrival", "corner",     "element", "vector", "slot",  "slot",  "vector",
                                  "vector",  "vector",     "count",   "block",  "count", "part",  "boundary particle",
                                  "cell",    "sample",     "sample",  "slot",   "slot",  "slot",  "cell",
                                  "slot",    "slot",       "slot",    "block",  "word",  "vector"};
static_assert(std::size(kNouns) == static_cast<size_t>(Extent::ellipsoids) + 1);

std::string value_text(double value, bool integers) {
    return integers ? std::to_string(static_cast<uint32_t>(value)) : number_text(static_cast<float>(value));
}

// "particle 812: -0.0123 against -0.0126 m²"
std::string place_text(const ChannelDifference& d, const ChannelComparison& c) {
    const Place& p = c.place;
    std::string text = p.particle
                           ? "particle " + std::to_string(*p.particle)
                           : kNouns[static_cast<size_t>(info(d.field).extent)] + (" " + std::to_string(p.element));
    if (d.channel.ends_with(".xyz")) text += std::string(", ") + "xyz"[p.word];
    text += ": " + value_text(p.a, c.integers) + " against " + value_text(p.b, c.integers);
    return d.unit.empty() ? text : text + ' ' + d.unit;
}

// What is wrong with a comparison beyond tolerance.
std::string trouble_text(const ChannelDifference& d, const ChannelComparison& c, const ParityTolerance& tolerance) {
    if (c.not_finite > 0)
        return d.channel + " has " + counted(c.not_finite, "value") + " of " + std::to_string(c.compared) +
               " not finite";
    if (c.integers)
        return d.channel + " has " + counted(c.unequal_integers, "value") + " of " + std::to_string(c.compared) +
               " unequal";
    if (c.rms == 0)
        return d.channel + " differs by " + short_number(c.max_difference) + " where the reference is all zero";
    const double limit = tolerance.max_error + c.rounding / c.rms, part = c.max_difference / c.rms;
    if (part > limit)
        return d.channel + " differs by " + short_number(part) + " of its RMS (limit " + short_number(limit) + ")";
    return d.channel + " has an NMSE of " + short_number(c.nmse) + " (limit " +
           short_number(tolerance.max_nmse + std::pow(c.rounding / c.rms, 2)) + ")";
}

// "step 3, iteration 2": which run of the pass it was, if it runs more than once a step.
std::string moment_text(const std::string& pass, Moment moment) {
    std::string text = "step " + std::to_string(moment.step);
    for (const PassInfo& p : kPasses)
        if (p.name == pass && p.stage == Stage::density) text += ", iteration " + std::to_string(moment.run);
    if (pass == "check_convergence") text += ", iteration " + std::to_string(moment.run);
    return text;
}

std::string share_text(const UlpHistogram& ulps) {
    const uint64_t total = ulps.total(), near = ulps.count[0] + ulps.count[1];
    if (total == 0) return "";
    if (near == total) return "100 %";
    char text[16];
    std::snprintf(text, sizeof text, "%.2f %%",
                  std::floor(1e4 * double(near) / double(total)) / 100);  // rounded down, never 100.00
    return text;
}

// "0.000427 kg/m³"; for integers "equal"; or what is wrong.
std::string error_text(const ChannelDifference& d) {
    if (d.not_finite > 0) return std::to_string(d.not_finite) + " not finite";
    if (d.integers) {
        const std::string values = d.unequal_integers == 0 ? "equal" : std::to_string(d.unequal_integers) + " unequal";
        return d.field == Field::neighbors ? values + ", " + counted(d.pairs_differing, "pair") : values;
    }
    return short_number(d.max_difference) + (d.max_difference > 0 && !d.unit.empty() ? " " + d.unit : "");
}

TextTable::Row row_of(const ChannelDifference& d, bool names_pass, const ParityTolerance& tolerance) {
    TextTable::Row row{names_pass ? d.pass : "", d.channel, error_text(d)};
    if (d.integers) row.insert(row.end(), 4, "");
    else
        row.insert(row.end(), {short_number(d.max_part_of_rms), short_number(d.max_nmse), share_text(d.ulps),
                               UlpHistogram::bucket_name(d.ulps.last_used())});
    const double share = d.worst.share_of_limit(tolerance);
    row.push_back(!d.within() ? "BEYOND" : share == 0 ? "ok" : "ok, " + short_number(100 * share) + " %");
    return row;
}

// Values that are not finite, and writes to where a pass may not write.
std::string notes_text(const LockstepReport::Candidate& candidate) {
    uint64_t not_finite = 0;
    for (const ChannelDifference& d : candidate.differences) not_finite += d.not_finite;
    std::string text = "  not finite: " + counted(not_finite, "value") + "; arrays that a pass does not write: " +
                       (candidate.trespasses.empty() ? "unchanged" : "CHANGED") +
                       "; guard words around arrays: " + (candidate.guards_intact ? "intact\n" : "OVERWRITTEN\n");
    for (const Trespass& t : candidate.trespasses)
        text += "  " + t.pass + ", " + moment_text(t.pass, t.moment) + ": changed " + t.field +
                ", which it does not write\n";
    return text;
}

std::string legend(const LockstepReport& report) {
    const std::string error = short_number(report.tolerance.max_error), nmse = short_number(report.tolerance.max_nmse);
    std::string text = "Before each pass all backends are given the first one's arrays. Limits: max |a−b| ≤ " + error +
                       " of the field's RMS and\nNMSE = Σ(a−b)²/Σa² ≤ " + nmse +
                       ", beyond the rounding of sums that cancel; integers and the order of neighbours equal;\n"
                       "all values finite. Positions that a pass moves count as displacements. ulp: floats that "
                       "lie between a and b,\n"
                       "many where a value is near zero. pairs: neighbours found by one backend only. Figures are "
                       "the worst of all runs.\n";
    if (!report.not_run.empty()) text += "Did not run in this scene: " + list_text(report.not_run, "and") + ".\n";
    return text;
}

}  // namespace

TextTable candidate_table(const LockstepReport::Candidate& candidate, const ParityTolerance& tolerance) {
    TextTable table({"pass", "field", "max |a−b|", "of RMS", "NMSE", "≤ 1 ulp", "most ulp", "of limit"}, 2);
    std::string pass;
    for (const ChannelDifference& d : candidate.differences) {
        const bool all_zero = !d.integers && d.worst.rms == 0 && d.max_difference == 0 && d.not_finite == 0;
        if (all_zero) continue;  // components that are zero throughout
        table.add(row_of(d, d.pass != pass, tolerance));
        pass = d.pass;
    }
    return table;
}

std::string steps_text(const Comparands& what) {
    const uint64_t first = what.start_step + 1, last = what.start_step + (what.steps - 1) * what.every + 1;
    if (what.steps == 1) return "step " + std::to_string(first);
    const std::string span = "steps " + std::to_string(first) + " to " + std::to_string(last);
    return what.every == 1 ? span : span + ", one in " + std::to_string(what.every) + ",";
}

std::vector<DeviceFacts> devices_of(const Comparands& what) {
    std::vector<DeviceFacts> devices;
    for (const auto& b : what.backends) devices.push_back(b.facts);
    return devices;
}

std::string candidate_names(const Comparands& what) {
    std::vector<std::string> names;
    for (size_t k = 1; k < what.backends.size(); ++k) names.push_back(printable(what.backends[k].option));
    return list_text(names, "and");
}

std::string lockstep_verdict(const LockstepReport& report, const Comparands& what) {
    const std::optional<Finding> found = first_beyond(report);
    if (!found)
        return (report.passes.size() == 1 ? "the only pass of "
                                          : "all " + counted(report.passes.size(), "pass", "passes") + " of ") +
               counted(what.steps, "step") + " within tolerance on " + candidate_names(what) +
               (no_value_differs(report) ? "; no value differs" : "");
    const std::string backend = printable(what.backends[found->candidate + 1].option);
    if (const Trespass* t = found->trespass)
        return "beyond tolerance: " + t->pass + " on " + backend + ", " + moment_text(t->pass, t->moment) +
               ": changed " + t->field + ", which it does not write";
    if (!found->difference) return "beyond tolerance: " + backend + " overwrote the guard words around an array";
    const ChannelDifference& d = *found->difference;
    const ChannelComparison& c = *d.first_beyond;
    return "beyond tolerance: " + d.pass + " on " + backend + ", " + moment_text(d.pass, c.moment) + ": " +
           trouble_text(d, c, report.tolerance) + "; " + place_text(d, c);
}

std::string lockstep_text(const LockstepReport& report, const Comparands& what) {
    const std::string first = printable(what.backends[0].option);
    std::string text = lockstep_verdict(report, what) + '\n' + printable(what.scene) + ", " +
                       counted(what.particles, "particle") + ", " + steps_text(what) + " along the trajectory of " +
                       first + " (" + printable(what.backends[0].name) + ")\n";
    for (size_t k = 0; k < report.candidates.size(); ++k) {
        const auto& backend = what.backends[k + 1];
        text += "\n" + printable(backend.option) + " (" + printable(backend.name) + ") against " + first + "\n" +
                candidate_table(report.candidates[k], report.tolerance).text("  ") + notes_text(report.candidates[k]);
    }
    return text + "\n" + legend(report);
}

}  // namespace undine
