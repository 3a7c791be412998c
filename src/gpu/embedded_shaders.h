// The SPIR-V that the build made of shaders/ (cmake/Shaders.cmake): programs of passes.def by shader_name()
// (shader_source.h), others by their file below shaders/ ("render/sky.frag").
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

// The words of one of them. A name that does not exist is a programming error and aborts.
std::span<const uint32_t> embedded_spirv(std::string_view name);

}  // namespace undine
