// Styles: values of several parameters in one word.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace undine {

struct Parameters;

struct ParameterStyle {
    std::string name, help;
    std::vector<std::pair<std::string, std::string>> values;  // key and value as TOML, where they are not the defaults
};

// All styles, the default one first.
std::span<const ParameterStyle> parameter_styles();

// Sets every parameter that some style names: to the value of this one, or else to its default. `source` opens the
// sentence of the Error (bad_input) for a name that there is not; the parameters are then unchanged.
void apply_style(Parameters&, std::string_view name, const std::string& source);

// The style whose values these are, or nullptr.
const ParameterStyle* style_of(const Parameters&);

}  // namespace undine
