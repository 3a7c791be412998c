// undine export: what it writes, as VTK reads it, is what its report says and what the simulation does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>

#include "io/ply.h"
#include "robustness/program.h"
#include "scene/mesh/mesh_file.h"
#include "scene/scene.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kUsage = 2, kBadInput = 3;

class Export : public ::testing::Test {
  protected:
    fs::path path(const std::string& name) const { return directory_.path() / name; }
    Outcome run(const std::string& arguments) const {
        return run_program(directory_.path(), arguments + " --backend cpu --threads 1");
    }
    // The report of an export that succeeds.
    json exported(const std::string& arguments) const {
        const Outcome o = run("export " + arguments + " --json -");
        EXPECT_EQ(o.exit_code, 0) << o.err;
        return json::parse(o.out, nullptr, false);
    }
    std::vector<std::string> names(const std::string& folder = ".") const {
        std::vector<std::string> out;
        for (const auto& entry : fs::directory_iterator(path(folder))) out.push_back(entry.path().filename().string());
        std::ranges::sort(out);
        return out;
    }
    ParticleState particles(const std::string& name) const { return read_particles(path(name).string()); }

  private:
    TemporaryDirectory directory_;
};

// With VTK as the reader.
class ExportReadByVtk : public Export {
  protected:
    void SetUp() override {
        if (std::system("/usr/bin/python3 -c 'import vtkmodules.vtkIOPLY' >/dev/null 2>&1") == 0) return;
        const char* const reason = "python3-vtk9 is not installed (tools/setup --test)";
        if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
        GTEST_SKIP() << reason;
    }
    json read(const std::string& files) const {
        const std::string command = "cd '" + path(".").string() + "' && '" UNDINE_EXPORT_READER "' 1000 " + files +
                                    " >.read.json 2>.read.err </dev/null";
        EXPECT_EQ(std::system(command.c_str()), 0) << read_file(path(".read.err"));
        const json found = json::parse(read_file(path(".read.json")), nullptr, false);
        EXPECT_EQ(found.at("complaints"), 0) << "VTK warns of one of " << files;
        return found;
    }
};

// Sums of floats in another order, in double precision.
constexpr double kSummed = 1e-9;

void expect_near(const json& a, const json& b, const char* what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (size_t k = 0; k < a.size(); ++k)
        EXPECT_NEAR(a[k].get<double>(), b[k].get<double>(), kSummed * (1 + std::abs(b[k].get<double>()))) << what;
}

TEST_F(ExportReadByVtk, AgreesWithTheReport) {
    const json report = exported(
        "cube_drop --set vorticity=A --frames 3 --start 30 --every 5 --particles p.pvd --particles p_%03d.ply "
        "--mesh m.pvd --mesh m_%d.obj --mesh m_%d.ply");
    const json found = read("p.pvd m.pvd p/*.vtp p_*.ply m/*.vtp m_*.obj m_*.ply");
    ASSERT_EQ(report.at("exported").size(), 3u);
    std::vector<double> times;
    for (size_t k = 0; k < 3; ++k) {
        SCOPED_TRACE(k);
        const json& frame = report.at("exported")[k];
        const std::string number = std::to_string(k);
        times.push_back(frame.at("time_s"));
        EXPECT_NEAR(times.back(), (30 + 5 * double(k)) * 0.016, 1e-6) << "0.016 is not a sum of powers of two";
        for (const std::string& name : {"p/frame_000" + number + ".vtp", "p_00" + number + ".ply"}) {
            SCOPED_TRACE(name);
            const json& p = found.at(name);
            EXPECT_EQ(p.at("points"), frame.at("particles"));
            EXPECT_EQ(p.at("points"), 8000);
            EXPECT_EQ(p.at("time"), frame.at("time_s"));
            expect_near(p.at("center"), frame.at("center_of_mass_m"), "centre of mass");
            expect_near(json::array({p.at("density_error")}), json::array({frame.at("density_error").at("mean")}),
                        "density error");
            EXPECT_GT(p.at("density_error"), 1e-4) << "water that has fallen is compressed";
            const double mass = report.at("particle_mass_kg"), square = p.at("mean_square_speed");
            expect_near(json::array({0.5 * mass * 8000 * square}), json::array({frame.at("kinetic_energy_J")}),
                        "kinetic energy");
            std::vector<int> ids(8000);
            std::iota(ids.begin(), ids.end(), 0);
            EXPECT_EQ(p.at("ids"), json(ids));
            EXPECT_EQ(p.at("sums"), found.at("p/frame_000" + number + ".vtp").at("sums")) << "to the bit";
            EXPECT_NE(p.at("sums").at("vorticity"), json({0, 0, 0}));
        }
        const json& vtp = found.at("p/frame_000" + number + ".vtp");
        EXPECT_EQ(vtp.at("vertices"), 8000);
        EXPECT_EQ(vtp.at("types"), json({{"id", {"unsigned int", 1}},
                                         {"velocity", {"float", 3}},
                                         {"density", {"float", 1}},
                                         {"lambda", {"float", 1}},
                                         {"vorticity", {"float", 3}}}));
        for (const std::string& name :
             {"m/frame_000" + number + ".vtp", "m_" + number + ".obj", "m_" + number + ".ply"}) {
            SCOPED_TRACE(name);
            const json& m = found.at(name);
            EXPECT_EQ(m.at("points"), frame.at("mesh").at("points"));
            EXPECT_EQ(m.at("triangles"), frame.at("mesh").at("triangles"));
            EXPECT_EQ(m.at("open_edges"), 0) << "a splash";
            EXPECT_EQ(m.at("center"), found.at("m_" + number + ".ply").at("center")) << "to the bit";
        }
    }
    EXPECT_EQ(found.at("p.pvd").at("times"), json(times));
    EXPECT_EQ(found.at("p.pvd").at("files"), json({"p/frame_0000.vtp", "p/frame_0001.vtp", "p/frame_0002.vtp"}));
    EXPECT_EQ(found.at("m.pvd").at("missing"), json::array());
    EXPECT_EQ(found.at("m.pvd").at("times"), json(times));
}

// Water at rest in its tank and a cube in the air: VTK's volume of the mesh is the water's, N m/ρ0.
TEST_F(ExportReadByVtk, MeshIsClosedAndAsLargeAsTheWater) {
    for (const std::string scene :
         {"cube_drop --frames 1", "hydrostatic --start 100 --frames 1",
          "cube_drop --set particle_spacing=0.1 --set support_radius=0.2 --frames 1",
          "cube_drop --frames 1 --mesh-cell 0.05", "cube_drop --frames 1 --mesh-cell 0.0125"}) {
        SCOPED_TRACE(scene);
        const json frame = exported(scene + " --mesh m.obj").at("exported")[0];
        const json mesh = read("m.obj").at("m.obj");
        EXPECT_EQ(mesh.at("open_edges"), 0);
        const double water = frame.at("rest_volume_m3"), volume = mesh.at("volume");
        // 3 %: what edges and corners lose is 0.2 spacing² a length (water_mesh.h), and the cube of 10 particles
        // an edge has 120 spacings of them for 1,000 spacing³: 2.4 %.
        EXPECT_NEAR(volume / water, 1, 0.03);
        EXPECT_NEAR(volume, frame.at("mesh").at("volume_m3"), 1e-5 * water) << "VTK sums in single precision";
        EXPECT_NO_THROW((void)read_mesh(path("m.obj"))) << "as the mesh of a solid, which must be closed";
    }
}

TEST_F(ExportReadByVtk, EmptyFramesAreFilesToo) {
    const json report =
        exported("tap --frames 2 --every 20 --particles p.pvd --particles p_%d.ply --mesh m.pvd --mesh m_%d.obj");
    EXPECT_EQ(report.at("exported")[0].at("particles"), 0);
    EXPECT_GT(report.at("exported")[1].at("particles"), 100);
    const json found = read("p/*.vtp m/*.vtp p_1.ply m_1.obj");
    EXPECT_EQ(found.at("p/frame_0000.vtp").at("points"), 0);
    EXPECT_EQ(found.at("m/frame_0000.vtp").at("points"), 0);
    EXPECT_EQ(found.at("p/frame_0001.vtp").at("points"), report.at("exported")[1].at("particles"));
    EXPECT_EQ(found.at("m_1.obj").at("open_edges"), 0);
    EXPECT_NE(read_file(path("p_0.ply")).find("element vertex 0\n"), std::string::npos);
}

TEST_F(ExportReadByVtk, HasOnlyWhatTheSceneComputes) {
    const std::string small = " --set support_radius=0.2 --set particle_spacing=0.1 --frames 1 --start 1 ";
    (void)exported("cube_drop" + small + "--particles calm.vtp");
    (void)exported("cube_drop --set method=wcsph --set dt=0.0005" + small + "--particles sph.vtp");
    const json found = read("calm.vtp sph.vtp");
    EXPECT_FALSE(found.at("calm.vtp").at("types").contains("vorticity"));
    EXPECT_TRUE(found.at("calm.vtp").at("types").contains("lambda"));
    EXPECT_FALSE(found.at("sph.vtp").at("types").contains("lambda"));
}

// Of the last step; and only where there is one.
TEST_F(ExportReadByVtk, HasPressureWhereTheSceneDoes) {
    const std::string small = "hydrostatic --set support_radius=0.2 --set particle_spacing=0.1 --frames 1 --start 5 ";
    const auto files = [](const std::string& name) {
        return "--particles " + name + ".vtp --particles " + name + ".ply ";
    };
    (void)exported(small + "--set style=consistent " + files("sum"));
    (void)exported(small + "--set method=wcsph --set dt=0.001 --set sound_speed=30 " + files("sph"));
    (void)exported(small + "--set style=classic " + files("last"));
    const json found = read("sum.vtp sum.ply sph.vtp sph.ply last.vtp last.ply");
    for (const std::string name : {"sum", "sph"}) {
        SCOPED_TRACE(name);
        const json& sums = found.at(name + ".ply").at("sums");
        EXPECT_EQ(sums.at("pressure"), found.at(name + ".vtp").at("sums").at("pressure"));
        EXPECT_GT(sums.at("pressure")[0].get<double>(), 1000);
    }
    EXPECT_FALSE(found.at("last.vtp").at("types").contains("pressure"));
    EXPECT_FALSE(found.at("last.ply").at("sums").contains("pressure"));
}

TEST_F(ExportReadByVtk, SprayFoamAndBubblesAreAsManyAsTheReportSays) {
    const json report = exported(
        "dam_break --set support_radius=0.1 --set particle_spacing=0.05 --set diffuse_capacity=5000 --set crest_min=1 "
        "--set trapped_air_min=0.1 --frames 2 --start 40 --every 10 --diffuse d.pvd --diffuse d_%d.ply");
    const json found = read("d.pvd d/*.vtp d_*.ply");
    EXPECT_EQ(found.at("d.pvd").at("missing"), json::array());
    for (size_t k = 0; k < 2; ++k) {
        SCOPED_TRACE(k);
        const json& frame = report.at("exported")[k];
        const json &vtp = found.at("d/frame_000" + std::to_string(k) + ".vtp"),
                   &ply = found.at("d_" + std::to_string(k) + ".ply");
        EXPECT_EQ(vtp.at("points"), frame.at("diffuse"));
        EXPECT_GT(vtp.at("points").get<int>(), 100);
        EXPECT_EQ(vtp.at("vertices"), vtp.at("points"));
        EXPECT_EQ(vtp.at("time"), frame.at("time_s"));
        EXPECT_EQ(vtp.at("types"), json({{"id", {"unsigned int", 1}},
                                         {"velocity", {"float", 3}},
                                         {"life", {"float", 1}},
                                         {"wetness", {"float", 1}},
                                         {"kind", {"unsigned int", 1}},
                                         {"born", {"unsigned int", 1}}}));
        EXPECT_EQ(ply.at("sums"), vtp.at("sums")) << "to the bit";
        EXPECT_EQ(ply.at("center"), vtp.at("center"));
        EXPECT_EQ(ply.at("ids"), vtp.at("ids"));
        EXPECT_TRUE(std::ranges::is_sorted(ply.at("ids").get<std::vector<int>>()));
        EXPECT_GT(vtp.at("sums").at("life")[0].get<double>(), 0);
    }
    EXPECT_EQ(report.at("diffuse").at("living"), report.at("exported")[1].at("diffuse"));
}

// `run` writes and reports the same of its last step.
TEST_F(Export, PressureIsAlsoThatOfRun) {
    const std::string small = "hydrostatic --set support_radius=0.2 --set particle_spacing=0.1 --set style=consistent ";
    const Outcome o = run("run " + small + "--steps 20 --ascii --output end.ply --json -");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    (void)exported(small + "--frames 1 --start 5 --particles again.ply");
    const ParticleState end = particles("end.ply");
    EXPECT_EQ(particles("again.ply").pressure, end.pressure);
    const json report = json::parse(o.out);
    double mean = 0, most = 0;
    for (const double p : end.pressure) mean += p / double(end.size()), most = std::max(most, p);
    EXPECT_GT(mean, 1000);
    EXPECT_NEAR(report.at("pressure_Pa").at("mean").get<double>() / mean, 1, 1e-6);
    EXPECT_EQ(report.at("pressure_Pa").at("max").get<double>(), most);
    EXPECT_NE(read_file(path("end.ply")).find("property float lambda\nproperty float pressure\nproperty uint id\n"),
              std::string::npos);
    EXPECT_EQ(json::parse(run("run " + small + "--steps 0 --json -").out).at("pressure_Pa"), nullptr);
    const std::string last = "run " + small + "--set style=classic --steps 2 ";
    EXPECT_EQ(json::parse(run(last + "--json -").out).at("pressure_Pa"), nullptr);
    EXPECT_EQ(run(last).out.find("pressure"), std::string::npos);
    const std::string said = run("run " + small + "--steps 20").out;
    EXPECT_NE(said.find(" Pa mean, "), std::string::npos) << said;
}

// An export shows the simulation that `run` makes, and does not disturb it.
TEST_F(Export, IsWhatRunComputes) {
    const std::string scene = "cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --set substeps=2 ";
    const json frame = exported(scene + "--frames 9 --every 3 --particles p_%d.ply --mesh m_%d.ply").at("exported")[8];
    const Outcome o = run("run " + scene + "--steps 48 --output run.ply --json -");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    const json report = json::parse(o.out);
    for (const char* key : {"particles", "density_error", "kinetic_energy_J", "center_of_mass_m", "time_s"})
        EXPECT_EQ(frame.at(key), report.at(key)) << key;
    const ParticleState a = particles("p_8.ply"), b = particles("run.ply");
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.velocity, b.velocity);
    // It continues from an exported frame as from a state that it saved.
    ASSERT_EQ(run("run " + scene + "--steps 6 --initial p_7.ply --output again.ply").exit_code, 0);
    EXPECT_EQ(read_file(path("again.ply")), read_file(path("run.ply")));
}

TEST_F(Export, GivesTheSameBytesAgainOnAnyNumberOfThreads) {
    for (const char* run : {"a", "b"}) {
        const std::string threads = run[0] == 'a' ? "1" : "3", name = run;
        const Outcome o =
            run_program(path("."), "export cube_drop --start 40 --frames 2 --particles " + name + "_%d.vtp --mesh " +
                                       name + "_%d.obj --backend cpu --threads " + threads);
        ASSERT_EQ(o.exit_code, 0) << o.err;
    }
    for (const std::string rest : {"_0.vtp", "_1.vtp", "_0.obj", "_1.obj"})
        EXPECT_TRUE(read_file(path("a" + rest)) == read_file(path("b" + rest))) << rest;
}

// Particles keep their ids while the sort moves them through the arrays and others come and go.
TEST_F(Export, IdsStayWithTheirParticles) {
    const json report = exported("fountain --start 60 --frames 8 --every 10 --particles p_%d.ply");
    const double frame = 10 * 0.016;  // s
    std::set<uint32_t> gone;
    ParticleState before = particles("p_0.ply");
    size_t arrived = 0;
    for (int k = 1; k < 8; ++k) {
        SCOPED_TRACE(k);
        const ParticleState now = particles("p_" + std::to_string(k) + ".ply");
        EXPECT_EQ(now.size(), report.at("exported")[size_t(k)].at("particles"));
        EXPECT_TRUE(std::ranges::is_sorted(now.id));
        EXPECT_EQ(std::ranges::adjacent_find(now.id), now.id.end()) << "each once";
        float fastest = 0;
        for (const auto& velocity : {before.velocity, now.velocity})
            for (const glm::vec3& v : velocity) fastest = std::max(fastest, glm::length(v));
        size_t stayed = 0;
        for (size_t i = 0, j = 0; i < before.size() || j < now.size();) {
            if (j == now.size() || (i < before.size() && before.id[i] < now.id[j])) {
                gone.insert(before.id[i++]);
            } else if (i == before.size() || now.id[j] < before.id[i]) {
                EXPECT_GT(now.id[j], before.id.back()) << "who arrives is counted on";
                EXPECT_FALSE(gone.contains(now.id[j])) << "who has left does not come back";
                ++arrived, ++j;
            } else {
                // Between frames, a jet may slow down: twice the speeds that are seen.
                EXPECT_LT(glm::distance(before.position[i], now.position[j]), 2 * fastest * frame) << now.id[j];
                ++stayed, ++i, ++j;
            }
        }
        EXPECT_GT(stayed, now.size() / 2);
        before = now;
    }
    EXPECT_GT(arrived, 200u);
    EXPECT_GT(gone.size(), 20u);
}

TEST_F(Export, RemovesTheFramesOfEarlierExportsAndNothingElse) {
    const std::string small =
        "cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --particles p.pvd --mesh m_%d.obj ";
    (void)exported(small + "--frames 3");
    EXPECT_EQ(names("p"), (std::vector<std::string>{"frame_0000.vtp", "frame_0001.vtp", "frame_0002.vtp"}));
    (void)exported(small + "--frames 1");
    EXPECT_EQ(names("p"), (std::vector<std::string>{"frame_0000.vtp"}));
    EXPECT_EQ(names(),
              (std::vector<std::string>{"m_%d.obj.manifest.json", "m_0.obj", "p", "p.pvd", "p.pvd.manifest.json"}));
    std::ofstream(path("m_7.obj")) << "v 0 0 0\n";
    const Outcome o = run("export " + small + "--frames 2");
    EXPECT_EQ(o.exit_code, kBadInput);
    EXPECT_NE(o.err.find("m_7.obj: was not made by this program"), std::string::npos) << o.err;
    EXPECT_EQ(names("p"), (std::vector<std::string>{"frame_0000.vtp"})) << "refused before anything is written";
}

TEST_F(Export, RefusesWhatCannotBeWritten) {
    const auto expect = [&](int code, const std::string& arguments, const std::vector<std::string>& words) {
        const Outcome o = run("export " + arguments);
        EXPECT_EQ(o.exit_code, code) << arguments << "\n" << o.err;
        for (const std::string& word : words)
            EXPECT_NE(o.err.find(word), std::string::npos) << word << " in: " << o.err;
        EXPECT_EQ(std::ranges::count(o.err, '\n'), 1) << o.err;
        EXPECT_EQ(names(), std::vector<std::string>{}) << arguments;
    };
    const std::string cube = "cube_drop --frames 2 ";
    expect(kUsage, "cube_drop --particles p.pvd", {"--frames"});
    expect(kUsage, cube, {"--particles", "--mesh", "--solids"});
    expect(kUsage, cube + "--solids s_%d.obj", {"--solids", "cube_drop", "[[solid]]"});
    expect(kUsage, "dam_break_2d --frames 2 --mesh m_%d.obj", {"dam_break_2d", "two-dimensional"});
    expect(kUsage, cube + "--mesh m_%d.obj --mesh-cell 0.2", {"--mesh-cell", "0.05 m", "0.2"});
    expect(kUsage, cube + "--mesh m_%d.obj --mesh-cell 0.001", {"--mesh-cell", "0.003125"});
    expect(kUsage, cube + "--particles p.pvd --mesh-cell 0.02", {"--mesh-cell", "--mesh"});
    expect(kUsage, cube + "--mesh m_%d.obj --mesh-cell wide", {"--mesh-cell", "wide"});
    expect(kUsage, cube + "--mesh a_%d.ply --particles a_%02d.ply --particles ./a_%d.ply",
           {"a_%d.ply", "would both write"});
    expect(kBadInput, cube + "--particles p.vtp", {"p.vtp", "more than one frame", "p_%04d.vtp"});
    expect(kBadInput, cube + "--particles p_%d.obj", {"p_%d.obj", "particles", ".pvd, .vtp or .ply"});
    expect(kBadInput, cube + "--mesh m_%d.stl", {"m_%d.stl", "mesh", ".pvd, .vtp, .ply or .obj"});
    expect(kBadInput, cube + "--particles p_%d_%d.vtp", {"one number"});
    expect(kBadInput, cube + "--particles nowhere/p_%d.vtp", {"nowhere"});
    expect(kBadInput, cube + "--particles nowhere/p.pvd", {"nowhere"});
    expect(kBadInput, cube + "--particles p.pvd --json nowhere/r.json", {"nowhere"});
    expect(kBadInput, "dam_break_2d --frames 2 --particles p.pvd --initial missing.ply", {"missing.ply"});
}

// One that floats, one that turns, one that stands still, and a mesh that goes from place to place.
constexpr const char* kSolids = R"(
support_radius = 0.2
particle_spacing = 0.1
dt = 0.004
substeps = 5
walls = "density"
tank_min = [0, 0, 0]
tank_max = [1, 1, 1]
[[fluid]]
min = [0, 0, 0]
max = [1, 0.3, 1]
[[solid]]
size = [0.3, 0.2, 0.25]
center = [0.3, 0.45, 0.5]
rotation = [10, 20, 30]
spin = [0, 90, 40]
velocity = [0.1, 0, 0.2]
density = 300
[[solid]]
radius = 0.1
length = 0.2
center = [0.75, 0.75, 0.7]
spin = [0, 0, 360]
[[solid]]
radius = 0.15
center = [0.8, 0.2, 0.2]
[[solid]]
mesh = "wedge.obj"
scale = 0.2
[[solid.key]]
time = 0
center = [0.2, 0.9, 0.2]
[[solid.key]]
time = 1
center = [0.4, 0.9, 0.6]
rotation = [0, 90, 0]
)";

class ExportOfSolids : public ExportReadByVtk {
  protected:
    void SetUp() override {
        std::ofstream(path("wedge.obj")) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        std::ofstream(path("solids.toml")) << kSolids;
        scene_ = load_scene(path("solids.toml").string(), {});
        ExportReadByVtk::SetUp();
    }

    // Of the solids that the report has, as it has them.
    std::vector<SolidState> states(const json& frame) const {
        std::vector<SolidState> all = states_at(scene_.solids, 0);
        for (const json& s : frame.at("solids")) {
            const auto x = s.at("center_m").get<std::array<double, 3>>();
            const auto q = s.at("quaternion_wxyz").get<std::array<double, 4>>();
            all.at(s.at("solid").get<size_t>() - 1) = {{x[0], x[1], x[2]}, {q[0], q[1], q[2], q[3]}, {}, {}};
        }
        return all;
    }

    Scene scene_;
};

// Each point of a file lies on the surface of its solid, where the solver has put that.
TEST_F(ExportOfSolids, LieWhereTheSolverHasThem) {
    const json report = exported("solids.toml --frames 2 --every 3 --solids s_%d.obj --particles p_%d.ply");
    const json &first = report.at("exported")[0], &later = report.at("exported")[1];
    EXPECT_EQ(later.at("files"), json({"./p_1.ply", "./s_1.obj"}));
    ASSERT_EQ(later.at("solids").size(), 3u) << "without the one that stands still";
    EXPECT_NE(first.at("solids")[0].at("center_m"), later.at("solids")[0].at("center_m"));
    for (const json& frame : {first, later}) {
        const std::vector<SolidState> states = this->states(frame);
        std::istringstream file(read_file(path(frame.at("files")[1].get<std::string>())));
        std::vector<size_t> points(scene_.solids.size());
        size_t solid = 0;
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with("o solid_")) solid = std::stoul(line.substr(8)) - 1;
            glm::dvec3 x;
            if (std::sscanf(line.c_str(), "v %lf %lf %lf", &x.x, &x.y, &x.z) != 3) continue;
            // The file's floats are rounded by up to 2⁻²⁵ m on each axis.
            EXPECT_NEAR(signed_distance(scene_.solids.at(solid), states[solid], x, 3), 0, 1e-7)
                << solid << ": " << line;
            ++points[solid];
        }
        EXPECT_EQ(points[0], 8u);
        EXPECT_GT(points[1], points[2]) << "a capsule has two rims where a sphere has one";
        EXPECT_EQ(points[3], 4u);
    }
    const double volume = signed_volume(read_mesh(path("s_1.obj"))), r = 0.1, ball = 4 * M_PI / 3 * 0.15 * 0.15 * 0.15,
                 capsule = M_PI * r * r * (0.2 + 4 * r / 3);
    EXPECT_NEAR(volume, 0.3 * 0.2 * 0.25 + 0.2 * 0.2 * 0.2 / 6 + ball + capsule, 0.01 * (ball + capsule));

    // The particles' file has the same poses, to the bit, and is read as ever.
    std::istringstream header(read_file(path("p_1.ply")));
    size_t poses = 0;
    for (std::string line; std::getline(header, line) && line != "end_header";) {
        unsigned number = 0;
        std::array<double, 3> x{};
        std::array<double, 4> q{};
        if (std::sscanf(line.c_str(), "comment solid %u center %lf %lf %lf quaternion %lf %lf %lf %lf", &number, &x[0],
                        &x[1], &x[2], &q[0], &q[1], &q[2], &q[3]) != 8)
            continue;
        const json& pose = later.at("solids").at(poses++);
        EXPECT_EQ(pose.at("solid"), number);
        EXPECT_EQ(pose.at("center_m"), json(x));
        EXPECT_EQ(pose.at("quaternion_wxyz"), json(q));
    }
    EXPECT_EQ(poses, 3u);
    EXPECT_EQ(particles("p_1.ply").size(), later.at("particles"));

    const Outcome o = run("run solids.toml --steps 15 --output end.ply --json -");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(json::parse(o.out).at("solids"), later.at("solids"));
    EXPECT_NE(read_file(path("end.ply")).find("\ncomment solid 1 center "), std::string::npos);
}

TEST_F(ExportOfSolids, AreTheSameInEveryFormat) {
    (void)exported("solids.toml --frames 2 --solids s.pvd --solids s_%d.obj --solids s_%d.ply");
    const json found = read("s.pvd s/*.vtp s_*.obj s_*.ply");
    EXPECT_EQ(found.at("s.pvd").at("files"), json({"s/frame_0000.vtp", "s/frame_0001.vtp"}));
    EXPECT_EQ(found.at("s/frame_0001.vtp").at("types"), json({{"solid", {"unsigned int", 1}}}));
    EXPECT_NE(read_file(path("s_1.ply")).find("\nproperty uint solid\nelement face "), std::string::npos);
    for (const std::string name : {"s/frame_0001.vtp", "s_1.obj", "s_1.ply"}) {
        SCOPED_TRACE(name);
        const json& mesh = found.at(name);
        EXPECT_EQ(mesh.at("open_edges"), 0);
        for (const char* key : {"points", "triangles", "center"}) EXPECT_EQ(mesh.at(key), found.at("s_1.ply").at(key));
        EXPECT_NE(mesh.at("center"), found.at("s_0.ply").at("center"));
    }
}

TEST_F(ExportOfSolids, ReplaceEarlierOnesAndNothingElse) {
    (void)exported("solids.toml --frames 2 --solids s_%d.obj --solids s_%d.ply");
    EXPECT_NE(run("export solids.toml --frames 1 --mesh s_%d.obj").err.find("s_1.obj"), std::string::npos)
        << "is not the water's";
    (void)exported("solids.toml --frames 1 --solids s_%d.obj --solids s_%d.ply");
    EXPECT_FALSE(fs::exists(path("s_1.obj")) || fs::exists(path("s_1.ply")));
}

// In the plane there is no surface to mesh, but there are particles.
TEST_F(ExportReadByVtk, ParticlesOfTheFlatDamLieInItsPlane) {
    const json report = exported("dam_break_2d --start 2 --frames 1 --particles flat.vtp");
    const json flat = read("flat.vtp").at("flat.vtp");
    EXPECT_EQ(flat.at("points"), 5000);
    expect_near(flat.at("center"), report.at("exported")[0].at("center_of_mass_m"), "centre of mass");
    EXPECT_EQ(flat.at("center")[2], 0);
}

}  // namespace
}  // namespace undine::testing
