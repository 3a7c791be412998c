// Values of a TOML tree, each checked alone. Internal to the scene reader and to set_parameter, so that both refuse the
// same values with the same messages.
#pragma once
#include <toml++/toml.h>

#include <glm/vec3.hpp>
#include <string>

#include "scene/parameter_table.h"

namespace undine::toml_values {

// Each function throws Error (bad_input): "SOURCE: KEY must be EXPECTED, not VALUE". `source` already holds the
// line.

// A finite number, min <= value <= max; a TOML integer is accepted too. `unit` may be empty.
float read_float(const toml::node& value, double min, double max, const std::string& unit, const std::string& source,
                 const std::string& key);
// An array of three numbers, as read_float() reads each.
glm::vec3 read_vec3(const toml::node& value, double min, double max, const std::string& unit, const std::string& source,
                    const std::string& key);
// The same, each within -bound .. bound.
glm::vec3 read_vec3(const toml::node& value, double bound, const std::string& unit, const std::string& source,
                    const std::string& key);
std::string read_string(const toml::node& value, const std::string& source, const std::string& key);
// Text that printable() leaves unchanged.
std::string read_line(const toml::node& value, const std::string& source, const std::string& key);

// Sets one parameter. Every value from outside goes through here.
void assign(Parameters& parameters, const ParameterInfo& info, const toml::node& value, const std::string& source);

// What the parameter takes: "a number from 1e-06 to 0.1 s".
std::string expected(const ParameterInfo& info);

}  // namespace undine::toml_values
