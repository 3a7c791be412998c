// Cameras that move: splines through keys, turns around a tank, and files that say so.
#include "render/camera/camera_path.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "unit/input_testing.h"

namespace undine::testing {
namespace {

using glm::vec3;

CameraKey key(double time, const vec3& eye, float fov = 40) {
    return {time, {.eye = eye, .target = eye * 0.5f - vec3(0, 0, 4), .fov_degrees = fov, .given = true}};
}

void expect_near(const vec3& a, const vec3& b, float tolerance) {
    EXPECT_LE(glm::length(a - b), tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(CameraPath, GoesThroughItsKeysAndRestsBeyondThem) {
    const std::vector<CameraKey> keys{key(1, {0, 1, 5}), key(2, {3, 1, 4}, 60), key(5, {3, 2, -1}),
                                      key(5.5, {0, 2, 0}, 30)};
    const CameraPath path(keys);
    for (const CameraKey& k : keys) {
        expect_near(path.at(k.time).eye, k.camera.eye, 1e-5f);
        expect_near(path.at(k.time).target, k.camera.target, 1e-5f);
        EXPECT_NEAR(path.at(k.time).fov_degrees, k.camera.fov_degrees, 1e-4);
    }
    expect_near(path.at(0).eye, keys.front().camera.eye, 0);
    expect_near(path.at(99).eye, keys.back().camera.eye, 0);
    // No jump and no kink at a key, though the keys are at uneven times.
    const double e = 1e-3;
    const auto slope = [&](double from) { return (path.at(from + e).eye - path.at(from).eye) / float(e); };
    for (double t : {2.0, 5.0}) expect_near(slope(t), slope(t - e), 0.05f);
}

TEST(CameraPath, IsExactWhereTheMotionIsASquareOfTime) {
    const auto place = [](double t) { return vec3(1 + 2 * t, 0.5 * t * t, 6 - t); };
    const CameraPath path({key(0, place(0)), key(1, place(1)), key(3, place(3)), key(4, place(4))});
    for (double t = 1; t <= 3; t += 0.125) expect_near(path.at(t).eye, place(t), 1e-5f);  // parabolas at both keys
}

TEST(CameraPath, OneKeyIsACameraThatStands) {
    const CameraPath path({key(3, {1, 2, 3})});
    for (double t : {0.0, 3.0, 7.0}) expect_near(path.at(t).eye, {1, 2, 3}, 0);
}

TEST(Turntable, TurnsAboutTheTanksMiddle) {
    const Box tank{{0, 0, 0}, {2, 1, 2}};
    const Camera home{.eye = {1, 1.5f, 5}, .target = {1, 0.5f, 1.25f}, .given = true};
    expect_near(turned(home, tank, 0, 8).eye, home.eye, 0);
    expect_near(turned(home, tank, 2, 8).eye, {5, 1.5f, 1}, 1e-5f);  // a quarter, counterclockwise from above
    expect_near(turned(home, tank, 2, 8).target, {1.25f, 0.5f, 1}, 1e-5f);
    expect_near(turned(home, tank, 4, 8).eye, {1, 1.5f, -3}, 1e-5f);
    expect_near(turned(home, tank, 8 * 1001, 8).eye, home.eye, 1e-5f);
}

TEST(CameraFile, HoldsKeys) {
    const TemporaryDirectory directory;
    const CameraPath path = read_camera_path(
        directory.file("way.toml",
                       "[[key]]\ntime = 0\neye = [0, 1, 5]\ntarget = [0, 0, 0]\n"
                       "[[key]]\ntime = 2.5\neye = [5, 1, 0]\ntarget = [0, 0.5, 0]\nfov_degrees = 30\n"));
    expect_near(path.at(0).eye, {0, 1, 5}, 0);
    EXPECT_EQ(path.at(0).fov_degrees, Camera{}.fov_degrees);
    expect_near(path.at(2.5).target, {0, 0.5f, 0}, 0);
    EXPECT_EQ(path.at(3).fov_degrees, 30);
}

TEST(CameraFile, RefusesWithFileLineAndKey) {
    struct Wrong {
        const char *text, *named;
    };
    const std::string start = "[[key]]\ntime = 1\neye = [0, 1, 5]\ntarget = [0, 0, 0]\n";
    for (const Wrong& w :
         {Wrong{"# none\n", "way.toml: a camera needs at least one [[key]]"},
          Wrong{"", "way.toml: is empty; expected a camera"}, Wrong{"keys = 1\n", "way.toml:1: unknown key 'keys'"},
          Wrong{"key = 1\n", "way.toml:1: key must be a list of tables"},
          Wrong{"[[key]]\ntime = 0\neye = [0, 1, 5]\n", "way.toml:1: [[key]] needs 'target'"},
          Wrong{"[[key]]\ntime = -1\neye = [0, 1, 5]\ntarget = [0, 0, 0]\n", "way.toml:2: [[key]] time"},
          Wrong{"[[key]]\ntime = 0\neye = [0, 1]\ntarget = [0, 0, 0]\n", "way.toml:3: [[key]] eye"},
          Wrong{"[[key]]\ntime = 0\neye = [0, 1, nan]\ntarget = [0, 0, 0]\n", "way.toml:3: [[key]] eye"},
          Wrong{"[[key]]\ntime = 0\neye = [0, 1, 5]\ntarget = [0, 1, 5]\n", "way.toml:4: [[key]] target must differ"},
          Wrong{"[[key]]\ntime = 0\neye = [0, 1, 5]\ntarget = [0, 0, 0]\nfov_degrees = 200\n",
                "way.toml:5: [[key]] fov_degrees"},
          Wrong{"[[key]]\ntime = 0\neye = [0, 1, 5]\ntarget = [0, 0, 0]\nlens = 2\n", "way.toml:5: unknown key 'lens'"},
          Wrong{"[[key]\n", "way.toml:1: not valid TOML"}}) {
        const TemporaryDirectory directory;
        const std::string sentence = sentence_of([&] { read_camera_path(directory.file("way.toml", w.text)); });
        EXPECT_NE(sentence.find(w.named), std::string::npos) << sentence;
    }
    const TemporaryDirectory directory;
    const std::string later = directory.file("way.toml", start + start);
    EXPECT_NE(sentence_of([&] {
                  read_camera_path(later);
              }).find("way.toml:6: [[key]] time must be later than the key before, at 1 s, not 1"),
              std::string::npos);
    // Straight through its target.
    const std::string through =
        directory.file("way.toml", start + "[[key]]\ntime = 2\neye = [0, -1, -5]\ntarget = [0, 0, 0]\n");
    EXPECT_NE(sentence_of([&] { read_camera_path(through); }).find("meet at 1.5 s"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
