#include "scene/scene_writer.h"

#include <cmath>

#include "platform/folders.h"
#include "scene/parameter_table.h"
#include "scene/scene.h"
#include "text/text.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

// The text as a TOML basic string.
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
    const fs::path whole = absolute_path(path), near = fs::proximate(whole, absolute_path(directory), ignored);
    return quoted((near.empty() ? whole : near).generic_string());
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
    auto line = [&text](const char* key, const std::string& value) { text += key + (" = " + value) + '\n'; };
    for (const Solid& s : scene.solids) {
        text += "\n[[solid]]\n";
        if (!s.mesh_file.empty()) {
            line("mesh", path_from(s.mesh_file, directory));
            line("scale", number_text(s.scale));
        } else if (s.radius > 0) line("radius", number_text(s.radius));
        else line("size", vector_text(2.0f * s.half_size));
        if (s.radius > 0 && s.half_size.y > 0) line("length", number_text(2 * s.half_size.y));
        if (s.color) line("color", vector_text(*s.color));
        for (const Solid::Key& key : s.keys) {
            text += "[[solid.key]]\n";
            line("time", number_text(key.time));
            line("center", vector_text(key.center));
            line("rotation", vector_text(key.rotation));
        }
        if (!s.keys.empty()) continue;
        line("center", vector_text(s.center));
        if (s.rotation != glm::vec3(0)) line("rotation", vector_text(s.rotation));
        if (s.amplitude != glm::vec3(0)) {
            line("amplitude", vector_text(s.amplitude));
            line("period", number_text(s.period));
        }
        if (s.phase != 0) line("phase", number_text(s.phase));
        if (s.spin != glm::vec3(0)) line("spin", vector_text(s.spin));
        if (s.floats()) line("density", number_text(s.density));
        if (s.velocity != glm::vec3(0)) line("velocity", vector_text(s.velocity));
        if (s.friction != Solid{}.friction) line("friction", number_text(s.friction));
        if (s.restitution != Solid{}.restitution) line("restitution", number_text(s.restitution));
    }
    for (const Emitter& e : scene.emitters) {
        text += "\n[[emitter]]\n";
        if (e.shape == Emitter::Shape::disc) {
            line("center", vector_text(e.center));
            line("radius", number_text(e.radius));
        } else {
            line("min", vector_text(e.min));
            line("max", vector_text(e.max));
        }
        line("velocity", vector_text(e.velocity));
        if (e.spacing > 0) line("spacing", number_text(e.spacing));
        if (e.rate > 0) line("rate", number_text(e.rate));
        if (e.from > 0) line("from", number_text(e.from));
        if (std::isfinite(e.until)) line("until", number_text(e.until));
    }
    for (const Sink& s : scene.sinks) {
        text += "\n[[sink]]\n";
        if (s.shape == Sink::Shape::box) {
            line("min", vector_text(s.min));
            line("max", vector_text(s.max));
        } else {
            line("normal", vector_text(s.normal));
            line("offset", number_text(s.offset));
        }
    }
    for (const Probe& p : scene.probes) {
        text += "\n[[probe]]\n";
        line("name", quoted(p.name));
        line("quantity", quoted(std::string(info(p.quantity).name)));
        if (p.quantity != ProbeQuantity::flux) {
            line("at", vector_text(p.at));
            continue;
        }
        line("normal", vector_text(p.normal));
        line("offset", number_text(p.offset));
        if (std::isfinite(p.min.x)) line("min", vector_text(p.min));
        if (std::isfinite(p.max.x)) line("max", vector_text(p.max));
    }
    if (!scene.boundary_file.empty())
        text += "\n[boundary]\nfile = " + path_from(scene.boundary_file, directory) + "\n";
    if (scene.camera.given)
        text += "\n[camera]\neye = " + vector_text(scene.camera.eye) +
                "\ntarget = " + vector_text(scene.camera.target) + "\nfov = " + number_text(scene.camera.fov_degrees) +
                "\n";
    return text;
}

}  // namespace undine
