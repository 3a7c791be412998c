// undine export --solids: files of solids, and their poses in those of particles, are where the solver has them.
#include <array>
#include <cmath>
#include <sstream>

#include "robustness/export_testing.h"
#include "scene/mesh/mesh_file.h"
#include "scene/scene.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

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

}  // namespace
}  // namespace undine::testing
