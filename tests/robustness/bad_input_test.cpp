// Every kind of bad input ends the real program with one clear sentence, the documented exit code, and no file written.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "robustness/program.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kUsage = 2, kBadInput = 3, kNoDevice = 4, kOutOfMemory = 6;

class BadInput : public ::testing::Test {
  protected:
    fs::path directory() const { return directory_.path(); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(directory() / name, std::ios::binary) << text;
    }

    size_t files() const { return std::distance(fs::recursive_directory_iterator(directory()), {}); }

    // The sentence names each of `names`, stands on one line, and nothing was written.
    void expect(int exit_code, const std::string& arguments, const std::vector<std::string>& names,
                const std::string& environment = "") const {
        SCOPED_TRACE("undine " + arguments);
        const size_t before = files();
        const Outcome o = run_program(directory(), arguments, environment);
        EXPECT_EQ(o.exit_code, exit_code) << o.err;
        for (const std::string& name : names)
            EXPECT_NE(o.err.find(name), std::string::npos) << name << " in: " << o.err;
        if (exit_code != kUsage) {
            EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
        }
        EXPECT_EQ(files(), before);
    }

  private:
    TemporaryDirectory directory_;
};

TEST_F(BadInput, CommandLine) {
    expect(kUsage, "", {"subcommand"});
    expect(kUsage, "swim", {"swim"});
    expect(kUsage, "run dam_break", {"--steps"});
    expect(kUsage, "run dam_break --steps many", {"--steps"});
    expect(kUsage, "run dam_break --steps -1", {"--steps"});
    expect(kUsage, "run dam_break --steps 1 --backend quantum", {"quantum", "cpu"});
    expect(kUsage, "run dam_break --steps 1 --set dt", {"dt", "="});
    EXPECT_EQ(run_program(directory(), "--help").exit_code, 0);
    EXPECT_EQ(run_program(directory(), "run --help").exit_code, 0);
    expect(kUsage, "help swim", {"swim"});
    EXPECT_EQ(run_program(directory(), "help").out, run_program(directory(), "--help").out);
    EXPECT_EQ(run_program(directory(), "help run").out, run_program(directory(), "run --help").out);
}

// Where messages and reports repeat what came from outside, it has no control over the terminal.
TEST_F(BadInput, EscapeSequencesAreShownNotSent) {
    const std::string hostile = "\"$(printf 'x\\033[31m\\nundine: all is well\\r\\302\\233')\"";
    const auto quiet = [&](const std::string& arguments) {
        const Outcome o = run_program(directory(), arguments);
        EXPECT_NE(o.exit_code, 0) << arguments;
        EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
        EXPECT_EQ(o.err.find_first_of("\033\r\x9b"), std::string::npos) << arguments << ": " << o.err;
    };
    quiet(hostile);
    for (const std::string& rest :
         {hostile + " --steps 1", "dam_break --steps 1 --backend " + hostile, "dam_break --steps " + hostile,
          "dam_break --steps 1 --" + hostile, "dam_break --steps 1 --set " + hostile,
          "dam_break --steps 1 --initial " + hostile, "dam_break --steps 1 --output " + hostile + "/a.ply",
          "dam_break --steps 1 --json " + hostile + "/a.json", "dam_break --steps 1 " + hostile})
        quiet("run " + rest);
    for (const std::string& rest : {"--output " + hostile + "/a.png", "--color " + hostile, "--look " + hostile,
                                    "--size " + hostile, "--environment " + hostile, "--camera " + hostile})
        quiet("capture cube_drop --frames 1 " + rest);
    quiet("bench --against " + hostile);
    quiet("bench " + hostile);
    quiet("compare --backend cpu --replay " + hostile);
    write("title.toml", "title = \"x\\u001b[31m\\n\"\n[[fluid]]\nmin=[0,0,0]\nmax=[0.2,0.2,0.2]\n");
    const Outcome o = run_program(directory(), "run title.toml --steps 1 --backend cpu");
    EXPECT_EQ((o.out + o.err).find('\033'), std::string::npos) << o.out << o.err;
}

TEST_F(BadInput, Compare) {
    expect(kUsage, "compare cube_drop --backend cpu", {"two backends", "--backend"});
    expect(kUsage, "compare cube_drop --backend cpu --backend quantum", {"quantum", "vulkan"});
    expect(kUsage, "compare cube_drop --backend cpu --backend cpu --steps 0", {"--steps"});
    expect(kNoDevice, "compare cube_drop --backend cpu --backend vulkan:Voodoo", {"Voodoo"});
    expect(kBadInput, "compare no_such_scene --backend cpu --backend cpu", {"no_such_scene"});
    expect(kBadInput, "compare cube_drop --backend cpu --backend cpu --json nowhere/out.json", {"nowhere"});
    expect(kUsage, "compare --record new", {"--record", "one --backend"});
    expect(kUsage, "compare --record new --backend cpu --backend cpu", {"--record", "one --backend"});
    expect(kUsage, "compare --record new --backend cpu --replay old", {"--record", "--replay"});
    expect(kUsage, "compare cube_drop --replay old --backend cpu", {"--replay", "scene"});
    expect(kUsage, "compare --replay old --backend cpu --set dt=1", {"--replay", "--set"});
    expect(kBadInput, "compare --replay old --backend cpu", {"old", "not a recording"});
    expect(kBadInput, "compare --record nowhere/new --backend cpu", {"nowhere"});
    write("letter.txt", "Dear reader");
    expect(kBadInput, "compare --record . --backend cpu", {"not a recording"});
    expect(kBadInput, "compare --record letter.txt --backend cpu", {"letter.txt", "not a recording"});
    expect(kBadInput, "compare --replay . --backend cpu", {"checksums", "missing"});
    expect(kBadInput, "compare --record new --backend cpu --set dt=1000", {"dt"});
    expect(kNoDevice, "compare --record new --backend vulkan:Voodoo", {"Voodoo"});
    const Outcome twice = run_program(directory(), "compare cube_drop --backend cpu --backend cpu --steps 1");
    EXPECT_EQ(twice.exit_code, 0) << twice.err;
    EXPECT_NE(twice.out.find("on cpu#2"), std::string::npos);
}

TEST_F(BadInput, Drawing) {
    const std::string capture = "capture hydrostatic --frames 1 --size 64x36 ",
                      flat = "capture dam_break_2d --frames 1 --size 64x36 ";
    expect(kBadInput, capture + "--environment missing.hdr", {"missing.hdr", "Radiance"});
    write("wide.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 6\n" + std::string(48, '\x80'));
    expect(kBadInput, capture + "--environment wide.hdr", {"wide.hdr", "6 x 2", "twice as wide as high"});
    write("half.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n" + std::string(60, '\x80'));
    expect(kBadInput, capture + "--environment half.hdr", {"half.hdr", "damaged"});
    expect(kBadInput, capture + "--environment .", {"Radiance"});
    expect(kUsage, capture + "--look nonsense", {"--look", "nonsense", "key=value", "glass"});
    expect(kUsage, capture + "--look exposre=2", {"--look", "exposre", "exposure"});
    expect(kUsage, capture + "--look filter=median", {"--look", "filter", "median", "bilateral"});
    expect(kUsage, capture + "--style water --buffer visible", {"--buffer visible", "particles"});
    expect(kUsage, capture + "--style particles --buffer thickness", {"--buffer thickness", "water"});
    expect(kUsage, capture + "--buffer sideways", {"--buffer", "sideways", "thickness"});
    expect(kUsage, capture + "--style water --color speed", {"--color speed", "--style particles"});
    expect(kUsage, capture + "--color speed --buffer foam", {"--buffer foam", "water"});
    expect(kBadInput, capture + "--set style=classic --color pressure",
           {"gradients = \"predicted\"", "no pressure", "set gradients = \"start\""});
    expect(kUsage, capture + "--style oil", {"--style", "oil"});
    expect(kUsage, flat + "--style water", {"--style water", "dam_break_2d", "two-dimensional"});
    expect(kUsage, flat + "--buffer normals", {"--buffer normals", "water"});
}

TEST_F(BadInput, Scenes) {
    expect(kBadInput, "run no_such_scene --steps 1 --backend cpu", {"no_such_scene", "dam_break", "hydrostatic"});
    expect(kBadInput, "run ./missing.toml --steps 1 --backend cpu", {"missing.toml"});
    write("malformed.toml", "dt = = 3\n");
    expect(kBadInput, "run malformed.toml --steps 1 --backend cpu", {"malformed.toml", "1"});
    write("unknown.toml", "suport_radius = 0.1\n[[fluid]]\nmin=[0,0,0]\nmax=[1,1,1]\n");
    expect(kBadInput, "run unknown.toml --steps 1 --backend cpu", {"unknown.toml", "suport_radius", "support_radius"});
    write("type.toml", "dt = \"fast\"\n[[fluid]]\nmin=[0,0,0]\nmax=[1,1,1]\n");
    expect(kBadInput, "run type.toml --steps 1 --backend cpu", {"type.toml", "dt", "number"});
    write("empty.toml", "dt = 0.004\n");
    expect(kBadInput, "run empty.toml --steps 1 --backend cpu", {"empty.toml", "[[fluid]]"});
    write("outside.toml", "[[fluid]]\nmin=[0,0,0]\nmax=[5,1,1]\n");
    expect(kBadInput, "run outside.toml --steps 1 --backend cpu", {"outside.toml", "tank"});
}

TEST_F(BadInput, Parameters) {
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set dt=1000", {"dt", "0.1"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set dt=nan", {"dt"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set gravity=[0,nan,0]", {"gravity"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set gravity=down", {"gravity"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set kernel=gauss", {"kernel", "cubic_spline"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set particel_mass=1",
           {"particel_mass", "particle_mass"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --set particle_spacing=1e-6", {"particle"});
}

std::string header(const std::string& count, const std::string& properties) {
    return "ply\nformat binary_little_endian 1.0\nelement vertex " + count + "\n" + properties + "end_header\n";
}
const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";

TEST_F(BadInput, PlyFiles) {
    const std::string run = "run dam_break --steps 1 --backend cpu --output out.ply --initial ";
    expect(kBadInput, run + "missing.ply", {"missing.ply"});
    write("text.ply", "this is not a PLY file\n");
    expect(kBadInput, run + "text.ply", {"text.ply"});
    write("no_z.ply", header("1", "property float x\nproperty float y\n") + std::string(8, '\0'));
    expect(kBadInput, run + "no_z.ply", {"no_z.ply", "z"});
    write("truncated.ply", header("10", kXyz) + std::string(100, '\0'));
    expect(kBadInput, run + "truncated.ply", {"truncated.ply"});
    write("hostile.ply", header("18446744073709551615", kXyz) + std::string(12, '\0'));
    expect(kBadInput, run + "hostile.ply", {"hostile.ply"});
    write("negative.ply", header("-5", kXyz) + std::string(12, '\0'));
    expect(kBadInput, run + "negative.ply", {"negative.ply"});
    write("zero.ply", header("0", kXyz));
    expect(kBadInput, run + "zero.ply", {"zero.ply"});
    write("nan.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + kXyz + "end_header\nnan 0 0\n");
    expect(kBadInput, run + "nan.ply", {"nan.ply"});
    write("far.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + kXyz + "end_header\n50 0 0\n");
    expect(kBadInput, run + "far.ply", {"far.ply", "tank"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --boundary no_z.ply", {"no_z.ply"});
}

// What is opened by mistake, or waits for ever, or has no end.
TEST_F(BadInput, WhatIsNoFile) {
    fs::create_directory(directory() / "folder.toml");
    ASSERT_EQ(mkfifo((directory() / "pipe.toml").c_str(), 0600), 0);
    fs::create_symlink("/dev/zero", directory() / "zero.toml");
    write("empty.toml", "");
    const std::string cpu = " --steps 1 --backend cpu ", run = "run dam_break" + cpu,
                      capture = "capture hydrostatic --frames 1 --size 64x36 ";
    for (const auto& [name, sentence] : {std::pair("folder.toml", "is a folder"),
                                         {"pipe.toml", "is a pipe"},
                                         {"zero.toml", "is a device"},
                                         {"empty.toml", "is empty"}}) {
        const std::string file(name);
        expect(kBadInput, "run ./" + file + cpu, {file, sentence, "expected a scene"});
        expect(kBadInput, run + "--initial " + file, {file, sentence, "expected particles"});
        expect(kBadInput, run + "--boundary " + file, {file, sentence, "expected particles"});
        expect(kBadInput, capture + "--camera " + file, {file, sentence, "expected a camera"});
        expect(kBadInput, capture + "--environment " + file, {file, sentence, "Radiance picture"});
        expect(kBadInput, "bench --against " + file, {file, sentence, "undine bench --json"});
        fs::create_directory(directory() / "recording");
        fs::copy_symlink(directory() / "zero.toml", directory() / "recording/recording.json");
        fs::rename(directory() / file, directory() / "recording/checksums");
        expect(kBadInput, "compare --replay recording --backend cpu", {"checksums", sentence});
        fs::rename(directory() / "recording/checksums", directory() / file);
        fs::remove_all(directory() / "recording");
    }
    expect(kBadInput, "bench --against .", {".: is a folder"});
    expect(kBadInput, "compare --replay pipe.toml --backend cpu", {"pipe.toml", "not a recording"});
}

TEST_F(BadInput, UnwritableOutput) {
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --output nowhere/out.ply", {"nowhere"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --json nowhere/out.json", {"nowhere"});
    expect(kBadInput, "run dam_break --steps 1 --backend cpu --output .", {"directory"});
}

TEST_F(BadInput, Devices) {
    expect(kNoDevice, "run dam_break --steps 1 --backend vulkan:Voodoo", {"Voodoo"});
    expect(kNoDevice, "run dam_break --steps 1 --backend vulkan:99", {"99"});
    expect(kNoDevice, "run dam_break --steps 1", {"driver"}, "VK_DRIVER_FILES=/nonexistent.json");
    expect(kNoDevice, "run dam_break --steps 1", {"loader"}, "LD_PRELOAD='" UNDINE_NO_LOADER "'");
    expect(kNoDevice, "run dam_break --steps 1 --backend cuda:Voodoo", {"CUDA"});
    expect(kNoDevice, "run dam_break --steps 1 --backend cuda:exact:99", {"CUDA"});
    expect(kUsage, "run dam_break --steps 1 --backend cudas", {"cudas", "cuda"});
    const Outcome o = run_program(directory(), "devices", "LD_PRELOAD='" UNDINE_NO_LOADER "'");
    EXPECT_EQ(o.exit_code, 0);  // the CPU backend still runs
    EXPECT_NE(o.out.find("cpu"), std::string::npos);
    EXPECT_NE(o.out.find("loader"), std::string::npos);
}

TEST_F(BadInput, MoreThanTheDeviceHas) {
    const Outcome devices = run_program(directory(), "devices --json -");
    if (devices.out.find("llvmpipe") == std::string::npos) {
        if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << "lavapipe is required";
        GTEST_SKIP() << "needs lavapipe, whose memory is known to be small";
    }
    // 29 million particles: more than 10 GiB.
    expect(kOutOfMemory,
           "run dam_break --steps 1 --backend vulkan:llvmpipe --set particle_spacing=0.003 --set support_radius=0.006 "
           "--set xsph_rate=250",
           {"particles", "iB"});
}

}  // namespace
}  // namespace undine::testing
