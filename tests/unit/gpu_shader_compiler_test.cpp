#include "shaderc/shader_compiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "gpu/embedded_shaders.h"
#include "shaderc/shader_source.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

// A shader root of its own for each test.
class ShaderCompiler : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        root_ = fs::path(::testing::TempDir()) / ("undine-shaders-" + std::string(test->name()));
        fs::create_directories(root_ / "render");
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const std::string& name, const std::string& text) { std::ofstream(root_ / name) << text; }

    std::string error_of(const std::string& name) {
        try {
            compile_shader(name, root_);
        } catch (const Error& error) {
            EXPECT_EQ(error.code, Exit::bad_input);
            return error.what();
        }
        return "";
    }

    fs::path root_;
};

TEST_F(ShaderCompiler, GivesTheEmbeddedBytesForEveryShader) {
    for (const PassInfo& pass : kPasses)
        for (const Variant& variant : kVariants) EXPECT_FALSE(embedded_spirv(shader_name({&pass, variant})).empty());
    for (const EmbeddedShader& shader : embedded_shaders()) {
        const CompiledShader again = compile_shader(shader.name, UNDINE_SHADERS);
        EXPECT_TRUE(std::ranges::equal(shader.spirv, again.spirv)) << shader.name;
    }
}

TEST_F(ShaderCompiler, NamesTheFilesItRead) {
    const CompiledShader shader = compile_shader("compute_lambda.0.0", UNDINE_SHADERS);
    for (const char* file : {"sim/pass.comp", "sim/compute_lambda.glsl", "sim/kernels.glsl", "sim/fluid_params.glsl"})
        EXPECT_EQ(std::count(shader.files.begin(), shader.files.end(), fs::path(UNDINE_SHADERS) / file), 1) << file;
}

TEST_F(ShaderCompiler, ReportsFileAndLine) {
    write("render/broken.frag", "#version 460\nvoid main() {\n    undeclared = 1;\n}\n");
    EXPECT_NE(error_of("render/broken.frag").find((root_ / "render/broken.frag").string() + ":3: 'undeclared'"),
              std::string::npos)
        << error_of("render/broken.frag");
}

TEST_F(ShaderCompiler, ReportsFileAndLineOfAnIncludedFile) {
    write("render/leaf.glsl", "\nfloat f() { return wrong; }\n");
    write("render/a.comp",
          "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"render/leaf.glsl\"\nvoid "
          "main() {}\n");
    EXPECT_NE(error_of("render/a.comp").find((root_ / "render/leaf.glsl").string() + ":2: 'wrong'"), std::string::npos)
        << error_of("render/a.comp");
}

TEST_F(ShaderCompiler, ReportsAMissingInclude) {
    write("render/a.comp",
          "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"render/none.glsl\"\nvoid "
          "main() {}\n");
    const std::string message = error_of("render/a.comp");
    EXPECT_NE(message.find("a.comp:3:"), std::string::npos) << message;
    EXPECT_NE(message.find("render/none.glsl"), std::string::npos) << message;
}

TEST_F(ShaderCompiler, RefusesUnknownNamesAndStages) {
    EXPECT_NE(error_of("render/none.frag").find("neither a pass"), std::string::npos);
    write("render/a.glsl", "#version 460\nvoid main() {}\n");
    EXPECT_NE(error_of("render/a.glsl").find("extension must name its stage"), std::string::npos);
}

TEST(ShaderSource, NamesAreUniqueAndFound) {
    EXPECT_EQ(shader_name({&info(Pass::compute_lambda), {1, 0}}), "compute_lambda.1.0");
    EXPECT_EQ(shader_name({&info(Pass::scan_add), {1, 0}}), "scan_add");
    const PassShader found = find_pass_shader("compute_lambda.0.1");
    EXPECT_EQ(found.pass, &info(Pass::compute_lambda));
    EXPECT_EQ(found.variant.kernel, 0u);
    EXPECT_EQ(found.variant.neighbors, 1u);
    EXPECT_EQ(find_pass_shader("compute_lambda").pass, nullptr);
    EXPECT_EQ(find_pass_shader("scan_add").pass, &info(Pass::scan_add));
}

TEST(ShaderSource, DeclaresAccessFromTheTable) {
    const std::string source = shader_source({&info(Pass::compute_lambda), {1, 0}});
    EXPECT_NE(source.find("restrict readonly buffer Buffer_predicted { vec4 predicted[]; }"), std::string::npos)
        << source;
    EXPECT_NE(source.find("restrict writeonly buffer Buffer_density { float density[]; }"), std::string::npos);
    EXPECT_NE(source.find("#define DENSITY_STAGE"), std::string::npos);
    EXPECT_NE(source.find("#define KERNEL 1u"), std::string::npos);
    EXPECT_EQ(source.find("Buffer_velocity"), std::string::npos) << "binds an array that the table does not list";
    const std::string in_place = shader_source({&info(Pass::confine_vorticity), {}});
    EXPECT_NE(in_place.find("restrict buffer Buffer_velocity_star"), std::string::npos);
    EXPECT_EQ(in_place.find("#define DENSITY_STAGE"), std::string::npos);
}

// What a pass binds is what its program reaches: no more, or a GPU's limit is used up for nothing.
TEST(ShaderSource, ProgramsUseWhatTheirVariantBinds) {
    constexpr uint32_t kOpVariable = 59, kImages = 0, kUniform = 2, kStorageBuffer = 12, kHeaderWords = 5;
    for (const PassInfo& pass : kPasses)
        for (const Variant& variant : kVariants) {
            const std::span<const uint32_t> words = embedded_spirv(shader_name({&pass, variant}));
            uint32_t storage = 0, uniforms = 0, texels = 0;
            for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
                if ((words[at] & 0xffff) != kOpVariable) continue;
                storage += words[at + 3] == kStorageBuffer;
                uniforms += words[at + 3] == kUniform;
                texels += words[at + 3] == kImages;
            }
            const std::string name = shader_name({&pass, variant});
            EXPECT_EQ(storage, pass.storage_buffers(variant.neighbors)) << name;
            EXPECT_EQ(texels, (pass.bound(variant.neighbors) & kTexelFields).size()) << name;
            const uint32_t bound = (pass.bound(variant.neighbors) & kUniformFields).size();
            EXPECT_TRUE(uniforms == bound || uniforms == bound + 1) << name << ": beside the parameters";
        }
    EXPECT_EQ(info(Pass::compute_lambda).storage_buffers(PBF_NEIGHBORS_LIST), 8u);
    EXPECT_FALSE(info(Pass::compute_lambda).bound(PBF_NEIGHBORS_LIST).contains(Field::cell_start));
    EXPECT_FALSE(info(Pass::compute_lambda).bound(PBF_NEIGHBORS_GRID).contains(Field::neighbors));
}

}  // namespace
}  // namespace undine
