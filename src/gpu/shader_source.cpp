#include "gpu/shader_source.h"

namespace undine {
namespace {

// Runtime options of the language, parameters and constants that all passes share.
std::string common_preamble() {
    return "#version 460\n"
           "#extension GL_GOOGLE_include_directive : require\n"
           "#define MAX_WORKGROUP_SIZE " + std::to_string(kWorkgroupSize) + "\n"
           "#define BLOCK_SIZE " + std::to_string(kShaderBlockSize) + "u\n"
           "layout(local_size_x_id = " + std::to_string(kWorkgroupSizeId) + ") in;\n"
           "#include \"sim/language.glsl\"\n"
           "#include \"sim/fluid_params.glsl\"\n"
           "layout(constant_id = " + std::to_string(kKernelId) + ") const uint KERNEL = 0u;\n"
           "layout(constant_id = " + std::to_string(kNeighborsId) + ") const uint NEIGHBORS = 0u;\n"
           "layout(push_constant) uniform Dispatch { uint first; uint count; uint list_origin; } dispatch;\n"
           "layout(std140, set = 0, binding = " + std::to_string(kParamsBinding) + ") uniform Params { FluidParams params; };\n";
}

// readonly and writeonly are what synchronization validation knows a pass's accesses from.
std::string buffer_declaration(const PassInfo& pass, Field field) {
    std::string name(info(field).name);
    std::string access = !pass.writes.contains(field)     ? "readonly "
                         : !pass.inputs().contains(field) ? "writeonly "
                                                          : "";
    return "layout(std430, set = 0, binding = " + std::to_string(binding_of(field)) + ") restrict " + access +
           "buffer Buffer_" + name + " { " + std::string(info(field).type) + " " + name + "[]; };\n";
}

}  // namespace

std::string pass_source(const PassInfo& pass) {
    std::string source = common_preamble();
    for (uint32_t f = 0; f < kFieldCount; ++f)
        if (pass.bound().contains(Field(f))) source += buffer_declaration(pass, Field(f));
    std::string name(pass.name);
    if (!pass.shared_body) return source + "#include \"" + std::string(pass.directory) + "/" + name + ".comp\"\n";
    return source + "#define PASS_BODY " + name + "\n" +
           "#define DENSITY_STAGE " + (pass.stage == Stage::density ? "1" : "0") + "\n" +
           "#include \"sim/" + name + ".glsl\"\n" +
           "#include \"sim/pass.comp\"\n";
}

const PassInfo* find_pass(std::string_view name) {
    for (const PassInfo& pass : kPasses)
        if (pass.name == name) return &pass;
    return nullptr;
}

}  // namespace undine
