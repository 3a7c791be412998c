// The table that describes the parameters of a simulation, made from parameters.def.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace undine {

struct Parameters;

// Reads and writes an enum member as the index into ParameterInfo::choices.
struct ChoiceMember {
    uint32_t (*get)(const Parameters&);
    void (*set)(Parameters&, uint32_t);
};
using ParameterMember =
    std::variant<float Parameters::*, uint32_t Parameters::*, glm::vec3 Parameters::*, ChoiceMember>;

// One line of parameters.def at run time.
struct ParameterInfo {
    std::string group, key, symbol, equation, unit, help;
    std::string type;                  // "number", "whole number", "three numbers" or "choice"
    std::string default_text;          // as TOML
    std::string min_text, max_text;    // empty for a choice; of each component for three numbers
    double min = 0, max = 0;           // inclusive
    std::vector<std::string> choices;  // empty unless a choice
    ParameterMember member;            // where the value lives
};

// All parameters in the order of parameters.def.
std::span<const ParameterInfo> parameter_table();
// The parameter of that name, or nullptr.
const ParameterInfo* find_parameter(std::string_view key);

// The current value as TOML: 0.004, [0, -9.81, 0], "poly6_spiky". Reading it back gives the same bits.
std::string parameter_text(const Parameters&, const ParameterInfo&);

// Sets one parameter from text, as `--set key=value` does: a TOML value, or a bare word for a choice. `source`
// opens the sentence of the Error (bad_input) that an unknown key, a wrong type, NaN or a value out of range
// causes; the parameters are then unchanged.
void set_parameter(Parameters&, std::string_view key, std::string_view value_text, const std::string& source);

// The table of parameters for the documentation and for a terminal.
std::string parameters_markdown();
std::string parameters_help();

}  // namespace undine
