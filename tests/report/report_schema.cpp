#include "report/report_schema.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "unit/input_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json read_schema(const std::string& file) {
    return ordered_json::parse(read_file(UNDINE_DOCS "/schemas/" + file));
}

void put_in_place(ordered_json& node) {
    if (node.is_object() && node.contains("$ref")) node = read_schema(node.at("$ref").get<std::string>());
    if (node.is_structured())
        for (auto& child : node) put_in_place(child);
}

ordered_json ordered_schema_of(const std::string& command) {
    ordered_json schema = read_schema(command + ".json");
    put_in_place(schema);
    return schema;
}

// Calls visit(key, schema of its value, value or null) for every key; where there is a report, for those that it has.
using Visit = std::function<void(const std::string&, const ordered_json&)>;
void walk(const ordered_json& schema, const json* report, const std::string& path, const Visit& visit) {
    const std::string dot = path.empty() ? "" : path + ".";
    if (schema.contains("properties"))
        for (const auto& [key, child] : schema.at("properties").items()) {
            const json* const value =
                report && report->is_object() && report->contains(key) ? &report->at(key) : nullptr;
            if (report && !value) continue;
            visit(dot + key, child);
            walk(child, value, dot + key, visit);
        }
    if (schema.contains("additionalProperties") && schema.at("additionalProperties").is_object()) {
        const ordered_json& child = schema.at("additionalProperties");
        if (!report) {
            visit(dot + "*", child);
            walk(child, nullptr, dot + "*", visit);
        } else if (report->is_object()) {
            for (const auto& [key, value] : report->items()) {
                if (schema.contains("properties") && schema.at("properties").contains(key)) continue;
                visit(dot + "*", child);
                walk(child, &value, dot + "*", visit);
            }
        }
    }
    if (!schema.contains("items")) return;
    if (!report) walk(schema.at("items"), nullptr, path + "[]", visit);
    else if (report->is_array())
        for (const json& item : *report) walk(schema.at("items"), &item, path + "[]", visit);
}

std::set<std::string> keys(const json& schema, const json* report) {
    std::set<std::string> all;
    walk(ordered_json(schema), report, "", [&](const std::string& key, const ordered_json&) { all.insert(key); });
    return all;
}

// A bar would end a cell.
std::string cell(std::string text) {
    for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
    return text;
}

std::string type_text(const ordered_json& schema) {
    if (schema.contains("const")) return "`" + schema.at("const").dump() + "`";
    if (schema.contains("enum")) return "text";
    std::string text;
    const ordered_json& type = schema.at("type");
    for (const ordered_json& one : type.is_array() ? type : ordered_json::array({type})) {
        const auto name = one.get<std::string>();
        text += (text.empty() ? "" : " or ") + (name == "string" ? "text" : name == "integer" ? "whole number" : name);
    }
    return text;
}

std::string table_of(const ordered_json& schema) {
    std::string text = "| key | type | unit | meaning |\n|---|---|---|---|\n";
    walk(schema, nullptr, "", [&](const std::string& key, const ordered_json& child) {
        text += "| `" + key + "` | " + type_text(child) + " | " + cell(child.value("unit", "")) + " | " +
                cell(child.at("description").get<std::string>()) + " |\n";
    });
    return text;
}

constexpr const char* kIntroduction = R"(# JSON reports

`--json FILE` of every command writes one object; `-` is standard output. Each begins with `report`, which says what it is,
`report_version`, and `provenance`: the program, the machine, the devices and the parameters that the rest came from. The
tables below and `docs/schemas/*.json` ([JSON Schema](https://json-schema.org), draft 7) are the same; tests hold the real
output of every command to them, both ways.

`a.b` is the key b of the object a; `a[]` each item of the list a; `*` any name. A number that is not finite is null, and so
is what there is none of. Keys are only added under the same `report_version`.

The manifest of a recording, `recording.json`, is described in [compare.md](compare.md). It has the version, commit, compiler,
device and parameters, but neither date nor command: the same backend on the same device writes the same bytes each time.
)";

}  // namespace

std::vector<std::string> reporting_commands() {
    return {"run", "capture", "export", "bench", "compare", "validate", "frontier", "devices", "view"};
}

json schema_of(const std::string& command) { return ordered_schema_of(command); }

std::string troubles_of(const json& report) {
    const std::string name = report.value("report", "");
    if (!name.starts_with("undine ")) return "\"report\" does not name a command";
    const json document = schema_of(name.substr(7));
    valijson::Schema schema;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(report), &results)) return {};
    std::string text;
    for (valijson::ValidationResults::Error error; results.popError(error);) {
        for (const std::string& place : error.context) text += place;
        text += ": " + error.description + "\n";
    }
    return text;
}

std::set<std::string> documented_keys(const json& schema) { return keys(schema, nullptr); }
std::set<std::string> keys_of(const json& schema, const json& report) { return keys(schema, &report); }

std::string schema_page() {
    std::string text = kIntroduction;
    const ordered_json provenance = read_schema("provenance.json");
    text += "\n## provenance\n\nOf every report: " + provenance.at("description").get<std::string>() + ".\n\n" +
            table_of(provenance);
    std::vector<std::string> all = reporting_commands();
    all.emplace_back("manifest");
    for (const std::string& name : all) {
        ordered_json schema = read_schema(name + ".json");
        text += "\n## " + schema.at("title").get<std::string>() + "\n\n" +
                cell(schema.at("description").get<std::string>()) + ".\n\n";
        schema.at("properties").at("provenance") = {{"type", "object"}, {"description", "[see above](#provenance)"}};
        text += table_of(schema);
    }
    return text;
}

}  // namespace undine::testing
