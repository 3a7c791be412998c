#include "cli/validate/validation_report.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "build_facts.h"
#include "platform/whole_file.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kReportText = "what undine validate --json wrote";

ordered_json points_json(const std::vector<glm::dvec2>& points) {
    ordered_json list = ordered_json::array();
    for (const glm::dvec2& p : points) list.push_back({p.x, p.y});
    return list;
}

std::vector<glm::dvec2> read_points(const json& list) {
    const auto read = [](const json& value) {  // what is not finite is null there
        return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    };
    std::vector<glm::dvec2> points;
    for (const json& p : list) points.emplace_back(read(p.at(0)), read(p.at(1)));
    return points;
}

ordered_json curve_json(const ValidationCurve& c) {
    return {{"name", c.name},
            {"particles", c.particles},
            {"mean", c.mean},
            {"largest", c.largest},
            {"note", c.note},
            {"seconds", c.seconds},
            {"points", points_json(c.points)}};
}

ValidationCurve read_curve(const json& c) {
    return {.name = c.at("name"),
            .points = read_points(c.at("points")),
            .mean = c.at("mean"),
            .largest = c.at("largest"),
            .note = c.at("note"),
            .particles = c.at("particles"),
            .seconds = c.at("seconds")};
}

ordered_json plot_json(const ValidationPlot& p) {
    ordered_json curves = ordered_json::array();
    for (const ValidationCurve& c : p.curves) curves.push_back(curve_json(c));
    return {{"id", p.id},
            {"title", p.title},
            {"x_label", p.x_label},
            {"y_label", p.y_label},
            {"reference_name", p.reference_name},
            {"reference", points_json(p.reference)},
            {"note", p.note},
            {"curves", curves}};
}

ValidationPlot read_plot(const json& p) {
    ValidationPlot plot{.id = p.at("id"),
                        .title = p.at("title"),
                        .x_label = p.at("x_label"),
                        .y_label = p.at("y_label"),
                        .reference_name = p.at("reference_name"),
                        .note = p.at("note"),
                        .reference = read_points(p.at("reference"))};
    for (const json& c : p.at("curves")) plot.curves.push_back(read_curve(c));
    return plot;
}

}  // namespace

ordered_json validation_json(const ValidationReport& report) {
    ordered_json cases = ordered_json::array();
    for (const ValidatedCase& c : report.cases) {
        ordered_json plots = ordered_json::array();
        for (const ValidationPlot& p : c.plots) plots.push_back(plot_json(p));
        cases.push_back({{"name", c.name}, {"plots", plots}});
    }
    return {{"backend", report.backend}, {"quick", report.quick}, {"cases", cases}};
}

std::vector<ValidatedCase> read_validated_cases(const std::string& path, const std::string& backend, bool quick) {
    const std::string text = read_whole_file(path, kReportText, uint64_t{64} << 20);
    const Error no_report(Exit::bad_input, path_text(path) + ": is not a report of undine validate; expected " +
                                               std::string(kReportText));
    const auto shallow = [&](int depth, json::parse_event_t, json&) {
        if (depth > 16) throw no_report;
        return true;
    };
    try {
        const json whole = json::parse(text, shallow);
        if (whole.at("report") != "undine validate") throw no_report;
        const auto expect = [&](const json& value, const json& wanted, const char* what) {
            if (value != wanted)
                throw Error(Exit::bad_input, path_text(path) + ": was computed with " + what + " " +
                                                 printable(value.dump()) + "; expected " + wanted.dump() +
                                                 ", as one report is of one program run in one way");
        };
        expect(whole.at("provenance").at("commit"), build_facts().commit, "commit");
        expect(whole.at("backend"), backend, "--backend");
        expect(whole.at("quick"), quick, "--quick");
        std::vector<ValidatedCase> cases;
        for (const json& c : whole.at("cases")) {
            if (std::ranges::find(validation_cases(), c.at("name").get<std::string>(), &ValidationCase::name) ==
                validation_cases().end())
                throw no_report;
            ValidatedCase& validated = cases.emplace_back(ValidatedCase{c.at("name"), {}});
            for (const json& p : c.at("plots")) validated.plots.push_back(read_plot(p));
        }
        return cases;
    } catch (const json::exception&) {
        throw no_report;
    }
}

}  // namespace undine
