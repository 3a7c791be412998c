// --json FILE: every report goes through here; "-" is standard output.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace undine {

// Whether that is where the report goes: "-", /dev/stdout, or the like. Nothing else should go there then.
bool is_standard_output(const std::string& path);

// Checks, before the work starts, that the report can be written. An empty path is fine: no report is wanted.
void require_json_writable(const std::string& path);

// Writes a temporary file beside the destination and renames it; an empty path writes nothing. Throws Error (bad_input)
// if that fails.
void write_json(const std::string& path, const nlohmann::ordered_json& report);

// The same for a report that is text already.
void write_text(const std::string& path, const std::string& text);

}  // namespace undine
