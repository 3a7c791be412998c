// Where a report comes from: enough to tell two apart, and to reproduce one. The same block in every JSON report.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/host_facts.h"
#include "app/simulation_options.h"
#include "build_facts.h"
#include "measure/device_facts.h"
#include "report/text_table.h"
#include "scene/parameter_values.h"

namespace undine {

struct Simulation;

// Incremented when a key of a report is removed or changes its meaning. docs/schemas lists the keys.
inline constexpr int kReportVersion = 1;

// A scene that was simulated, with the values that its parameters had.
struct SceneFacts {
    std::string scene;
    std::vector<std::string> overrides;      // key=value
    std::vector<ParameterValue> parameters;  // all of them; empty if they are not known
};

// The scene of a simulation that was loaded with these options.
SceneFacts scene_facts(const Simulation& simulation, const SimulationOptions& options);

struct Provenance {
    BuildFacts build;
    HostFacts host;
    std::string date;     // when the report was made, UTC: "2024-05-06T07:08:09Z"
    std::string command;  // as it was typed
    std::vector<DeviceFacts> devices;
    std::vector<SceneFacts> scenes;
};

// The provenance of a report that this program makes on this machine now.
Provenance make_provenance(std::vector<DeviceFacts> devices, std::vector<SceneFacts> scenes);

nlohmann::ordered_json provenance_json(const Provenance& provenance);

// The whole report of `undine COMMAND`: its name and version, the provenance, then what the command found.
nlohmann::ordered_json whole_report(const std::string& command, const Provenance& provenance,
                                    const nlohmann::ordered_json& found);

// One line for people: "Undine 0.1.0 (2aba0e9), Release, GCC 12.2.0; Debian …; AMD EPYC, 2 cores;
// 2024-05-06T07:08:09Z".
std::string provenance_text(const Provenance& provenance);

// The same with the command, as the last line of a Markdown page.
std::string provenance_markdown(const Provenance& provenance);

// The devices as a table, with names[k] in the first column of device k.
TextTable device_table(const std::vector<std::string>& names, const std::vector<DeviceFacts>& devices);

}  // namespace undine
