#include "shaderc/shader_compiler.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <regex>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#include <sstream>

#include "shaderc/shader_source.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path)) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
}

// Resolves #include from the shader root and records which files were read.
class Includer : public glslang::TShader::Includer {
  public:
    explicit Includer(fs::path root) : root_(std::move(root)) {}

    IncludeResult* includeLocal(const char* name, const char*, size_t) override {
        auto text = read_text(root_ / name);
        if (!text) return nullptr;
        note(root_ / name);
        const std::string& kept = texts_.emplace_back(std::move(*text));
        return new IncludeResult((root_ / name).string(), kept.data(), kept.size(), nullptr);
    }
    void releaseInclude(IncludeResult* result) override { delete result; }

    void note(const fs::path& file) {
        if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }

    std::vector<fs::path> files;

  private:
    fs::path root_;
    std::deque<std::string> texts_;
};

EShLanguage stage_of(const fs::path& file) {
    if (file.extension() == ".vert") return EShLangVertex;
    if (file.extension() == ".frag") return EShLangFragment;
    if (file.extension() == ".comp") return EShLangCompute;
    throw Error(Exit::bad_input, file.string() + ": a shader's extension must name its stage: .vert, .frag or .comp.");
}

// Turns glslang's "ERROR: file:line: text" into "file:line: text", the form that editors recognise.
std::string readable(const std::string& log) {
    std::istringstream in(log);
    std::string out;
    for (std::string line; std::getline(in, line);) {
        if (line.find("compilation errors.  No code generated") != std::string::npos || line.empty()) continue;
        out += "\n" + std::regex_replace(line, std::regex("^(ERROR|WARNING): (.+:[0-9]+: )"), "$2");
    }
    return out;
}

// Targets SPIR-V 1.5: it has everything the shaders need, and drivers have supported it for longer than 1.6.
std::vector<uint32_t> translate(const std::string& source, const std::string& source_name, EShLanguage stage,
                                Includer& includer) {
    static const struct Process {
        Process() { glslang::InitializeProcess(); }
        ~Process() { glslang::FinalizeProcess(); }
    } process;

    const char* texts[] = {source.data()};
    const int lengths[] = {static_cast<int>(source.size())};
    const char* names[] = {source_name.c_str()};
    glslang::TShader shader(stage);
    shader.setStringsWithLengthsAndNames(texts, lengths, names, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_3);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
    const auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
    if (!shader.parse(GetDefaultResources(), 460, false, messages, includer))
        throw Error(Exit::bad_input, source_name + " does not compile:" + readable(shader.getInfoLog()));
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(messages))
        throw Error(Exit::bad_input, source_name + " does not link:" + readable(program.getInfoLog()));
    std::vector<uint32_t> spirv;
    glslang::SpvOptions options;  // no debug info, no optimisation: optimize() does that next
    glslang::GlslangToSpv(*program.getIntermediate(stage), spirv, &options);
    return spirv;
}

std::vector<uint32_t> optimize(const std::vector<uint32_t>& spirv, const std::string& name) {
    std::string log;
    auto consumer = [&log](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
        log += std::string("\n") + message;
    };
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_3);
    optimizer.SetMessageConsumer(consumer);
    optimizer.RegisterPerformancePasses();
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);  // the result is validated below instead
    std::vector<uint32_t> optimized;
    if (!optimizer.Run(spirv.data(), spirv.size(), &optimized, options))
        throw Error(Exit::bad_input, name + ": spirv-opt failed:" + log);
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
    tools.SetMessageConsumer(consumer);
    if (!tools.Validate(optimized)) throw Error(Exit::bad_input, name + ": spirv-val rejects the result:" + log);
    return optimized;
}

}  // namespace

CompiledShader compile_shader(std::string_view name, const fs::path& shader_root) {
    Includer includer(shader_root);
    std::vector<uint32_t> spirv;
    std::string source_name;
    if (const PassShader shader = find_pass_shader(name); shader.pass) {
        source_name = "pass " + std::string(name);
        spirv = translate(shader_source(shader), source_name, EShLangCompute, includer);
    } else {
        fs::path file = shader_root / name;
        auto text = read_text(file);
        if (!text)
            throw Error(Exit::bad_input, std::string(name) +
                                             " is neither a pass of passes.def nor a readable file in " +
                                             shader_root.string() + ".");
        includer.note(file);
        source_name = file.string();
        spirv = translate(*text, source_name, stage_of(file), includer);
    }
    return {optimize(spirv, source_name), std::move(includer.files)};
}

}  // namespace undine
