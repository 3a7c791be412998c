// The GLSL that precedes a program's own files, generated from fields.def and passes.def.
#pragma once
#include <string>
#include <string_view>

#include "gpu/device_needs.h"
#include "solver/pass_table.h"
#include "solver/variant.h"

namespace undine {

// Ids of the constants that specialize a shared body: invocations of a workgroup; SOLID_TRAITS of
// shaders/sim/choices.glsl.
inline constexpr uint32_t kWorkgroupConstant = 0, kSolidTraitsConstant = 1;
inline constexpr uint32_t kShaderBlockSize = 1024;  // elements that one workgroup scans or sums

// Descriptor bindings of set 0.
inline constexpr uint32_t kParamsBinding = 0;
constexpr uint32_t binding_of(Field field) { return 1 + static_cast<uint32_t>(field); }

// The push constants of a pass: it works on elements [first, first + count) of its domain.
struct DispatchRange {
    uint32_t first = 0, count = 0;
    uint32_t list_origin = 0;  // first particle of the bound window of the neighbour list
};

// The program for one line of passes.def. A shared body is compiled once for each choice of KERNEL and NEIGHBORS
// (fluid_params.glsl), which are constants in its source rather than specialization constants: one driver folds those
// only after optimising, which makes the walk over the neighbours three times slower.
struct PassShader {
    const PassInfo* pass = nullptr;
    Variant variant;
};

// "compute_lambda.1.0" for kernel 1 and neighbors 0; without the numbers unless the body is a shared one.
std::string shader_name(const PassShader& shader);

// The inverse of shader_name(); pass is nullptr if no program has that name.
PassShader find_pass_shader(std::string_view name);

// The whole source: preamble, then the pass's files by #include. Line 1 is "#version".
std::string shader_source(const PassShader& shader);

}  // namespace undine
