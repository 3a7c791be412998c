// undine export: what it writes, as VTK reads it, is what its report says.
#include <cmath>
#include <numeric>

#include "robustness/export_testing.h"
#include "scene/mesh/mesh_file.h"

namespace undine::testing {
namespace {

using nlohmann::json;

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
