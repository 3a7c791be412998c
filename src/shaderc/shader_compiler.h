// GLSL to SPIR-V, once for the build (undine-shaderc), the viewer's live reload and the tests: glslang, spirv-opt
// -O, spirv-val. Links glslang and SPIRV-Tools, so only what compiles shaders links the library of this file.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace undine {

struct CompiledShader {
    std::vector<uint32_t> spirv;
    std::vector<std::filesystem::path> files;  // everything that was read, each once, in the order first read
};

// `name` is a program of passes.def ("compute_lambda.0.0", "scan_add": its source is assembled from the tables, see
// shader_source.h) or a file below `shader_root` whose extension is its stage ("render/sky.frag"; .vert, .frag and
// .comp). #include "…" is resolved from shader_root, whichever file it stands in. The same input gives the same
// bytes. Throws Error(bad_input); the message has a line "file:line: what is wrong" for each mistake in the source.
CompiledShader compile_shader(std::string_view name, const std::filesystem::path& shader_root);

}  // namespace undine
