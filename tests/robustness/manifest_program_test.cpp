// Manifests as a user meets them: what --from makes is what was made, and where it cannot be, it says so.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/report_schema.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class ManifestProgram : public BackendTest {
  protected:
    Outcome undine(const std::string& arguments) const { return run_program(directory_.path(), arguments); }
    std::string on_backend() const {
        return " --backend " + program_backend(GetParam()) + (GetParam() == "cpu" ? " --threads 1" : "");
    }
    std::string read(const std::string& name) const { return read_file(directory_.path() / name); }
    json manifest(const std::string& name) const { return json::parse(read(name)); }
    TemporaryDirectory directory_;
};
UNDINE_ON_BACKENDS(ManifestProgram, backends_but_swiftshader(test_backend_names()));

constexpr const char* kSmall = " cube_drop --set support_radius=0.2 --set particle_spacing=0.1";

TEST_P(ManifestProgram, ACaptureIsMadeAgain) {
    if (!can_draw()) GTEST_SKIP() << "no Vulkan driver to draw with";
    ASSERT_EQ(undine("capture" + std::string(kSmall) +
                     " --frames 3 --start 2 --look deep --size 96x54 --output p/ --output film.mp4 --json r.json" +
                     on_backend())
                  .exit_code,
              0);
    EXPECT_EQ(read("p.manifest.json"), read("film.mp4.manifest.json"));
    const json m = manifest("p.manifest.json");
    EXPECT_EQ(troubles_of(m), "");
    EXPECT_EQ(keys_of(schema_of("manifest"), m).size() + 2, documented_keys(schema_of("manifest")).size())
        << "all but the file and hash of an input";
    EXPECT_EQ(m.at("outputs").size(), 4u);
    EXPECT_EQ(m.at("arguments").dump().find("r.json"), std::string::npos);
    const std::string pictures = read("p/frame_0000.png") + read("p/frame_0001.png") + read("p/frame_0002.png"),
                      film = read("film.mp4"), before = read("p.manifest.json");
    fs::rename(directory_.path() / "p.manifest.json", directory_.path() / "m.json");
    // What is there is not overwritten: it is what the new files are to be compared with.
    directory_.file("film.mp4", "changed since");
    const Outcome again = undine("capture --from m.json");
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_NE(again.err.find("4 files as in m.json, byte for byte"), std::string::npos) << again.err;
    EXPECT_EQ(read("film.mp4"), "changed since");
    EXPECT_EQ(read("film.mp4.manifest.json"), before);
    EXPECT_EQ(read("remade/p/frame_0000.png") + read("remade/p/frame_0001.png") + read("remade/p/frame_0002.png"),
              pictures);
    EXPECT_EQ(read("remade/film.mp4"), film);
    // The new manifest says the same, but for the date, the command as it was typed, and the names of its outputs.
    json then = json::parse(before), now = manifest("remade/p.manifest.json");
    for (json* both : {&then, &now}) {
        both->at("provenance").erase("date");
        both->at("provenance").erase("command");
        both->erase("arguments");
        for (json& output : both->at("outputs")) output.erase("file");
    }
    EXPECT_EQ(now, then);

    const Outcome fewer = undine("capture --from m.json --frames 2 --output other/");
    EXPECT_EQ(fewer.exit_code, 0) << fewer.err;
    EXPECT_NE(fewer.err.find("2 files as in m.json"), std::string::npos) << fewer.err;
    const Outcome other = undine("capture --from m.json --set gravity=[0,-2,0] --output third/");
    EXPECT_EQ(other.exit_code, 1) << "another gravity";
    EXPECT_NE(other.err.find("differ from those of m.json, first third/frame_000"), std::string::npos) << other.err;
}

TEST_P(ManifestProgram, ARunIsMadeAgainFromTheTextOfItsScene) {
    directory_.file("own.toml",
                    "title = \"Own\"\nsupport_radius = 0.2\nparticle_spacing = 0.1\ntank_max = [1, 1, 1]\n"
                    "[[fluid]]\nmin = [0, 0, 0]\nmax = [0.4, 0.4, 0.4]\n");
    ASSERT_EQ(undine("run own.toml --steps 5 --output a.ply" + on_backend()).exit_code, 0);
    const std::string state = read("a.ply");
    directory_.file("own.toml", "this is no scene any more");
    const Outcome again = undine("run --from a.ply.manifest.json");
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_NE(again.err.find("1 file as in a.ply.manifest.json, byte for byte"), std::string::npos) << again.err;
    EXPECT_EQ(read("remade/a.ply"), state);
    // It says so however often it is tried, and what it was compared with is still there.
    for (int k = 0; k < 2; ++k) {
        const Outcome longer = undine("run --from a.ply.manifest.json --steps 6");
        EXPECT_EQ(longer.exit_code, 1);
        EXPECT_NE(longer.err.find("1 of 1 file differ from those of a.ply.manifest.json, first remade/a.ply; changed "
                                  "since: nothing that the manifest knows of"),
                  std::string::npos)
            << longer.err;
    }
    EXPECT_EQ(read("a.ply"), state);
    EXPECT_NE(read("remade/a.ply"), state);
    EXPECT_EQ(undine("run --from a.ply.manifest.json --output a.ply").exit_code, 0) << "there, if asked to";
    // Manifests of before November 2026 have no hash of the text.
    json older = manifest("a.ply.manifest.json");
    older.at("scene").erase("xxh128");
    directory_.file("older.json", older.dump());
    EXPECT_EQ(undine("run --from older.json").exit_code, 0);
    // In the manifest, the text of the scene is part of what was done.
    std::string edited = read("a.ply.manifest.json");
    edited.replace(edited.find("0.4, 0.4, 0.4"), 13, "0.4, 0.4, 0.5");
    directory_.file("e.json", edited);
    const Outcome other = undine("run --from e.json");
    EXPECT_EQ(other.exit_code, 3);
    EXPECT_NE(other.err.find("e.json: the text of its scene is not that of which its files were made"),
              std::string::npos)
        << other.err;
}

// Files that name each other do so wherever they are made again; so does the folder that capture chose.
TEST_P(ManifestProgram, ListsAndDefaultFoldersAreMadeAgain) {
    if (GetParam() == "cpu") {
        ASSERT_EQ(undine("export" + std::string(kSmall) + " --frames 2 --particles e/x.pvd" + on_backend()).exit_code,
                  3);
        fs::create_directory(directory_.path() / "e");
        ASSERT_EQ(undine("export" + std::string(kSmall) + " --frames 2 --particles e/x.pvd" + on_backend()).exit_code,
                  0);
        const Outcome again = undine("export --from e/x.pvd.manifest.json");
        EXPECT_EQ(again.exit_code, 0) << again.err;
        EXPECT_EQ(read("e/remade/x.pvd"), read("e/x.pvd"));
        EXPECT_EQ(read("e/remade/x/frame_0001.vtp"), read("e/x/frame_0001.vtp"));
        EXPECT_NE(read("e/x.pvd").find("frame_0001"), std::string::npos);
    }
    if (!can_draw()) GTEST_SKIP() << "no Vulkan driver to draw with";
    ASSERT_EQ(undine("capture" + std::string(kSmall) + " --frames 1 --size 96x54" + on_backend()).exit_code, 0);
    const Outcome again = undine("capture --from out/cube_drop.manifest.json");
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(read("out/remade/cube_drop/frame_0000.png"), read("out/cube_drop/frame_0000.png"));
}

class ManifestRefusals : public ::testing::Test {
  protected:
    void expect_refused(const std::string& arguments, const std::string& sentence, int code = 3) const {
        SCOPED_TRACE(arguments);
        expect_refusal(run_program(directory_.path(), arguments), code, sentence);
    }
    TemporaryDirectory directory_;
};

TEST_F(ManifestRefusals, SayWhatIsExpected) {
    const std::string run = "run" + std::string(kSmall) + " --backend cpu --steps 2 ";
    ASSERT_EQ(run_program(directory_.path(), run + "--output start.ply").exit_code, 0);
    ASSERT_EQ(run_program(directory_.path(), run + "--initial start.ply --output b.ply").exit_code, 0);
    const std::string manifest = read_file(directory_.path() / "b.ply.manifest.json");
    EXPECT_NE(manifest.find("start.ply"), std::string::npos);
    // Also from elsewhere: what it read is found where it was.
    fs::create_directory(directory_.path() / "sub");
    EXPECT_EQ(run_program(directory_.path() / "sub", "run --from ../b.ply.manifest.json").exit_code, 0);
    fs::resize_file(directory_.path() / "start.ply", fs::file_size(directory_.path() / "start.ply") - 1);
    expect_refused("run --from b.ply.manifest.json", "start.ply has changed since; expected the file with xxh128sum ");
    fs::remove(directory_.path() / "start.ply");
    expect_refused("run --from b.ply.manifest.json", "start.ply");
    expect_refused("capture --from b.ply.manifest.json", "is of undine run; expected one of undine capture");
    expect_refused("run --from nowhere.json", "nowhere.json");
    directory_.file("x.json", "{}");
    expect_refused("run --from x.json", "x.json: is no manifest; expected the .manifest.json beside an output");
    directory_.file("y.json", "no json");
    expect_refused("run --from y.json", "y.json: is no manifest");
    directory_.file("z.json", manifest.substr(0, manifest.find("\"inputs\"")) + "\"inputs\": 3}");
    expect_refused("run --from z.json", "z.json: is no manifest");
    std::string newer = manifest;
    newer.replace(newer.find("\"report_version\": 1"), 19, "\"report_version\": 9");
    directory_.file("n.json", newer);
    expect_refused("run --from n.json", "n.json: is a manifest of version 9; expected 1");
    expect_refused("run --from", "--from", 2);
}

}  // namespace
}  // namespace undine::testing
