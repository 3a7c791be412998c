// Compiles GLSL to SPIR-V with glslang, spirv-opt -O and spirv-val: one implementation for the build (undine-shaderc),
// the viewer's live reload and the tests. A separate library, so that nothing else links glslang and SPIRV-Tools.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace undine {

struct CompiledShader {
    std::vector<uint32_t> spirv;
    std::vector<std::filesystem::path> files;  // all files read, each once, in the order of first use
};

// `name` is a program of passes.def ("compute_lambda.0.0", "scan_add"; its source is assembled from the tables, see
// shader_source.h) or a file below `shader_root` whose extension names its stage (.vert, .frag or .comp, as in
// "render/sky.frag"). #include "…" is always resolved from shader_root, not from the including file. The same input
// gives the same bytes. Throws Error(bad_input) with a line "file:line: what is wrong" for each error in the source.
CompiledShader compile_shader(std::string_view name, const std::filesystem::path& shader_root);

}  // namespace undine
