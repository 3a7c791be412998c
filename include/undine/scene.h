// What is simulated: a scene file, named or as text, and what a program changes or adds.
//
//     undine::core::Scene scene = undine::core::Scene::load("dam_break");   // one that comes with the library
//     scene.set("particle_spacing", 0.03).set("kernel", "cubic_spline");
//     scene.add_fluid({0, 0, 0}, {0.5, 1, 0.5});
//     scene.add("[[solid]]\nradius = 0.1\ncenter = [0.8, 0.5, 0.3]\ndensity = 300");
//
// Lengths are in m, times in s. docs/scene-format.md describes the format, `undine parameters` lists the parameters.
// Functions throw undine::Error (undine/error.h): bad_input, with one sentence that says where and what was expected.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "undine/error.h"

namespace undine::core {

using Vec3 = std::array<float, 3>;

class Scene {
  public:
    // An empty tank, with every parameter at its default.
    Scene() = default;

    // A path has a '/' or ends in .toml; anything else is the name of one of names().
    static Scene load(const std::string& path_or_name);

    // The text of a scene file. path: stands for the file in messages, and the paths inside are relative to its folder.
    static Scene parse(std::string_view text, const std::string& path = "scene.toml");

    // The scenes that come with the library, sorted.
    static std::vector<std::string> names();

    // Changes a parameter, over what the file says, as `--set` does. The value as text is TOML, or a bare word.
    Scene& set(const std::string& key, const std::string& value);
    Scene& set(const std::string& key, const char* value) { return set(key, std::string(value)); }
    Scene& set(const std::string& key, double value);
    Scene& set(const std::string& key, const Vec3& value);

    // Its value, as TOML.
    std::string get(const std::string& key) const;

    // A box of fluid. In two dimensions z is 0 everywhere.
    Scene& add_fluid(const Vec3& min, const Vec3& max, const Vec3& velocity = {0, 0, 0});

    // Tables of the scene format, such as [[solid]], [[emitter]] and [[plane]].
    Scene& add(std::string_view tables);

    const std::string& text() const { return text_; }  // of the file, with what was added
    const std::string& path() const { return path_; }
    const std::vector<std::string>& settings() const { return settings_; }  // "key=value", in order

  private:
    void refuse_what_cannot_be_read() const;

    std::string text_, path_ = "scene.toml";
    std::vector<std::string> settings_;
};

}  // namespace undine::core
