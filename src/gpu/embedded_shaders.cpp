#include "gpu/embedded_shaders.h"

#include <string>

#include "internal_error.h"

namespace undine {

std::span<const uint32_t> embedded_spirv(std::string_view name) {
    for (const EmbeddedShader& shader : embedded_shaders())
        if (shader.name == name) return shader.spirv;
    UNDINE_UNREACHABLE(("no shader '" + std::string(name) + "' is embedded").c_str());
}

}  // namespace undine
