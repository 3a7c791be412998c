#include "undine/scene.h"

#include "library/scenes.h"
#include "library/vectors.h"
#include "scene/parameter_table.h"
#include "scene/parameters.h"
#include "scene/scene.h"
#include "text/text.h"

namespace undine::core {
namespace {

std::string setting_of(const std::string& key, const std::string& value) { return key + "=" + value; }

}  // namespace

Scene Scene::load(const std::string& path_or_name) {
    const undine::Scene read = load_scene(path_or_name, scene_folders(), {}, FluidBoxes::optional);
    Scene scene;
    scene.text_ = read.text;
    scene.path_ = read.source;
    return scene;
}

Scene Scene::parse(std::string_view text, const std::string& path) {
    Scene scene;
    scene.text_ = text;
    scene.path_ = path;
    scene.refuse_what_cannot_be_read();
    return scene;
}

std::vector<std::string> Scene::names() { return list_scenes(scene_folders()); }

void Scene::refuse_what_cannot_be_read() const { parse_scene(text_, path_); }

Scene& Scene::set(const std::string& key, const std::string& value) {
    Parameters any;
    set_parameter(any, key, value, path_text(path_) + ": " + setting_of(key, printable(value)));
    settings_.push_back(setting_of(key, value));
    return *this;
}

Scene& Scene::set(const std::string& key, double value) { return set(key, number_text(value)); }

Scene& Scene::set(const std::string& key, const Vec3& value) { return set(key, vector_text(unpacked(value))); }

std::string Scene::get(const std::string& key) const {
    const undine::Scene read = read_scene(text_, path_, settings_, FluidBoxes::optional);
    const ParameterInfo* info = find_parameter(key);
    if (!info) {
        Parameters any;
        set_parameter(any, key, "0", path_text(path_));  // says what there is
    }
    return parameter_text(read.parameters, *info);
}

Scene& Scene::add_fluid(const Vec3& min, const Vec3& max, const Vec3& velocity) {
    const auto line = [](const char* key, const Vec3& v) {
        return std::string(key) + " = " + vector_text(unpacked(v)) + "\n";
    };
    return add("[[fluid]]\n" + line("min", min) + line("max", max) + line("velocity", velocity));
}

Scene& Scene::add(std::string_view tables) {
    Scene longer = *this;
    longer.text_ += "\n";
    longer.text_ += tables;
    longer.text_ += "\n";
    longer.refuse_what_cannot_be_read();
    text_ = std::move(longer.text_);
    return *this;
}

}  // namespace undine::core
