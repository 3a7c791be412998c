#include "gpu/embedded_shaders.h"

#include <cstdio>
#include <cstdlib>

namespace undine {

std::span<const uint32_t> embedded_spirv(std::string_view name) {
    for (const EmbeddedShader& shader : embedded_shaders())
        if (shader.name == name) return shader.spirv;
    std::fprintf(stderr, "no shader '%.*s' is embedded\n", static_cast<int>(name.size()), name.data());
    std::abort();
}

}  // namespace undine
