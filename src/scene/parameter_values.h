// The parameters of a scene as text, for reports and recordings.
#pragma once
#include <string>
#include <vector>

namespace undine {

struct Parameters;

struct ParameterValue {
    std::string key, text;  // as TOML: 0.004, [0, -9.81, 0], "poly6_spiky"
    bool operator==(const ParameterValue&) const = default;
};

// All of them, in the order of the table.
std::vector<ParameterValue> parameter_values(const Parameters& parameters);

}  // namespace undine
