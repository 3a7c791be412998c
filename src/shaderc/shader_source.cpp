#include "shaderc/shader_source.h"

namespace undine {
namespace {

std::string define(const char* name, uint32_t value) {
    return std::string("#define ") + name + " " + std::to_string(value) + "u\n";
}

// The language, parameters and constants that all passes share.
std::string common_preamble(const PassInfo& pass) {
    return "#version 460\n"
           "#extension GL_GOOGLE_include_directive : require\n" +
           define("WORKGROUP_SIZE", kWorkgroupSize) + define("BLOCK_SIZE", kShaderBlockSize) +
           "layout(local_size_x = WORKGROUP_SIZE" +
           (pass.shared_body ? ", local_size_x_id = " + std::to_string(kWorkgroupConstant) : "") +
           ") in;\n"
           "#include \"sim/language.glsl\"\n"
           "#include \"sim/fluid_params.glsl\"\n"
           "layout(push_constant) uniform Dispatch { uint first; uint count; uint list_origin; } dispatch;\n"
           "layout(std140, set = 0, binding = " +
           std::to_string(kParamsBinding) + ") uniform Params { FluidParams params_block; };\n";
}

// Synchronization validation infers a pass's accesses from the readonly and writeonly qualifiers.
std::string buffer_declaration(const PassShader& shader, Field field) {
    const PassInfo& pass = *shader.pass;
    std::string name(info(field).name), type(info(field).type);
    // Only code that this variant never reaches names the field; the optimiser removes both.
    if (!pass.bound(shader.variant.neighbors).contains(field)) return type + " " + name + "[1];\n";
    const std::string binding = "set = 0, binding = " + std::to_string(binding_of(field));
    if (kUniformFields.contains(field))
        return "layout(std140, " + binding + ") uniform Buffer_" + name + " { " + type + " " + name + "[" +
               std::to_string(kMostUniformBytes / info(field).stride) + "]; };\n";
    if (kTexelFields.contains(field)) return "layout(" + binding + ") uniform samplerBuffer " + name + ";\n";
    const std::string access = !pass.writes.contains(field)                             ? "readonly "
                               : !pass.inputs(shader.variant.neighbors).contains(field) ? "writeonly "
                                                                                        : "";
    return "layout(std430, " + binding + ") restrict " + access + "buffer Buffer_" + name + " { " + type + " " + name +
           "[]; };\n";
}

}  // namespace

std::string shader_name(const PassShader& shader) {
    std::string name(shader.pass->name);
    if (!shader.pass->shared_body) return name;
    return name + "." + std::to_string(shader.variant.kernel) + "." + std::to_string(shader.variant.neighbors);
}

PassShader find_pass_shader(std::string_view name) {
    for (const PassInfo& pass : kPasses)
        for (const Variant& variant : kVariants)
            if (const PassShader shader{&pass, variant}; shader_name(shader) == name) return shader;
    return {};
}

std::string shader_source(const PassShader& shader) {
    const PassInfo& pass = *shader.pass;
    std::string source = common_preamble(pass);
    FieldSet named = pass.bound();
    if (pass.walks == Walks::boundary) named = named | field_set({Field::cell_start});  // by neighborhood.glsl
    for (uint32_t f = 0; f < kFieldCount; ++f)
        if (named.contains(Field(f))) source += buffer_declaration(shader, Field(f));
    const std::string name(pass.name);
    if (!pass.shared_body)
        return source + "#define params params_block\n#include \"" + std::string(pass.directory) + "/" + name +
               ".comp\"\n";
    // A copy, made once per invocation: otherwise drivers reload the uniform block in every iteration of a neighbour
    // loop, because the storage buffers that the loop writes might alias it.
    source += "FluidParams params;\nlayout(constant_id = " + std::to_string(kSolidTraitsConstant) +
              ") const uint SOLID_TRAITS = PBF_SOLIDS_ANY;\n";
    return source + define("KERNEL", shader.variant.kernel) + define("NEIGHBORS", shader.variant.neighbors) +
           (pass.stage == Stage::density ? "#define DENSITY_STAGE\n" : "") +
           (pass.domain == Domain::particles ? "#define OF_PARTICLES\n" : "") + "#define PASS_BODY " + name +
           "\n"
           "#include \"sim/" +
           name +
           ".glsl\"\n"
           "#include \"sim/pass.comp\"\n";
}

}  // namespace undine
