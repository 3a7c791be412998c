// undine export: it writes what the simulation does, whatever else is there, or says why not.
#include <glm/geometric.hpp>
#include <set>

#include "robustness/export_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kUsage = 2, kBadInput = 3;

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

}  // namespace
}  // namespace undine::testing
