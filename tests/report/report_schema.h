// The schemas of docs/schemas, which say what the JSON reports of every command hold, and the page made from them.
#pragma once
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace undine::testing {

// Commands that write reports: docs/schemas/COMMAND.json.
std::vector<std::string> reporting_commands();

// The command's schema, with the other files that it names in their places.
nlohmann::json schema_of(const std::string& command);

// What is wrong with the report by the schema of the command that it names; empty: nothing.
std::string troubles_of(const nlohmann::json& report);

// Every key that a schema has: "cases[].ms_per_step.median"; a key of any name is "*".
std::set<std::string> documented_keys(const nlohmann::json& schema);

// Those of them that the report has.
std::set<std::string> keys_of(const nlohmann::json& schema, const nlohmann::json& report);

// docs/json.md
std::string schema_page();

}  // namespace undine::testing
