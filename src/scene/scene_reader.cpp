// Reads the TOML of a scene. Top level: title, initial (a PLY file in place of boxes) and the parameters; [[fluid]] min
// max velocity; [[plane]] normal, point or offset; [[solid]] size, or radius and length, or mesh and scale, center,
// rotation, color, and amplitude, period, phase, spin, or density, velocity, spin, or [[solid.key]] time, center,
// rotation; [[emitter]] center radius or min max, velocity, rate or spacing, from, until; [[sink]] min max, or normal,
// point or offset; [[probe]] name, quantity, at, or of a flux normal, point or offset, min, max; [boundary] file;
// [camera] eye target fov.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <glm/geometric.hpp>

#include "scene/mesh/mesh_file.h"
#include "scene/parameter_style.h"
#include "scene/parameter_table.h"
#include "scene/scene.h"
#include "scene/toml_section.h"
#include "scene/toml_values.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using namespace toml_values;

FluidBox read_fluid(const toml::table& table, const std::string& source) {
    const Section section(table, "[[fluid]]", source, {"min", "max", "velocity"});
    FluidBox box;
    box.min = section.vec3("min", "m");
    box.max = section.vec3("max", "m");
    if (section.has("velocity")) box.velocity = section.vec3("velocity", "m/s");
    return box;
}

Plane read_plane_of(const Section& section, const std::string& heading) {
    const glm::vec3 given = section.vec3("normal", "");
    const glm::dvec3 normal(given);
    const double length = glm::length(normal);
    if (!(length > 1e-6)) refuse(section.at("normal"), heading + " normal must not be of length 0");
    if (section.has("offset")) {
        if (section.has("point")) refuse(section.at("offset"), heading + " must have either point or offset, not both");
        const bool unit = std::abs(length - 1) < 1e-6;  // keeps the bits of a saved scene
        return {unit ? given : glm::vec3(normal / length), section.number("offset", -kBound, kBound, "m")};
    }
    const glm::dvec3 point(section.vec3("point", "m"));
    return {glm::vec3(normal / length), static_cast<float>(glm::dot(normal / length, point))};
}

Plane read_plane(const toml::table& table, const std::string& source) {
    return read_plane_of(Section(table, "[[plane]]", source, {"normal", "point", "offset"}), "[[plane]]");
}

Emitter read_emitter(const toml::table& table, const std::string& source) {
    const bool disc = table.contains("center");
    if (disc == table.contains("min"))
        refuse(line_of(source, table),
               "[[emitter]] must have either center and radius (a disc) or min and max (a box)");
    const Section section(
        table, "[[emitter]]", source,
        {disc ? "center" : "min", disc ? "radius" : "max", "velocity", "spacing", "rate", "from", "until"});
    Emitter emitter;
    if (disc) {
        emitter.center = section.vec3("center", "m");
        emitter.radius = section.number("radius", 1e-6, kBound, "m");
    } else {
        emitter.shape = Emitter::Shape::box;
        emitter.min = section.vec3("min", "m");
        emitter.max = section.vec3("max", "m");
    }
    emitter.velocity = section.vec3("velocity", "m/s");
    if (section.has("rate") && section.has("spacing"))
        refuse(section.at("rate"), "[[emitter]] must have either rate or spacing, not both");
    if (section.has("spacing")) emitter.spacing = section.number("spacing", 1e-6, kBound, "m");
    if (section.has("rate")) emitter.rate = section.number("rate", 1e-6, 1e9, "particles a second");
    if (section.has("from")) emitter.from = section.number("from", 0, 1e9, "s");
    if (section.has("until")) emitter.until = section.number("until", 0, 1e9, "s");
    if (!(emitter.until > emitter.from)) refuse(section.at("until"), "[[emitter]] until must be after from");
    return emitter;
}

Sink read_sink(const toml::table& table, const std::string& source) {
    const bool box = table.contains("min");
    if (box == table.contains("normal"))
        refuse(line_of(source, table),
               "[[sink]] must have either min and max (a box) or normal and one of point and offset (a half space)");
    if (box) {
        const Section section(table, "[[sink]]", source, {"min", "max"});
        return {.min = section.vec3("min", "m"), .max = section.vec3("max", "m")};
    }
    const Plane plane = read_plane_of(Section(table, "[[sink]]", source, {"normal", "point", "offset"}), "[[sink]]");
    return {.shape = Sink::Shape::half_space, .normal = plane.normal, .offset = plane.offset};
}

std::string read_probe_name(const Section& section) {
    std::string name = read_line(section.need("name"), section.at("name"), "[[probe]] name");
    if (name.empty() || name.find_first_of(",\"") != std::string::npos)
        refuse(section.at("name"),
               "[[probe]] name must not be empty or have a comma or quotation mark in it: it is the "
               "heading of a column");
    return name;
}

Probe read_probe(const toml::table& table, const std::string& source) {
    const Section any(table, "[[probe]]", source,
                      {"name", "quantity", "at", "normal", "point", "offset", "min", "max"});
    Probe probe{.name = read_probe_name(any)};
    const std::string quantity = any.text("quantity");
    std::vector<std::string> known;
    for (const ProbeQuantityInfo& q : kProbeQuantities) known.emplace_back(q.name);
    const auto found = std::ranges::find(known, quantity);
    if (found == known.end())
        refuse(any.at("quantity"), "[[probe]] quantity must be one of " + list_text(known, "or") + ", not '" +
                                       printable(quantity) + "'" + did_you_mean(quantity, known));
    probe.quantity = static_cast<ProbeQuantity>(found - known.begin());
    const std::string heading = "[[probe]] of " + quantity;
    if (probe.quantity != ProbeQuantity::flux) {
        probe.at = Section(table, heading, source, {"name", "quantity", "at"}).vec3("at", "m");
        return probe;
    }
    const Section section(table, heading, source, {"name", "quantity", "normal", "point", "offset", "min", "max"});
    const Plane plane = read_plane_of(section, heading);
    probe.normal = plane.normal;
    probe.offset = plane.offset;
    if (section.has("min")) probe.min = section.vec3("min", "m");
    if (section.has("max")) probe.max = section.vec3("max", "m");
    return probe;
}

// A file that the scene names, relative to the scene's own folder; empty if it is not there.
std::string file_beside(const std::string& name, const std::string& source) {
    const std::filesystem::path file = std::filesystem::path(source).parent_path() / name;
    std::error_code ignored;  // a file whose status cannot be read cannot be read either
    return std::filesystem::is_regular_file(file, ignored) ? file.lexically_normal().string() : std::string();
}

std::string existing_file(const std::string& name, const std::string& source, const std::string& at,
                          const std::string& key, const char* kind) {
    std::string file = file_beside(name, source);
    if (file.empty())
        refuse(at, key + " must name " + kind + ", and there is no file " +
                       path_text(std::filesystem::path(source).parent_path() / name));
    return file;
}

// One name, or several, of which the first that exists is taken.
std::string read_mesh_file(const toml::node& node, const std::string& source) {
    const std::string at = line_of(source, node);
    if (const toml::array* names = node.as_array()) {
        for (const toml::node& name : *names)
            if (std::string file = file_beside(read_string(name, at, "[[solid]] mesh"), source); !file.empty())
                return file;
        refuse(at, "[[solid]] mesh lists " + std::to_string(names->size()) +
                       " files, and none of them exists in the scene's folder");
    }
    return existing_file(read_string(node, at, "[[solid]] mesh"), source, at, "[[solid]] mesh",
                         "a file .obj, .ply or .stl");
}

Solid::Key read_solid_key(const toml::table& table, const std::string& source) {
    const Section section(table, "[[solid.key]]", source, {"time", "center", "rotation"});
    Solid::Key key{.time = section.number("time", 0, 1e9, "s"), .center = section.vec3("center", "m")};
    if (section.has("rotation")) key.rotation = section.vec3("rotation", "degrees");
    return key;
}

Solid read_solid(const toml::table& table, const std::string& source) {
    const bool box = table.contains("size"), mesh = table.contains("mesh"), keyed = table.contains("key");
    if (box + mesh + table.contains("radius") != 1)
        refuse(line_of(source, table),
               "[[solid]] must have one of size, a box, radius, a sphere or a capsule, and mesh, a file");
    std::vector<std::string> keys = box    ? std::vector<std::string>{"size"}
                                    : mesh ? std::vector<std::string>{"mesh", "scale"}
                                           : std::vector<std::string>{"radius", "length"};
    if (keyed) keys.emplace_back("key");
    else
        for (const char* key : {"center", "rotation", "amplitude", "period", "phase", "spin", "density", "velocity",
                                "friction", "restitution"})
            keys.emplace_back(key);
    keys.emplace_back("color");
    const Section section(table, keyed ? "[[solid]] with keys" : "[[solid]]", source, keys);
    Solid solid;
    if (box) solid.half_size = 0.5f * section.vec3("size", "m");
    else if (mesh) solid.mesh_file = read_mesh_file(section.need("mesh"), source);
    else solid.radius = section.number("radius", 1e-6, kBound, "m");
    if (section.has("scale")) solid.scale = section.number("scale", kLeastScale, kMostScale, "m for 1 in the file");
    if (section.has("color")) solid.color = section.color("color");
    if (section.has("length")) solid.half_size.y = 0.5f * section.number("length", 1e-6, kBound, "m");
    if (keyed) {
        each_table(section.need("key"), source, "solid.key", [&](const toml::table& key) {
            solid.keys.push_back(read_solid_key(key, source));
            if (solid.keys.size() > 1 && !(solid.keys.back().time > solid.keys[solid.keys.size() - 2].time))
                refuse(line_of(source, key), "[[solid.key]] time must be after that of the key before");
        });
        return solid;
    }
    solid.center = section.vec3("center", "m");
    if (section.has("rotation")) solid.rotation = section.vec3("rotation", "degrees");
    if (section.has("amplitude")) {
        solid.amplitude = section.vec3("amplitude", "m");
        solid.period = section.number("period", 1e-3, 1e6, "s");
    } else if (section.has("period")) {
        refuse(section.at("period"), "[[solid]] period needs an amplitude");
    }
    if (section.has("phase")) solid.phase = section.number("phase", -1, 1, "periods");
    if (section.has("spin")) solid.spin = section.vec3("spin", "degrees/s");
    if (section.has("density")) {
        if (section.has("amplitude"))
            refuse(section.at("amplitude"),
                   "[[solid]] amplitude moves a solid on its own, and density lets it float; choose one");
        solid.density = section.number("density", 1, 1e5, "kg/m³");
        if (section.has("velocity")) solid.velocity = section.vec3("velocity", "m/s");
        if (section.has("friction")) solid.friction = section.number("friction", 0, 10, "");
        if (section.has("restitution")) solid.restitution = section.number("restitution", 0, 1, "");
    } else if (section.has("velocity")) {
        refuse(section.at("velocity"),
               "[[solid]] velocity needs a density: it is that of a floating solid at the start");
    } else {
        for (const char* key : {"friction", "restitution"})
            if (section.has(key))
                refuse(section.at(key), std::string("[[solid]] ") + key +
                                            " needs a density: it is that of a floating solid against planes and other "
                                            "solids; against the water it is the scene's");
    }
    return solid;
}

std::string read_boundary_file(const toml::table& table, const std::string& source) {
    const Section section(table, "[boundary]", source, {"file"});
    return existing_file(section.text("file"), source, section.at("file"), "[boundary] file", "a PLY file");
}

Camera read_camera(const toml::table& table, const std::string& source) {
    const Section section(table, "[camera]", source, {"eye", "target", "fov"});
    Camera camera;
    camera.given = true;
    camera.eye = section.vec3("eye", "m");
    camera.target = section.vec3("target", "m");
    if (section.has("fov")) camera.fov_degrees = section.number("fov", 5, 150, "degrees");
    if (camera.eye == camera.target) refuse(section.at("target"), "[camera] target must differ from eye");
    return camera;
}

[[noreturn]] void refuse_key(const toml::key& key, const toml::node& value, const std::string& source) {
    std::vector<std::string> keys = {"title",   "style", "initial", "fluid",    "plane", "solid",
                                     "emitter", "sink",  "probe",   "boundary", "camera"};
    const size_t own = keys.size();
    for (const ParameterInfo& info : parameter_table()) keys.push_back(info.key);
    std::string hint = did_you_mean(key.str(), keys);
    if (hint.empty())
        hint =
            "; it may be a parameter (`undine parameters`) or one of " + list_text(std::span(keys).first(own), "and");
    refuse(line_of(source, value), "unknown key '" + printable(key.str()) + "'" + hint);
}

}  // namespace

Scene parse_scene(std::string_view text, const std::string& source) {
    const toml::table file = parse_toml(text, source);
    Scene scene;
    scene.source = source;
    scene.name = path_text(std::filesystem::path(source).stem());
    scene.title = scene.name;
    // Before the parameters, which it does not overrule wherever it stands.
    if (const toml::node* style = file.get("style")) {
        const std::string at = line_of(source, *style);
        apply_style(scene.parameters, toml_values::read_string(*style, at, "style"), at);
    }
    for (const auto& [key, value] : file) {
        if (key == "style") continue;
        if (const ParameterInfo* info = find_parameter(key.str())) {
            toml_values::assign(scene.parameters, *info, value, line_of(source, value));
        } else if (key == "title") {
            scene.title = toml_values::read_line(value, line_of(source, value), "title");
        } else if (key == "initial") {
            const std::string at = line_of(source, value);
            scene.initial_file =
                existing_file(toml_values::read_string(value, at, "initial"), source, at, "initial", "a PLY file");
        } else if (key == "fluid") {
            each_table(value, source, "fluid",
                       [&](const toml::table& table) { scene.fluids.push_back(read_fluid(table, source)); });
        } else if (key == "plane") {
            each_table(value, source, "plane",
                       [&](const toml::table& table) { scene.planes.push_back(read_plane(table, source)); });
        } else if (key == "solid") {
            each_table(value, source, "solid",
                       [&](const toml::table& table) { scene.solids.push_back(read_solid(table, source)); });
        } else if (key == "emitter") {
            each_table(value, source, "emitter",
                       [&](const toml::table& table) { scene.emitters.push_back(read_emitter(table, source)); });
        } else if (key == "sink") {
            each_table(value, source, "sink",
                       [&](const toml::table& table) { scene.sinks.push_back(read_sink(table, source)); });
        } else if (key == "probe") {
            each_table(value, source, "probe",
                       [&](const toml::table& table) { scene.probes.push_back(read_probe(table, source)); });
        } else if (key == "boundary") {
            scene.boundary_file = read_boundary_file(need_table(value, source, "boundary"), source);
        } else if (key == "camera") {
            scene.camera = read_camera(need_table(value, source, "camera"), source);
        } else {
            refuse_key(key, value, source);
        }
    }
    return scene;
}

}  // namespace undine
