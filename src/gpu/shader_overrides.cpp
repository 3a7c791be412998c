#include "gpu/shader_overrides.h"

#include "gpu/embedded_shaders.h"

namespace undine {

void ShaderOverrides::set(const std::string& name, std::vector<uint32_t> spirv) {
    (void)embedded_spirv(name);
    replaced_[name] = std::make_shared<const std::vector<uint32_t>>(std::move(spirv));
}

std::span<const uint32_t> ShaderOverrides::current(std::span<const uint32_t> spirv) {
    for (const EmbeddedShader& shader : embedded_shaders()) {
        if (shader.spirv.data() != spirv.data()) continue;
        used_.emplace(shader.name);
        const auto found = replaced_.find(shader.name);
        return found == replaced_.end() ? spirv : *found->second;
    }
    return spirv;
}

}  // namespace undine
