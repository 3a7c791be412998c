// The GLSL that glslang sees in front of a program's own files: generated from fields.def and passes.def.
#pragma once
#include <string>
#include <string_view>

#include "gpu/device_needs.h"
#include "solver/pass_table.h"
#include "solver/variant.h"

namespace undine {

inline constexpr uint32_t kWorkgroupConstant = 0;   // specialization constant that changes it in shared bodies
inline constexpr uint32_t kShaderBlockSize = 1024;  // elements that a workgroup scans or sums

// Descriptor bindings of set 0.
inline constexpr uint32_t kParamsBinding = 0;
constexpr uint32_t binding_of(Field field) { return 1 + static_cast<uint32_t>(field); }

// The push constants of a pass: it works on elements [first, first + count) of its domain.
struct DispatchRange {
    uint32_t first = 0, count = 0;
    uint32_t list_origin = 0;  // first particle of the window of the neighbour list that is bound
};

// A program for a line of passes.def. A shared body is built once for every choice of KERNEL and NEIGHBORS
// (fluid_params.glsl), as constants of its source: one driver folds specialization constants only after optimising,
// and then walks the neighbours three times slower.
struct PassShader {
    const PassInfo* pass = nullptr;
    Variant variant;
};

// "compute_lambda.1.0" with kernel 1, neighbors 0; without numbers where the body is not a shared one.
std::string shader_name(const PassShader& shader);

// The inverse; pass is nullptr where no program has that name.
PassShader find_pass_shader(std::string_view name);

// The whole source: preamble, then the pass's files by #include. Line 1 is "#version".
std::string shader_source(const PassShader& shader);

}  // namespace undine
