#include "cli/compare/compare_html.h"

#include <cctype>
#include <set>

#include "report/html_table.h"
#include "report/markup.h"
#include "report/page_style.h"
#include "report/plot.h"
#include "report/text_table.h"
#include "scene/parameter_table.h"
#include "text/text.h"

namespace undine {
namespace {

std::string chain_of(const Comparands& what) {
    std::string chain;
    for (const std::string& name : short_names(what)) chain += (chain.empty() ? "" : " ↔ ") + name;
    return chain;
}

std::string term(const std::string& name, const std::string& value) {
    return value.empty() ? "" : "<dt>" + escaped(name) + "</dt><dd>" + escaped(value) + "</dd>\n";
}

std::string devices_section(const ComparePage& page) {
    HtmlTable table("Devices", {name_cell("backend"), name_cell("device"), name_cell("driver"), name_cell("API"),
                                name_cell("driver version"), name_cell("UUID")});
    for (size_t k = 0; k < page.what.backends.size(); ++k) {
        const auto& b = page.what.backends[k];
        std::string device = b.facts.device.empty() ? b.name : b.facts.device;
        if (b.name.find(device) == std::string::npos) device += " (" + b.name + ")";
        HtmlCell name = name_cell(b.option);
        name.markup_before = series_mark_svg(k);
        table.add({name,
                   {device, "text", {}, {}},
                   {b.facts.driver, "text", {}, {}},
                   name_cell(b.facts.api_version),
                   name_cell(b.facts.driver_version),
                   {b.facts.uuid, "text", {}, {}}});
    }
    const auto& first = page.what.backends[0];
    std::string note = "The others are compared with " + first.option;
    if (first.facts.backend != first.option) note += ", made by --backend " + first.facts.backend;  // a recording
    return "<section id=\"devices\">\n<h2>Backends</h2>\n<div class=\"card\">\n" + table.markup() +
           "<p class=\"note\">" + escaped(note) + ".</p>\n</div>\n</section>\n";
}

std::string parameters_markup(const std::vector<ParameterValue>& values) {
    const std::vector<HtmlCell> header{
        name_cell("parameter"), {"value", "", {}, {}}, name_cell("unit"), {"default", "", {}, {}}};
    HtmlTable changed("Parameters that differ from their defaults", header), all("Every parameter", header);
    bool any = false;
    for (const ParameterValue& p : values) {
        const ParameterInfo* const known = find_parameter(p.key);  // a recording may have unknown ones
        const ParameterInfo info = known ? *known : ParameterInfo{};
        const std::vector<HtmlCell> row{
            name_cell(p.key), {p.text, "", {}, {}}, name_cell(info.unit), {info.default_text, "equal", {}, {}}};
        all.add(row);
        if (p.text == info.default_text) continue;
        changed.add(row);
        any = true;
    }
    return (any ? "<h3>Parameters that differ from their defaults</h3>\n" + changed.markup() : std::string()) +
           "<details><summary>Every parameter</summary>\n" + all.markup() + "</details>\n";
}

std::string scene_section(const ComparePage& page) {
    const Comparands& w = page.what;
    const Provenance& from = page.provenance;
    std::string overrides;
    std::vector<ParameterValue> parameters;
    for (const SceneFacts& s : from.scenes) {
        for (const std::string& o : s.overrides) overrides += (overrides.empty() ? "" : ", ") + o;
        parameters = s.parameters;
    }
    std::string out =
        "<section id=\"scene\">\n<h2>Scene</h2>\n<div class=\"card\">\n<dl>\n" + term("scene", w.scene) +
        term("title", page.title) + term("overrides", overrides) + term("particles", with_commas(w.particles)) +
        term("step", number_text(static_cast<float>(w.dt * 1e3)) + " ms") + term("command", from.command) +
        term("commit", from.build.commit) + term("system", from.host.os) + "</dl>\n";
    if (!parameters.empty()) out += parameters_markup(parameters);
    return out + "</div>\n</section>\n";
}

}  // namespace

bool ComparePage::within() const {
    return (!lockstep || !first_beyond(*lockstep)) && (!flow || !first_disagreement(*flow));
}

std::string ComparePage::verdict() const {
    std::string text = lockstep ? lockstep_verdict(*lockstep, what) : "";
    if (flow) text += (text.empty() ? "" : "; ") + free_run_verdict(*flow, flow_what);
    if (interrupted) text += "; then it was interrupted";
    return text;
}

std::vector<std::string> short_names(const Comparands& what) {
    std::vector<std::string> names;
    for (const auto& b : what.backends)
        names.push_back(b.option.starts_with("vulkan:") ? b.option.substr(7) : b.option);
    if (std::set<std::string>(names.begin(), names.end()).size() < names.size())
        for (size_t k = 0; k < names.size(); ++k) names[k] = what.backends[k].option;
    return names;
}

std::string plot_card(const std::string& title, const std::string& svg, const std::string& caption_markup) {
    return "<figure class=\"card\">\n<h3>" + escaped(title) + "</h3>\n" + svg +
           (caption_markup.empty() ? "" : "<figcaption>" + caption_markup + "</figcaption>\n") + "</figure>\n";
}

std::string compare_html(const ComparePage& page) {
    std::string verdict = page.verdict();
    verdict[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(verdict[0])));
    const std::string chain = page.what.scene + ": " + chain_of(page.what);
    return html_page(
        chain, "<header>\n<p class=\"kind\">" +
                   escaped("Undine " + page.provenance.build.version + " · backends compared · " + chain) +
                   "</p>\n<h1 class=\"" + (page.within() ? "ok" : "bad") + "\">" + escaped(verdict) +
                   "</h1>\n</header>\n" + devices_section(page) + lockstep_section(page) + flow_section(page) +
                   pictures_section(page) + times_section(page) + scene_section(page) + "<footer>\n<p>" +
                   escaped(provenance_text(page.provenance)) +
                   ". Every figure is rounded; the full value is in its cell's data-value and in the JSON report of "
                   "the same run. "
                   "Exit code: " +
                   (page.within() ? "0" : "1") + ".</p>\n</footer>\n");
}

}  // namespace undine
