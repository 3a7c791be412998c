// The SPIR-V that the build compiled from shaders/ (cmake/Shaders.cmake): programs of passes.def are named by
// shader_name() (shader_source.h), others by their path below shaders/ ("render/sky.frag").
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace undine {

struct EmbeddedShader {
    std::string_view name;
    std::span<const uint32_t> spirv;
};

// All of them; the definition is generated.
std::span<const EmbeddedShader> embedded_shaders();

// The SPIR-V words of one shader. An unknown name is a programming error and aborts.
std::span<const uint32_t> embedded_spirv(std::string_view name);

}  // namespace undine
