// The GLSL that glslang sees in front of a program's own files: generated from fields.def and passes.def.
#pragma once
#include <string>
#include <string_view>

#include "solver/pass_table.h"

namespace undine {

// Limits that the sort and reduce programs are written for: their shared memory is sized by them.
inline constexpr uint32_t kWorkgroupSize = 128;       // invocations: what every device offers; a power of two
inline constexpr uint32_t kShaderBlockSize = 1024;    // elements a workgroup scans or sums

// Descriptor bindings of set 0.
inline constexpr uint32_t kParamsBinding = 0;
constexpr uint32_t binding_of(Field field) { return 1 + static_cast<uint32_t>(field); }

// Specialization constants.
inline constexpr uint32_t kWorkgroupSizeId = 0, kKernelId = 1, kNeighborsId = 2;

// The push constants of a pass: it works on elements [first, first + count) of its domain.
struct DispatchRange {
    uint32_t first = 0, count = 0;
    uint32_t list_origin = 0;  // first particle of the window of the neighbour list that is bound
};

// The whole source of a pass: preamble, then its files by #include. Line 1 is "#version".
std::string pass_source(const PassInfo& pass);

// The pass of that name, or nullptr.
const PassInfo* find_pass(std::string_view name);

}  // namespace undine
