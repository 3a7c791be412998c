// The TOML of a scene. Top level: title, initial (a PLY file in place of boxes) and the parameters; [[fluid]] min max
// velocity; [[plane]] normal, point or offset; [boundary] file; [camera] eye target fov.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <glm/geometric.hpp>

#include "error.h"
#include "scene/scene.h"
#include "scene/text.h"
#include "scene/toml_values.h"

namespace undine {
namespace {

constexpr double kBound = 1e4;  // m and m/s; as the tank's, so that a box can never be told apart from it by range

[[noreturn]] void refuse(const std::string& source, const std::string& sentence) {
    throw Error(Exit::bad_input, source + ": " + sentence);
}

// One table of the file with the keys it may have.
class Section {
  public:
    Section(const toml::table& table, std::string heading, std::string source, std::vector<std::string> keys)
        : table_(table), heading_(std::move(heading)), source_(std::move(source)) {
        for (const auto& [key, value] : table_) {
            if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
            std::string hint = did_you_mean(key.str(), keys);
            if (find_parameter(key.str())) hint = "; parameters stand above the first heading in brackets";
            if (hint.empty()) hint = "; it may have " + list_text(keys, "and");
            refuse(at(value), "unknown key '" + printable(key.str()) + "' in " + heading_ + hint);
        }
    }

    // The value of a key that must be there.
    const toml::node& need(std::string_view key) const {
        const toml::node* value = table_.get(key);
        if (!value) refuse(at(table_), heading_ + " needs '" + std::string(key) + "'");
        return *value;
    }
    bool has(std::string_view key) const { return table_.contains(key); }

    glm::vec3 vec3(std::string_view key, const char* unit) const {
        return toml_values::read_vec3(need(key), kBound, unit, at(key), name(key));
    }
    float number(std::string_view key, double min, double max, const char* unit) const {
        return toml_values::read_float(need(key), min, max, unit, at(key), name(key));
    }
    std::string text(std::string_view key) const { return toml_values::read_string(need(key), at(key), name(key)); }
    std::string at(const toml::node& node) const {
        return source_ + ":" + std::to_string(node.source().begin.line);
    }
    std::string at(std::string_view key) const { return at(need(key)); }

  private:
    std::string name(std::string_view key) const { return heading_ + " " + std::string(key); }

    const toml::table& table_;
    std::string heading_, source_;
};

std::string line_of(const std::string& source, const toml::node& node) {
    return source + ":" + std::to_string(node.source().begin.line);
}

const toml::table& need_table(const toml::node& node, const std::string& source, const std::string& key) {
    if (!node.is_table()) refuse(line_of(source, node), key + " must be a table, written [" + key + "]");
    return *node.as_table();
}

// Calls `read` with each table of an array of tables.
template <typename Read>
void each_table(const toml::node& node, const std::string& source, const std::string& key, Read read) {
    const toml::array* array = node.as_array();
    if (!array || !array->is_array_of_tables()) {
        refuse(line_of(source, node), key + " must be a list of tables, each written [[" + key + "]]");
    }
    for (const toml::node& entry : *array) read(*entry.as_table());
}

FluidBox read_fluid(const toml::table& table, const std::string& source) {
    const Section section(table, "[[fluid]]", source, {"min", "max", "velocity"});
    FluidBox box;
    box.min = section.vec3("min", "m");
    box.max = section.vec3("max", "m");
    if (section.has("velocity")) box.velocity = section.vec3("velocity", "m/s");
    return box;
}

Plane read_plane(const toml::table& table, const std::string& source) {
    const Section section(table, "[[plane]]", source, {"normal", "point", "offset"});
    const glm::vec3 given = section.vec3("normal", "");
    const glm::dvec3 normal(given);
    const double length = glm::length(normal);
    if (!(length > 1e-6)) refuse(section.at("normal"), "[[plane]] normal must not be of length 0");
    if (section.has("offset")) {
        if (section.has("point")) refuse(section.at("offset"), "[[plane]] must have either point or offset, not both");
        const bool unit = std::abs(length - 1) < 1e-6;  // as saved: to the bit
        return {unit ? given : glm::vec3(normal / length), section.number("offset", -kBound, kBound, "m")};
    }
    const glm::dvec3 point(section.vec3("point", "m"));
    return {glm::vec3(normal / length), static_cast<float>(glm::dot(normal / length, point))};
}

// A file that the scene names, relative to its own place. `at` holds the line.
std::string existing_file(const std::string& name, const std::string& source, const std::string& at, const std::string& key) {
    const std::filesystem::path file = std::filesystem::path(source).parent_path() / name;
    std::error_code ignored;  // a file that cannot be asked about is not one that can be read
    if (!std::filesystem::is_regular_file(file, ignored)) {
        refuse(at, key + " must name a PLY file, and there is no file " + printable(file.string(), 200));
    }
    return file.lexically_normal().string();
}

std::string read_boundary_file(const toml::table& table, const std::string& source) {
    const Section section(table, "[boundary]", source, {"file"});
    return existing_file(section.text("file"), source, section.at("file"), "[boundary] file");
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
    std::vector<std::string> keys = {"title", "initial", "fluid", "plane", "boundary", "camera"};
    for (const ParameterInfo& info : parameter_table()) keys.push_back(info.key);
    refuse(line_of(source, value), "unknown key '" + printable(key.str()) + "'" + did_you_mean(key.str(), keys));
}

}  // namespace

Scene parse_scene(std::string_view text, const std::string& source) {
    toml::table file;
    try {
        file = toml::parse(text);
    } catch (const toml::parse_error& error) {
        refuse(source + ":" + std::to_string(error.source().begin.line),
               "not valid TOML: " + printable(error.description(), 200));
    }
    Scene scene;
    scene.source = source;
    scene.name = std::filesystem::path(source).stem().string();
    scene.title = scene.name;
    for (const auto& [key, value] : file) {
        if (const ParameterInfo* info = find_parameter(key.str())) {
            toml_values::assign(scene.parameters, *info, value, line_of(source, value));
        } else if (key == "title") {
            scene.title = toml_values::read_string(value, line_of(source, value), "title");
        } else if (key == "initial") {
            const std::string at = line_of(source, value);
            scene.initial_file = existing_file(toml_values::read_string(value, at, "initial"), source, at, "initial");
        } else if (key == "fluid") {
            each_table(value, source, "fluid",
                       [&](const toml::table& table) { scene.fluids.push_back(read_fluid(table, source)); });
        } else if (key == "plane") {
            each_table(value, source, "plane",
                       [&](const toml::table& table) { scene.planes.push_back(read_plane(table, source)); });
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
