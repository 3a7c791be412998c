#include "scene/scene_writer.h"

#include "scene/text.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

// A basic string of TOML.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') out += '\\';
        if (code < 0x20 || code == 0x7f) {
            constexpr char kDigits[] = "0123456789abcdef";
            out += std::string("\\u00") + kDigits[code >> 4] + kDigits[code & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string path_from(const std::string& path, const fs::path& directory) {
    std::error_code ignored;
    const fs::path near = fs::proximate(fs::absolute(path), fs::absolute(directory), ignored);
    return quoted((near.empty() ? fs::absolute(path) : near).generic_string());
}

}  // namespace

std::string scene_text(const Scene& scene, const fs::path& directory) {
    std::string text = "title = " + quoted(scene.title) + "\n";
    text += "initial = " + path_from(scene.initial_file, directory) + "\n\n";
    for (const ParameterInfo& info : parameter_table()) {
        const std::string value = parameter_text(scene.parameters, info);
        if (value != info.default_text) text += info.key + " = " + value + "\n";
    }
    for (const Plane& plane : scene.planes)
        text += "\n[[plane]]\nnormal = " + vector_text(plane.normal) + "\noffset = " + number_text(plane.offset) + "\n";
    if (!scene.boundary_file.empty())
        text += "\n[boundary]\nfile = " + path_from(scene.boundary_file, directory) + "\n";
    if (scene.camera.given)
        text += "\n[camera]\neye = " + vector_text(scene.camera.eye) +
                "\ntarget = " + vector_text(scene.camera.target) + "\nfov = " + number_text(scene.camera.fov_degrees) +
                "\n";
    return text;
}

}  // namespace undine
