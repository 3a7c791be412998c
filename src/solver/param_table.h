// fluid_params.def as a table, and the check that C++ lays FluidParams out as std140 does.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

#include "solver/fluid_params.h"

namespace undine {

struct ParamInfo {
    std::string_view type, name, meaning;
    uint32_t offset;  // bytes
    uint32_t bytes;
};

inline constexpr auto kParams = std::to_array<ParamInfo>({
#define PARAM(type, name, meaning) {#type, #name, meaning, offsetof(FluidParams, name), sizeof(FluidParams::name)},
#include "sim/fluid_params.def"
#undef PARAM
});

// Bytes up to the end of the last member; the padding behind it has unspecified content.
inline constexpr uint32_t kParamsBytes = kParams.back().offset + kParams.back().bytes;

constexpr bool params_have_the_layout_of_std140() {
    uint32_t end = 0;
    for (const ParamInfo& p : kParams) {
        const bool vector = p.type == "vec4" || p.type == "uvec4", scalar = p.type == "float" || p.type == "uint";
        if (!vector && !(scalar && p.bytes == 4)) return false;
        if (p.offset != end || (vector && end % 16 != 0)) return false;
        end += p.bytes;
    }
    return sizeof(FluidParams) == (end + 15) / 16 * 16;
}
static_assert(params_have_the_layout_of_std140(),
              "fluid_params.def: expected vec4 and uvec4 first, then float and uint");

}  // namespace undine
