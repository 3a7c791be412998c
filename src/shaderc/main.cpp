// undine-shaderc, the shader compiler that the build runs.
//   undine-shaderc --shaders DIR --name NAME -o OUT.spv [--depfile OUT.d]   one program, see shader_compiler.h
//   undine-shaderc --embed OUT.cpp NAME=FILE.spv …                          the table behind embedded_shaders.h
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "shaderc/shader_compiler.h"
#include "undine/error.h"

namespace undine {
namespace {

void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream out(path, std::ios::binary);
    out << bytes;
    if (!out.flush()) throw Error(Exit::bad_input, path + " cannot be written.");
}

void compile(const std::string& name, const std::string& root, const std::string& output, const std::string& depfile) {
    CompiledShader shader = compile_shader(name, root);
    write_file(output, std::string(reinterpret_cast<const char*>(shader.spirv.data()), shader.spirv.size() * 4));
    if (depfile.empty()) return;
    std::string rule = output + ":";
    for (const auto& file : shader.files) {
        rule += " \\\n ";
        for (char c : file.string()) rule += (c == ' ' ? "\\" : "") + std::string(1, c);
    }
    write_file(depfile, rule + "\n");
}

std::vector<uint32_t> read_words(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(in), {});
    if (bytes.empty() || bytes.size() % 4 != 0) throw Error(Exit::bad_input, path + " is not SPIR-V.");
    std::vector<uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

void embed(const std::string& output, const std::vector<std::string>& shaders) {
    std::ostringstream arrays, rows;
    arrays << "// Written by undine-shaderc.\n#include \"gpu/embedded_shaders.h\"\n\nnamespace undine {\nnamespace "
              "{\n\n"
           << std::hex;
    for (size_t s = 0; s < shaders.size(); ++s) {
        size_t equals = shaders[s].find('=');
        if (equals == std::string::npos) throw Error(Exit::usage, "--embed expects NAME=FILE, not " + shaders[s] + ".");
        arrays << "constexpr uint32_t kSpirv" << std::dec << s << std::hex << "[] = {";
        size_t column = 0;
        for (uint32_t word : read_words(shaders[s].substr(equals + 1)))
            arrays << (column++ % 10 == 0 ? "\n    0x" : " 0x") << word << ",";
        arrays << "\n};\n\n";
        rows << "    {\"" << shaders[s].substr(0, equals) << "\", kSpirv" << s << "},\n";
    }
    write_file(output, arrays.str() + "constexpr EmbeddedShader kShaders[] = {\n" + rows.str() +
                           "};\n\n}  // namespace\n\n"
                           "std::span<const EmbeddedShader> embedded_shaders() { return kShaders; }\n\n"
                           "}  // namespace undine\n");
}

int run(const std::vector<std::string>& arguments) {
    std::string name, root, output, depfile, embedding;
    std::vector<std::string> rest;
    for (size_t a = 0; a < arguments.size(); ++a) {
        std::string* option = arguments[a] == "--name"      ? &name
                              : arguments[a] == "--shaders" ? &root
                              : arguments[a] == "-o"        ? &output
                              : arguments[a] == "--depfile" ? &depfile
                              : arguments[a] == "--embed"   ? &embedding
                                                            : nullptr;
        if (!option) rest.push_back(arguments[a]);
        else if (++a < arguments.size()) *option = arguments[a];
        else throw Error(Exit::usage, arguments[a - 1] + " needs a value.");
    }
    if (!embedding.empty()) embed(embedding, rest);
    else if (!name.empty() && !root.empty() && !output.empty() && rest.empty()) compile(name, root, output, depfile);
    else
        throw Error(Exit::usage,
                    "usage: undine-shaderc --shaders DIR --name NAME -o OUT.spv [--depfile OUT.d] | --embed "
                    "OUT.cpp NAME=FILE …");
    return 0;
}

}  // namespace
}  // namespace undine

int main(int argc, char** argv) {
    try {
        return undine::run({argv + 1, argv + argc});
    } catch (const undine::Error& error) {
        std::cerr << error.what() << "\n";
        return static_cast<int>(error.code);
    }
}
