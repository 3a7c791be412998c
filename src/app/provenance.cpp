#include "app/provenance.h"

#include <ctime>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/simulation.h"
#include "report/markdown.h"
#include "text/quantity_text.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    char text[32] = "";
    if (const std::tm* utc = std::gmtime(&now)) std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", utc);
    return text;
}

ordered_json text_or_null(const std::string& text) { return text.empty() ? ordered_json() : ordered_json(text); }

ordered_json device_json(const DeviceFacts& d) {
    return {{"backend", text_or_null(d.backend)},
            {"name", text_or_null(d.name)},
            {"device", text_or_null(d.device)},
            {"driver", text_or_null(d.driver)},
            {"driver_version", text_or_null(d.driver_version)},
            {"api_version", text_or_null(d.api_version)},
            {"uuid", text_or_null(d.uuid)}};
}

// Values are TOML text: numbers and lists of numbers are valid JSON as they stand, a choice becomes a string.
ordered_json scene_json(const SceneFacts& s) {
    ordered_json parameters;
    for (const ParameterValue& p : s.parameters)
        parameters[p.key] = ordered_json::accept(p.text) ? ordered_json::parse(p.text) : ordered_json(p.text);
    return {{"scene", s.scene}, {"overrides", s.overrides}, {"parameters", parameters}};
}

}  // namespace

SceneFacts scene_facts(const Simulation& simulation, const SimulationOptions& options) {
    return {simulation.scene.name, options.overrides, parameter_values(simulation.scene.parameters)};
}

Provenance make_provenance(std::vector<DeviceFacts> devices, std::vector<SceneFacts> scenes) {
    return {build_facts(), host_facts(), utc_now(), command_line(), std::move(devices), std::move(scenes)};
}

ordered_json provenance_json(const Provenance& p) {
    ordered_json devices = ordered_json::array(), scenes = ordered_json::array();
    for (const DeviceFacts& d : p.devices) devices.push_back(device_json(d));
    for (const SceneFacts& s : p.scenes) scenes.push_back(scene_json(s));
    return {{"undine", p.build.version},
            {"commit", p.build.commit},
            {"build_type", p.build.type},
            {"compiler", p.build.compiler},
            {"os", p.host.os},
            {"cpu", {{"name", text_or_null(p.host.cpu)}, {"cores", p.host.cores}}},
            {"date", p.date},
            {"command", p.command},
            {"devices", devices},
            {"scenes", scenes}};
}

ordered_json whole_report(const std::string& command, const Provenance& provenance, const ordered_json& found) {
    ordered_json report{{"report", "undine " + command},
                        {"report_version", kReportVersion},
                        {"provenance", provenance_json(provenance)}};
    report.update(found);
    return report;
}

std::string provenance_text(const Provenance& p) {
    const bool dirty = p.build.commit.ends_with("+dirty");
    const std::string commit = p.build.commit.substr(0, 12) + (dirty ? "+dirty" : "");
    std::string text = "Undine " + p.build.version + " (" + commit + ")";
    for (const std::string& part : {p.build.type, p.build.compiler})
        if (!part.empty()) text += ", " + part;
    if (!p.host.os.empty()) text += "; " + p.host.os;
    text += "; " + (p.host.cpu.empty() ? std::string("unknown processor") : p.host.cpu);
    return text + ", " + counted(static_cast<uint64_t>(p.host.cores), "core") + "; " + p.date;
}

std::string provenance_markdown(const Provenance& p) {
    return "<sub>" + markdown_escaped(provenance_text(p)) + ": " + markdown_code(p.command) + "</sub>\n";
}

TextTable device_table(const std::vector<std::string>& names, const std::vector<DeviceFacts>& devices) {
    TextTable table({"backend", "device", "driver", "driver version", "API", "UUID"}, 6);
    for (size_t k = 0; k < devices.size(); ++k) {
        const DeviceFacts& d = devices[k];
        table.add({names[k], d.device.empty() ? d.name : d.device, d.driver, d.driver_version, d.api_version, d.uuid});
    }
    return table;
}

}  // namespace undine
