// Scene files: what they hold, what is refused and with which sentence, and that the shipped ones are sound.
#include "scene/scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "scene/sampling.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;
using testing::TemporaryDirectory;

std::string parse_sentence(std::string_view text) {
    const std::string sentence = sentence_of([&] { (void)parse_scene(text, "x.toml"); });
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    return sentence;
}

// The sentence of a scene that reads well but does not fit together.
std::string validate_sentence(std::string_view text) {
    const Scene scene = parse_scene(text, "x.toml");
    return sentence_of([&] { validate(scene); });
}

const char* const kMinimal = "[[fluid]]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n";

TEST(SceneFile, HoldsEverything) {
    const TemporaryDirectory directory;
    directory.file("rock.ply", "");
    const std::string path = directory.file("pool.toml", R"(
title = "A pool"
dt = 0.002
kernel = "cubic_spline"
gravity = [0, -1, 0]
[[fluid]]
min = [0, 0, 0]
max = [1, 0.5, 1]
velocity = [1, 2, 3]
[[fluid]]
min = [1, 0, 0]
max = [2, 0.5, 1]
[[plane]]
normal = [0, 0, 2]
point = [7, 7, 0.25]
[boundary]
file = "rock.ply"
[camera]
eye = [1, 2, 3]
target = [0, 0, 0]
fov = 60
)");
    const Scene scene = load_scene(path, {});
    EXPECT_EQ(scene.name, "pool");
    EXPECT_EQ(scene.title, "A pool");
    EXPECT_EQ(scene.source, path);
    EXPECT_EQ(scene.parameters.dt, 0.002f);
    EXPECT_EQ(scene.parameters.kernel, KernelType::cubic_spline);
    EXPECT_EQ(scene.parameters.gravity, glm::vec3(0, -1, 0));
    EXPECT_EQ(scene.parameters.substeps, Parameters{}.substeps);
    ASSERT_EQ(scene.fluids.size(), 2u);
    EXPECT_EQ(scene.fluids[0].max, glm::vec3(1, 0.5f, 1));
    EXPECT_EQ(scene.fluids[0].velocity, glm::vec3(1, 2, 3));
    EXPECT_EQ(scene.fluids[1].velocity, glm::vec3(0));
    ASSERT_EQ(scene.planes.size(), 1u);
    EXPECT_EQ(scene.planes[0].normal, glm::vec3(0, 0, 1));
    EXPECT_EQ(scene.planes[0].offset, 0.25f);
    EXPECT_EQ(scene.boundary_file, (directory.path() / "rock.ply").lexically_normal().string());
    EXPECT_TRUE(scene.camera.given);
    EXPECT_EQ(scene.camera.eye, glm::vec3(1, 2, 3));
    EXPECT_EQ(scene.camera.fov_degrees, 60.0f);
}

TEST(SceneFile, WhatItLeavesOutHasDefaults) {
    const Scene scene = parse_scene(kMinimal, "some/where/pond.toml");
    EXPECT_EQ(scene.title, "pond");
    EXPECT_EQ(scene.parameters, Parameters{});
    EXPECT_FALSE(scene.camera.given);
    EXPECT_TRUE(scene.boundary_file.empty());
    EXPECT_NO_THROW(validate(scene));
}

TEST(SceneFile, UnknownKeysSuggestTheNearestAndNameTheLine) {
    EXPECT_EQ(parse_sentence("dt = 0.004\nsubstep = 2\n"), "x.toml:2: unknown key 'substep'; did you mean 'substeps'?");
    EXPECT_EQ(parse_sentence("water = true\n"),
              "x.toml:1: unknown key 'water'; it may be a parameter (`undine parameters`) or one of title, style, "
              "initial, fluid, plane, solid, emitter, sink, probe, boundary and camera");
    EXPECT_EQ(parse_sentence("[[fluids]]\nmin=[0,0,0]\n"), "x.toml:1: unknown key 'fluids'; did you mean 'fluid'?");
    EXPECT_EQ(parse_sentence("[[fluid]]\nmin=[0,0,0]\nmax=[1,1,1]\nvelocty=[0,0,0]\n"),
              "x.toml:4: unknown key 'velocty' in [[fluid]]; did you mean 'velocity'?");
    EXPECT_EQ(parse_sentence("[[plane]]\nnormal=[0,1,0]\npont=[0,0,0]\n"),
              "x.toml:3: unknown key 'pont' in [[plane]]; did you mean 'point'?");
    EXPECT_EQ(parse_sentence("[boundary]\nmesh='a'\n"), "x.toml:2: unknown key 'mesh' in [boundary]; it may have file");
    EXPECT_EQ(parse_sentence("[[fluid]]\nsize=[1,1,1]\n"),
              "x.toml:2: unknown key 'size' in [[fluid]]; it may have min, max and velocity");
    EXPECT_EQ(parse_sentence("[camera]\neyes=[0,0,0]\n"),
              "x.toml:2: unknown key 'eyes' in [camera]; did you mean 'eye'?");
    EXPECT_EQ(parse_sentence("[camera]\neye=[0,0,1]\ntarget=[0,0,0]\n\ndt = 0.004\n"),
              "x.toml:5: unknown key 'dt' in [camera]; parameters belong above the first heading in brackets");
}

TEST(SceneFile, WrongValuesNameLineKeyAndRange) {
    EXPECT_EQ(parse_sentence("\n\ndt = 5\n"), "x.toml:3: dt must be a number from 1e-06 to 0.1 s, not 5");
    EXPECT_EQ(parse_sentence("dt = 'fast'"), "x.toml:1: dt must be a number from 1e-06 to 0.1 s, not 'fast'");
    EXPECT_EQ(parse_sentence("dt = nan"), "x.toml:1: dt must be a number from 1e-06 to 0.1 s, not nan");
    EXPECT_EQ(parse_sentence("substeps = 2.5"), "x.toml:1: substeps must be a whole number from 1 to 1000, not 2.5");
    EXPECT_EQ(parse_sentence("walls = 'water'"),
              "x.toml:1: walls must be none, clamp, density or particles, not 'water'");
    EXPECT_EQ(parse_sentence("[dt]\na=1"), "x.toml:1: dt must be a number from 1e-06 to 0.1 s, not a table");
    EXPECT_EQ(parse_sentence("title = 3"), "x.toml:1: title must be text in quotes, not 3");
    EXPECT_EQ(parse_sentence("[[fluid]]\nmin = [0, 0]\nmax = [1, 1, 1]"),
              "x.toml:2: [[fluid]] min must be three numbers in brackets, each from -10000 to 10000 m, not [0, 0]");
    EXPECT_EQ(parse_sentence("[[fluid]]\nmin = [0, inf, 0]\nmax = [1, 1, 1]"),
              "x.toml:2: [[fluid]] min[1] must be a number from -10000 to 10000 m, not inf");
    EXPECT_EQ(parse_sentence("[[fluid]]\nmin = [0, 0, 0]\n"), "x.toml:1: [[fluid]] needs 'max'");
    EXPECT_EQ(parse_sentence("[fluid]\nmin = [0, 0, 0]\n"),
              "x.toml:1: fluid must be a list of tables, each written [[fluid]]");
    EXPECT_EQ(parse_sentence("fluid = []"), "x.toml:1: fluid must be a list of tables, each written [[fluid]]");
    EXPECT_EQ(parse_sentence("[[plane]]\nnormal = [0, 0, 0]\npoint = [0, 0, 0]"),
              "x.toml:2: [[plane]] normal must not be of length 0");
    EXPECT_EQ(parse_sentence("camera = 1"), "x.toml:1: camera must be a table, written [camera]");
    EXPECT_EQ(parse_sentence("[camera]\neye=[1,1,1]\ntarget=[1,1,1]"),
              "x.toml:3: [camera] target must differ from eye");
    EXPECT_EQ(parse_sentence("[camera]\neye=[1,1,1]\ntarget=[0,1,1]\nfov=180"),
              "x.toml:4: [camera] fov must be a number from 5 to 150 degrees, not 180");
    EXPECT_EQ(parse_sentence("[boundary]\nfile='no.ply'"),
              "x.toml:2: [boundary] file must name a PLY file, and there is no file no.ply");
}

TEST(SceneFile, BrokenTomlIsOneSentenceWithItsLine) {
    for (const char* text :
         {"dt = 0.004\ndt = 0.002\n", "dt = \n", "[[fluid\n", "a = [1, 2\n", "= 3", "\xff\xfe", "x"}) {
        const std::string sentence = parse_sentence(text);
        EXPECT_TRUE(sentence.starts_with("x.toml:")) << sentence;
        EXPECT_NE(sentence.find(": not valid TOML: "), std::string::npos) << sentence;
    }
    EXPECT_TRUE(parse_sentence("dt = 0.004\ndt = 0.002\n").starts_with("x.toml:2: "));
    const std::string deep = "dt = " + std::string(100'000, '[');
    EXPECT_TRUE(parse_sentence(deep).starts_with("x.toml:1: not valid TOML"));
}

TEST(SceneFile, TheWholeIsChecked) {
    EXPECT_EQ(validate_sentence(""),
              "x.toml: a scene needs at least one [[fluid]] with min and max, an [[emitter]], or a run that starts "
              "from a file");
    EXPECT_NO_THROW(validate(parse_scene("", "x.toml"), FluidBoxes::optional));
    EXPECT_EQ(
        validate_sentence("[[fluid]]\nmin=[0,0,0]\nmax=[1,1,1]\n[[fluid]]\nmin=[1.5,0,0]\nmax=[2.5,1,1]\n"),
        "x.toml: fluid box 2 from [1.5, 0, 0] to [2.5, 1, 1] must lie inside the tank from [0, 0, 0] to [2, 1, 1]");
    EXPECT_NO_THROW(validate(parse_scene("walls='none'\n[[fluid]]\nmin=[-5,0,0]\nmax=[5,1,1]\n", "x.toml")));
    EXPECT_EQ(validate_sentence("[[fluid]]\nmin=[1,0,0]\nmax=[1,1,1]\n"),
              "x.toml: fluid box 1 from [1, 0, 0] to [1, 1, 1] must have max above min on every axis");
    EXPECT_EQ(validate_sentence(std::string("min_iterations = 9\n") + kMinimal),
              "x.toml: min_iterations must not be above max_iterations (2), but is 9");
    Scene scene = parse_scene(kMinimal, "x.toml");
    scene.fluids[0].velocity.x = std::nanf("");
    EXPECT_EQ(sentence_of([&] { validate(scene); }),
              "x.toml: fluid box 1 from [0, 0, 0] to [1, 1, 1] must have finite corners and velocity");
}

TEST(SceneFile, EmittersAndSinksAreOneShapeEach) {
    const std::string either =
        "x.toml:1: [[emitter]] must have either center and radius (a disc) or min and max (a box)";
    EXPECT_EQ(parse_sentence("[[emitter]]\nvelocity=[0,1,0]\n"), either);
    EXPECT_EQ(parse_sentence("[[emitter]]\ncenter=[0,1,0]\nmin=[0,0,0]\n"), either);
    EXPECT_EQ(parse_sentence("[[emitter]]\ncenter=[0,1,0]\nradius=1\nmax=[0,0,0]\n"),
              "x.toml:4: unknown key 'max' in [[emitter]]; it may have center, radius, velocity, spacing, rate, from "
              "and until");
    EXPECT_EQ(
        parse_sentence("[[emitter]]\nmin=[0,1,0]\nmax=[1,2,1]\nradius=1\n"),
        "x.toml:4: unknown key 'radius' in [[emitter]]; it may have min, max, velocity, spacing, rate, from and until");
    const std::string disc = "[[emitter]]\ncenter=[0,1,0]\nradius=1\nvelocity=[0,1,0]\n";
    EXPECT_EQ(parse_sentence(disc + "rate=2\nspacing=1\n"),
              "x.toml:5: [[emitter]] must have either rate or spacing, not both");
    EXPECT_EQ(parse_sentence(disc + "from=2\nuntil=2\n"), "x.toml:6: [[emitter]] until must be after from");
    EXPECT_EQ(
        parse_sentence("[[sink]]\nmax=[0,1,0]\n"),
        "x.toml:1: [[sink]] must have either min and max (a box) or normal and one of point and offset (a half space)");
    EXPECT_EQ(parse_sentence("[[sink]]\nmin=[0,0,0]\nmax=[0,1,0]\npoint=[0,0,0]\n"),
              "x.toml:4: unknown key 'point' in [[sink]]; it may have min and max");
    EXPECT_EQ(parse_sentence("[[sink]]\nnormal=[0,1,0]\noffset=1\npoint=[0,0,0]\n"),
              "x.toml:3: [[sink]] must have either point or offset, not both");
    EXPECT_EQ(parse_sentence("[[sink]]\nnormal=[0,0,0]\noffset=1\n"),
              "x.toml:2: [[sink]] normal must not be of length 0");
}

TEST(SceneFile, RefusesWhatIsWrongWithProbes) {
    const std::string named = "[[probe]]\nname=\"a\"\n";
    EXPECT_EQ(
        parse_sentence("[[probe]]\nname=\"a,b\"\nquantity=\"pressure\"\nat=[0,0,0]\n"),
        "x.toml:2: [[probe]] name must not be empty or have a comma or quotation mark in it: it is the heading of "
        "a column");
    EXPECT_EQ(parse_sentence(named + "quantity=\"presure\"\nat=[0,0,0]\n"),
              "x.toml:3: [[probe]] quantity must be one of pressure, velocity, density, height or flux, not 'presure'; "
              "did you mean 'pressure'?");
    EXPECT_EQ(parse_sentence(named + "quantity=\"height\"\nat=[0,0,0]\nnormal=[0,1,0]\n"),
              "x.toml:5: unknown key 'normal' in [[probe]] of height; it may have name, quantity and at");
    EXPECT_EQ(parse_sentence(named + "quantity=\"flux\"\nat=[0,0,0]\nnormal=[0,1,0]\n"),
              "x.toml:4: unknown key 'at' in [[probe]] of flux; did you mean 'max'?");
    const std::string height = named + "quantity=\"height\"\nat=[0.5,9,0.5]\n", rest(kMinimal);
    EXPECT_EQ(validate_sentence(height + height + rest),
              "x.toml: probe 'a' must have a name of its own; another has the "
              "same");
    EXPECT_EQ(validate_sentence(named + "quantity=\"pressure\"\nat=[0.5,900,0.5]\n" + rest).substr(0, 46),
              "x.toml: probe 'a' must be inside the tank from");
    EXPECT_EQ(
        validate_sentence(named + "quantity=\"flux\"\nnormal=[1,0,0]\noffset=0\nmin=[0,0,0]\nmax=[1,0,1]\n" + rest),
        "x.toml: probe 'a' must have max above min on every axis");
}

TEST(SceneFile, SolidsHaveOneShapeAndOneWayToMove) {
    EXPECT_EQ(parse_sentence("[[solid]]\ncenter=[0,1,0]\n"),
              "x.toml:1: [[solid]] must have one of size, a box, radius, a sphere or a capsule, and mesh, a file");
    EXPECT_EQ(
        parse_sentence("[[solid]]\nsize=[1,1,1]\nlength=2\ncenter=[0,1,0]\n"),
        "x.toml:3: unknown key 'length' in [[solid]]; it may have size, center, rotation, amplitude, period, phase, "
        "spin, density, velocity, friction, restitution and color");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\n"), "x.toml:1: [[solid]] needs 'center'");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\ncenter=[0,1,0]\nperiod=2\n"),
              "x.toml:4: [[solid]] period needs an amplitude");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\ncenter=[0,0,0]\nfriction=0.5\n"),
              "x.toml:4: [[solid]] friction needs a density: it is that of a floating solid against planes and other "
              "solids; against the water it is the scene's");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\ncenter=[0,1,0]\namplitude=[1,0,0]\n"),
              "x.toml:1: [[solid]] needs 'period'");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\ncenter=[0,1,0]\ncolor=[255,200,0]\n"),
              "x.toml:4: [[solid]] color[0] must be a number from 0 to 1, not 255");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\ncenter=[0,1,0]\ncolor='red'\n"),
              "x.toml:4: [[solid]] color must be three numbers in brackets, each from 0 to 1, not 'red'");
    EXPECT_EQ(parse_sentence("[[solid]]\nradius=1\n[[solid.key]]\ntime=1\ncenter=[0,0,0]\n[[solid.key]]\ntime=1\n"
                             "center=[0,0,0]\n"),
              "x.toml:6: [[solid.key]] time must be after that of the key before");
    const std::string flat = "dimensions=2\n[[solid]]\nsize=[1,1,0]\ncenter=[1,0.5,0]\n";
    EXPECT_NO_THROW(validate(parse_scene(flat + kMinimal, "x.toml")));
    EXPECT_EQ(validate_sentence(flat + "spin=[0,1,0]\n" + kMinimal),
              "x.toml: solid 1 must turn about z alone with dimensions = 2");
    EXPECT_EQ(validate_sentence("[[solid]]\nsize=[1,1,0]\ncenter=[1,0.5,0]\n" + std::string(kMinimal)),
              "x.toml: solid 1 must have a size above 0 on every axis");
    EXPECT_EQ(validate_sentence("walls='particles'\n[[solid]]\nradius=0.1\ncenter=[1,0.5,0]\nspin=[0,9,0]\n" +
                                std::string(kMinimal)),
              "x.toml: solid 1 moves, and boundary particles stand still; choose walls = \"density\" or \"clamp\"");
    const Scene capsule = parse_scene(
        "[[solid]]\nradius=0.1\nlength=0.5\n[[solid.key]]\ntime=1\ncenter=[1,0,0]\nrotation=[0,0,90]\n", "x.toml");
    EXPECT_EQ(capsule.solids.at(0).half_size, glm::vec3(0, 0.25f, 0));
    EXPECT_EQ(capsule.solids[0].keys.at(0).rotation, glm::vec3(0, 0, 90));
}

TEST(SceneFile, EmittersFitTheirScene) {
    const auto sentence = [](const std::string& emitter, const std::string& top = "particle_capacity=900\n") {
        return validate_sentence(top + "[[emitter]]\n" + emitter);
    };
    const std::string box = "min=[0,0,0]\nmax=[0.5,0.2,0.5]\n", disc = "center=[1,0.5,0.5]\nradius=0.1\n";
    EXPECT_EQ(sentence(box + "velocity=[0,0,0]\n"),
              "x.toml: emitter 1 must have a velocity other than 0, to make room for the next particles");
    EXPECT_EQ(sentence(box + "velocity=[1,1,0]\n"),
              "x.toml: emitter 1 is a box, so its velocity must be along one axis");
    EXPECT_EQ(sentence("min=[0,0,0]\nmax=[0,1,1]\nvelocity=[1,0,0]\n"),
              "x.toml: emitter 1 must have max above min on every axis");
    EXPECT_EQ(sentence("center=[1,3,0.5]\nradius=0.1\nvelocity=[1,0,0]\n"),
              "x.toml: emitter 1 must be inside the tank from [0, 0, 0] to [2, 1, 1]");
    EXPECT_EQ(sentence(disc + "velocity=[1,0,0]\nspacing=0.01\n"),
              "x.toml: emitter 1 must have a spacing of at least particle_spacing (0.05 m), not 0.01 m");
    EXPECT_EQ(sentence(disc + "velocity=[1,0,0]\n", ""),
              "x.toml: emitter 1 needs particle_capacity, the most particles there may be");
    EXPECT_EQ(sentence("center=[1,1,1]\nradius=9000\nvelocity=[1,0,0]\n"),
              "x.toml: emitter 1 has more than 100,000 places in its opening; make it smaller or raise its spacing");
    EXPECT_EQ(sentence(disc + "velocity=[0,0,1]\n", "dimensions=2\nparticle_capacity=9\n"),
              "x.toml: emitter 1 must have velocity z = 0 with dimensions = 2");
    EXPECT_EQ(validate_sentence("[[sink]]\nmin=[0,0,0]\nmax=[0,1,1]\n" + std::string(kMinimal)),
              "x.toml: sink 1 must have max above min on every axis");
    const std::string moving = disc + "velocity=[0,-1,0]\n[[solid]]\ncenter=[1,0.5,0.5]\n";
    EXPECT_EQ(sentence(moving + "size=[0.5,0.3,0.5]\n"),
              "x.toml: emitter 1 has 13 of the 13 places of its opening inside solid 1; move one of the two");
    EXPECT_EQ(sentence(moving + "radius=0.06\n"),
              "x.toml: emitter 1 has 5 of the 13 places of its opening inside solid 1; move one of the two");
    for (const char* other : {"size=[0.5,0.3,0.5]\namplitude=[1,0,0]\nperiod=1\n", "size=[0.5,0.3,0.5]\ndensity=500\n"})
        EXPECT_NO_THROW(validate(parse_scene("particle_capacity=900\n[[emitter]]\n" + moving + other, "x.toml")))
            << other;
    // An opening in the face of a solid.
    EXPECT_NO_THROW(validate(parse_scene("particle_capacity=900\n[[emitter]]\n" + disc +
                                             "velocity=[0,-1,0]\n[[solid]]\ncenter=[1,0.7,0.5]\nsize=[0.4,0.4,0.4]\n",
                                         "x.toml")));
    // The rate that the sentence names is one that passes.
    const std::string fast = sentence(disc + "velocity=[0.7,0.3,0]\nrate=9999\n");
    const std::string before = "x.toml: emitter 1 must have a rate of at most ", after = " particles a second, which";
    ASSERT_TRUE(fast.starts_with(before)) << fast;
    const std::string most = fast.substr(before.size(), fast.find(after) - before.size());
    EXPECT_NEAR(std::stod(most), 13 * std::hypot(0.7, 0.3) / 0.05, 0.01);
    EXPECT_NO_THROW(validate(
        parse_scene("particle_capacity=900\n[[emitter]]\n" + disc + "velocity=[0.7,0.3,0]\nrate=" + most, "x.toml")));
}

TEST(SceneFile, FlatScenesStayFlat) {
    EXPECT_NO_THROW(validate(parse_scene("dimensions=2\n[[fluid]]\nmin=[0,0,9]\nmax=[1,1,0]\n", "x.toml")));
    EXPECT_EQ(validate_sentence("dimensions=2\n[[fluid]]\nmin=[0,0,0]\nmax=[1,1,0]\nvelocity=[0,0,1]\n"),
              "x.toml: fluid box 1 from [0, 0, 0] to [1, 1, 0] must have velocity z = 0 with dimensions = 2");
    EXPECT_EQ(validate_sentence("dimensions=2\n[[fluid]]\nmin=[0,0,0]\nmax=[1,1,0]\n"
                                "[[plane]]\nnormal=[0,1,1]\npoint=[0,0,0]\n"),
              "x.toml: plane 1 must have normal z = 0 with dimensions = 2");
}

TEST(SceneFile, OverridesComeAfterTheFileAndInOrder) {
    const TemporaryDirectory directory;
    const std::string path = directory.file("a.toml", std::string("dt = 0.002\n") + kMinimal);
    const std::vector<std::string> overrides = {"dt=0.003", " kernel = cubic_spline ", "dt=0.001",
                                                "gravity=[0, -1, 0]"};
    const Scene scene = load_scene(path, {}, overrides);
    EXPECT_EQ(scene.parameters.dt, 0.001f);
    EXPECT_EQ(scene.parameters.kernel, KernelType::cubic_spline);
    EXPECT_EQ(scene.parameters.gravity, glm::vec3(0, -1, 0));
    EXPECT_EQ(scene.source, path);

    const auto sentence = [&](const std::string& text, Exit code = Exit::bad_input) {
        return sentence_of([&] { (void)load_scene(path, {}, std::vector{text}); }, code);
    };
    EXPECT_EQ(sentence("dt", Exit::usage), "--set needs key=value, such as dt=0.002, not 'dt'");
    EXPECT_EQ(sentence("dt=9"), "--set dt=9: dt must be a number from 1e-06 to 0.1 s, not 9");
    EXPECT_EQ(sentence("dtt=9"), "--set dtt=9: unknown parameter 'dtt'; did you mean 'dt'?");
    EXPECT_EQ(sentence("min_iterations=5"),
              path + " with --set: min_iterations must not be above max_iterations (2), but is 5");
}

TEST(SceneFile, AreFoundByNameInTheFirstDirectoryThatHasThem) {
    const TemporaryDirectory first, second;
    first.file("a.toml", std::string("title = 'first'\n") + kMinimal);
    second.file("a.toml", std::string("title = 'second'\n") + kMinimal);
    second.file("b.toml", kMinimal);
    second.file("notes.txt", "");
    const std::vector<std::filesystem::path> directories = {first.path(), "/nonexistent", second.path()};
    EXPECT_EQ(load_scene("a", directories).title, "first");
    EXPECT_EQ(load_scene("b", directories).name, "b");
    EXPECT_EQ(list_scenes(directories), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(sentence_of([&] { (void)load_scene("elsewhere", directories); }),
              "no scene is named 'elsewhere': there are a and b");
    EXPECT_EQ(sentence_of([&] { (void)load_scene("elsewhere", {}); }),
              "no scene is named 'elsewhere': no scenes were found; give the path of a .toml file");
}

TEST(SceneFile, WhatIsNoFileIsRefused) {
    const TemporaryDirectory directory;
    const std::string missing = (directory.path() / "no.toml").string(), folder = directory.path().string() + "/";
    EXPECT_EQ(sentence_of([&] { (void)load_scene(missing, {}); }),
              missing + ": there is no such file; expected a scene (.toml)");
    EXPECT_EQ(sentence_of([&] { (void)load_scene(folder, {}); }), folder + ": is a folder; expected a scene (.toml)");
    const std::string large = directory.file("large.toml", std::string((1 << 20) + 1, '#'));
    EXPECT_EQ(sentence_of([&] { (void)load_scene(large, {}); }),
              large + ": is 1 MiB large; expected a scene (.toml), of at most 1 MiB");
}

// None of these reaches toml++, which is not safe from all of them.
TEST(SceneFile, WhatTomlForbidsIsRefusedWithItsLine) {
    EXPECT_EQ(parse_sentence(std::string("dt = 0.002\n\0", 12)),
              "x.toml:2: not valid TOML: this line has a control character");
    EXPECT_EQ(parse_sentence("dt = 0.002\n# \x1b[31m"), "x.toml:2: not valid TOML: this line has a control character");
    EXPECT_EQ(parse_sentence("dt = 0.002\x7f"), "x.toml:1: not valid TOML: this line has a control character");
    for (const char* comment : {"# caf\xe9", "# \xed\xa0\x80"})
        EXPECT_EQ(parse_sentence(comment), "x.toml:1: not valid TOML: this line has a byte that is not UTF-8");
    EXPECT_EQ(parse_scene("# Größe ρ0 🌊\r\n\tdt = 0.002\r\n", "x.toml").parameters.dt, 0.002f);
}

// Of which toml++ believes that they cannot be.
TEST(SceneFile, WhatTomlPlusPlusDoesNotExpectIsRefused) {
    for (const char* text : {"[[[plane]]", "[\n", "[[\n]]", "[=]", "dt \u00e9", "dt = 1 \u03c1", "\u00e9 = 1"})
        EXPECT_TRUE(parse_sentence(text).starts_with("x.toml")) << text;
}

// toml++ calls itself for each of them.
TEST(SceneFile, DottedKeysDoNotFillTheStack) {
    const auto dotted = [](size_t dots) {
        std::string key = "a";
        while (dots-- > 0) key += ".a";
        return key;
    };
    const std::string sentence = "a line must not have more than 64 dots in its keys: each of them nests a table";
    EXPECT_EQ(parse_sentence("\n" + dotted(300'000) + " = 1"), "x.toml:2: " + sentence);
    EXPECT_EQ(parse_sentence("[" + dotted(65) + "]"), "x.toml:1: " + sentence);
    EXPECT_TRUE(parse_sentence(dotted(64) + " = 1").starts_with("x.toml:1: unknown key 'a'"));
    std::string quoted = "\"a\"", numbers = "1.1";
    for (int k = 0; k < 65; ++k) quoted += ".'a'", numbers += " . 1.1";
    for (const std::string& key : {quoted, numbers}) EXPECT_EQ(parse_sentence(key + " = 1"), "x.toml:1: " + sentence);
    // Quotes within strings do not hide where a key begins.
    for (const char* string : {R"("")", R"("\\")", R"('\')", "\"\"\"\n\"\"\"", "\"\"\"\n\"\"\"\"\"", "'''\n''''"}) {
        const std::string hidden = std::string("x = { a = ") + string + ", " + dotted(65) + " = 1, b = \"\" }";
        EXPECT_NE(parse_sentence(hidden).find(sentence), std::string::npos) << hidden;
    }
    std::string nested;
    for (int level = 0; level < 120; ++level) nested += dotted(63) + " = [\n{";
    EXPECT_NE(parse_sentence(nested), "");
    for (int level = 0; level < 120; ++level) nested += level == 0 ? "}\n]" : "\n}\n]";
    EXPECT_NE(parse_sentence(nested), "");
}

// Dots that nest nothing: a line may name many files, and hold many numbers.
TEST(SceneFile, DotsOfFilesAndNumbersAreNotCounted) {
    std::string files, boxes;
    for (int k = 0; k < 70; ++k) {
        files += "\"../../meshes/none" + std::to_string(k) + ".obj\", ";
        boxes += "{ min = [0.1, 0.1, 0.1], max = [0.2, 0.2, 0.2] }, ";
    }
    const std::string dots(100, '.');
    EXPECT_EQ(parse_scene("title = 'many" + dots + "' # " + dots + "\nfluid = [" + boxes + "]", "x.toml").fluids.size(),
              70u);
    EXPECT_EQ(parse_sentence("[[solid]]\nmesh = [" + files + "]\ncenter = [0, 0, 0]"),
              "x.toml:2: [[solid]] mesh lists 70 files, and none of them exists in the scene's folder");
}

TEST(SceneFile, ATitleIsOnePrintableLine) {
    for (const char* title : {"\\u001b[31mred", "two\\nlines", "\\u009b31m", "\\u202Eevil"})
        EXPECT_TRUE(parse_sentence("title = \"" + std::string(title) + "\"")
                        .starts_with("x.toml:1: title must be text without control characters, not '"))
            << title;
    EXPECT_EQ(parse_scene("title = 'Ein Becken, 水'", "x.toml").title, "Ein Becken, 水");
    EXPECT_EQ(parse_scene("", "a\x1b[31m\nb.toml").name, "a?[31m?b");
    EXPECT_EQ(parse_scene("", "a\x1b[31m\nb.toml").title, "a?[31m?b");
}

// The shipped scenes.

Scene shipped(const std::string& name) { return load_scene(name, std::vector<std::filesystem::path>{UNDINE_SCENES}); }

TEST(ShippedScenes, HaveTheParticlesTheyPromise) {
    const std::map<std::string, std::pair<size_t, double>> promised = {
        {"dam_break", {50'000, 0.02}}, {"double_dam_break", {128'000, 0.02}}, {"cube_drop", {8'000, 0}},
        {"hydrostatic", {8'000, 0}},   {"dam_break_2d", {5'000, 0}},          {"million", {1'000'000, 0}},
        {"ducks", {29'696, 0}},        {"moving_wall", {11'250, 0}},
    };
    for (const auto& [name, count] : promised) {
        const ParticleState state = sample_fluid(shipped(name));
        const double allowed = double(count.first) * count.second;
        EXPECT_NEAR(double(state.size()), double(count.first), allowed) << name;
    }
}

TEST(ShippedScenes, AllLoadAndHaveATitle) {
    const std::vector<std::string> names = list_scenes(std::vector<std::filesystem::path>{UNDINE_SCENES});
    EXPECT_GE(names.size(), 5u);
    for (const std::string& name : names) EXPECT_NE(shipped(name).title, name) << name << " has no title";
}

TEST(ShippedScenes, CubeDropIsThePublishedSetting) {
    const Parameters p = shipped("cube_drop").parameters;
    EXPECT_EQ(p.support_radius, 0.1f);
    EXPECT_EQ(p.particle_spacing, 0.05f);
    EXPECT_EQ(p.dt, 0.016f);
    EXPECT_EQ(p.substeps, 1u);
    EXPECT_EQ(p.max_iterations, 4u);
}

}  // namespace
}  // namespace undine
