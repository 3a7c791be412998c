#include "scene/parameter_style.h"

#include <algorithm>

#include "scene/parameter_table.h"
#include "scene/parameters.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// The value that a style gives a parameter: its own or the default.
std::string value_in(const ParameterStyle& style, const ParameterInfo& info) {
    const auto own = std::ranges::find(style.values, info.key, &std::pair<std::string, std::string>::first);
    return own == style.values.end() ? info.default_text : own->second;
}

// The parameters that some style names, in the order of the table.
const std::vector<const ParameterInfo*>& styled_parameters() {
    static const std::vector<const ParameterInfo*> all = [] {
        std::vector<const ParameterInfo*> found;
        for (const ParameterInfo& info : parameter_table())
            for (const ParameterStyle& style : parameter_styles())
                if (std::ranges::find(style.values, info.key, &std::pair<std::string, std::string>::first) !=
                    style.values.end()) {
                    found.push_back(&info);
                    break;
                }
        return found;
    }();
    return all;
}

}  // namespace

std::span<const ParameterStyle> parameter_styles() {
    static const std::vector<ParameterStyle> all = {
        {"consistent",
         "The same water at every step size, and deep water as firm as shallow: docs/results/same_water.md. Above a dt "
         "of "
         "4 ms at support_radius = 0.1 it no longer holds; classic is calmer there.",
         {}},
        {"classic",
         "Position Based Fluids as published: gradients at the predicted positions, artificial pressure, XSPH by a "
         "share "
         "per step, no coarse pressure. How lively and how firm the water is depends on dt, max_iterations and depth.",
         {{"gradients", "\"predicted\""},
          {"error_rate", "0"},
          {"warm_start", "0"},
          {"coarse_sweeps", "0"},
          {"repulsion", "\"scorr\""},
          {"max_iterations", "4"},
          {"xsph_c", "0.05"},
          {"xsph_rate", "0"}}}};
    return all;
}

void apply_style(Parameters& parameters, std::string_view name, const std::string& source) {
    const auto style = std::ranges::find(parameter_styles(), name, &ParameterStyle::name);
    if (style == parameter_styles().end()) {
        std::vector<std::string> names;
        for (const ParameterStyle& each : parameter_styles()) names.push_back(each.name);
        throw Error(Exit::bad_input, path_text(source) + ": style must be " + list_text(names, "or") + ", not '" +
                                         printable(name) + "'" + did_you_mean(name, names));
    }
    for (const ParameterInfo* info : styled_parameters())
        set_parameter(parameters, info->key, value_in(*style, *info), source);
}

const ParameterStyle* style_of(const Parameters& parameters) {
    for (const ParameterStyle& style : parameter_styles())
        if (std::ranges::all_of(styled_parameters(), [&](const ParameterInfo* info) {
                return parameter_text(parameters, *info) == value_in(style, *info);
            }))
            return &style;
    return nullptr;
}

}  // namespace undine
