#include "render/camera/camera_path.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "internal_error.h"
#include "scene/toml_section.h"
#include "text/text.h"

namespace undine {
namespace {

using glm::vec3;
using namespace toml_values;

struct Values {
    vec3 eye, target;
    float fov;
};

Values values(const Camera& c) { return {c.eye, c.target, c.fov_degrees}; }
Values operator+(const Values& a, const Values& b) { return {a.eye + b.eye, a.target + b.target, a.fov + b.fov}; }
Values operator-(const Values& a, const Values& b) { return {a.eye - b.eye, a.target - b.target, a.fov - b.fov}; }
Values operator*(float s, const Values& a) { return {s * a.eye, s * a.target, s * a.fov}; }

constexpr int kLooks = 64;               // checked instants from one key to the next
constexpr float kLeastDistance = 1e-3f;  // m, from eye to target

}  // namespace

CameraPath::CameraPath(std::vector<CameraKey> keys) : keys_(std::move(keys)) {
    const bool increases =
        std::ranges::is_sorted(keys_, [](const CameraKey& a, const CameraKey& b) { return a.time <= b.time; });
    UNDINE_CHECK(!keys_.empty() && increases, "a camera path without keys, or with times that do not increase");
}

Camera CameraPath::at(double time) const {
    const auto after =
        std::upper_bound(keys_.begin(), keys_.end(), time, [](double t, const CameraKey& key) { return t < key.time; });
    if (after == keys_.begin()) return keys_.front().camera;
    if (after == keys_.end()) return keys_.back().camera;
    const size_t k = static_cast<size_t>(after - keys_.begin()) - 1;
    auto slope = [&](size_t from) {  // between a key and the next one, 1/s
        return static_cast<float>(1 / (keys_[from + 1].time - keys_[from].time)) *
               (values(keys_[from + 1].camera) - values(keys_[from].camera));
    };
    auto speed = [&](size_t i) {
        if (i == 0) return slope(0);
        if (i + 1 == keys_.size()) return slope(i - 1);
        const double before = keys_[i].time - keys_[i - 1].time, behind = keys_[i + 1].time - keys_[i].time;
        const auto share = static_cast<float>(behind / (before + behind));
        return share * slope(i - 1) + (1 - share) * slope(i);
    };
    const auto length = static_cast<float>(keys_[k + 1].time - keys_[k].time);
    const auto t = static_cast<float>((time - keys_[k].time) / (keys_[k + 1].time - keys_[k].time));
    const float t2 = t * t, t3 = t2 * t;  // Hermite basis polynomials
    const Values v = (2 * t3 - 3 * t2 + 1) * values(keys_[k].camera) + (length * (t3 - 2 * t2 + t)) * speed(k) +
                     (3 * t2 - 2 * t3) * values(keys_[k + 1].camera) + (length * (t3 - t2)) * speed(k + 1);
    Camera camera = keys_[k].camera;
    camera.eye = v.eye;
    camera.target = v.target;
    camera.fov_degrees = std::clamp(v.fov, 5.0f, 150.0f);  // the range for keys, which the spline may overshoot
    return camera;
}

CameraPath read_camera_path(const std::string& file) {
    const toml::table root = parse_toml(read_toml_text(file, "camera"), file);
    for (const auto& [key, value] : root)
        if (key != "key")
            refuse(line_of(file, value),
                   "unknown key '" + printable(key.str()) + "'; a camera file contains only [[key]] tables");
    if (!root.contains("key")) refuse(file, "a camera needs at least one [[key]] with time, eye and target");
    std::vector<CameraKey> keys;
    each_table(*root.get("key"), file, "key", [&](const toml::table& table) {
        const Section section(table, "[[key]]", file, {"time", "eye", "target", "fov_degrees"});
        CameraKey key;
        key.camera.given = true;
        key.time = section.number("time", 0, 1e6, "s");
        key.camera.eye = section.vec3("eye", "m");
        key.camera.target = section.vec3("target", "m");
        if (section.has("fov_degrees")) key.camera.fov_degrees = section.number("fov_degrees", 5, 150, "degrees");
        if (glm::length(key.camera.eye - key.camera.target) < kLeastDistance)
            refuse(section.at("target"), "[[key]] target must differ from eye");
        if (!keys.empty() && key.time <= keys.back().time)
            refuse(section.at("time"), "[[key]] time must be later than the key before, at " +
                                           number_text(float(keys.back().time)) + " s, not " +
                                           number_text(float(key.time)));
        keys.push_back(key);
    });
    CameraPath path(keys);
    for (size_t k = 0; k + 1 < keys.size(); ++k)
        for (int look = 1; look < kLooks; ++look) {
            const double time = keys[k].time + (keys[k + 1].time - keys[k].time) * look / kLooks;
            const Camera c = path.at(time);
            if (glm::length(c.eye - c.target) < kLeastDistance)
                refuse(file, "[[key]] eye and target meet at " + number_text(float(time)) +
                                 " s, between two keys; add a key there");
        }
    return path;
}

Camera turned(const Camera& camera, const Box& box, double time, double period) {
    const double angle = 2 * std::numbers::pi * std::fmod(time, period) / period;
    const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    const vec3 center = (box.min + box.max) / 2.0f;
    auto turn = [&](const vec3& x) {
        const vec3 d = x - center;
        return center + vec3(c * d.x + s * d.z, d.y, c * d.z - s * d.x);
    };
    Camera out = camera;
    out.eye = turn(camera.eye);
    out.target = turn(camera.target);
    return out;
}

}  // namespace undine
