#include "scene/parameter_values.h"

#include "scene/parameter_table.h"
#include "scene/parameters.h"

namespace undine {

std::vector<ParameterValue> parameter_values(const Parameters& parameters) {
    std::vector<ParameterValue> values;
    for (const ParameterInfo& info : parameter_table()) values.push_back({info.key, parameter_text(parameters, info)});
    return values;
}

}  // namespace undine
