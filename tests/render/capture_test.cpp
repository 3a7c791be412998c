// undine capture as its user meets it: what it writes, and what it says when it cannot.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

#include "io/video.h"
#include "render/views.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

// A small scene, quickly drawn: 1,000 particles, one step a picture.
const std::string kSmall =
    "capture hydrostatic --frames 3 --size 96x54 --set substeps=1 --set dt=0.004 "
    "--set support_radius=0.2 --set particle_spacing=0.1 ";

bool has_program(const std::string& name) {
    return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

class Capture : public ::testing::Test {
  protected:
    Capture() : folder_(fs::temp_directory_path() / ("undine-capture-" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
    }
    ~Capture() override {
        std::error_code ignored;
        fs::permissions(folder_, fs::perms::owner_all, ignored);
        fs::remove_all(folder_, ignored);
    }
    void SetUp() override {
        bool any = false;
        for (const std::string& name : vulkan_backend_names()) any = any || why_absent(name).empty();
        if (!any) GTEST_SKIP() << "no Vulkan driver to draw with";
    }

    Outcome run(const std::string& arguments, const std::string& environment = "") {
        return run_program(folder_, arguments, environment);
    }
    void expect_refused(const Outcome& o, int code, const std::string& words) {
        EXPECT_EQ(o.exit_code, code) << o.err;
        EXPECT_NE(o.err.find(words), std::string::npos) << o.err;
        EXPECT_LE(std::count(o.err.begin(), o.err.end(), '\n'), code == 2 ? 2 : 1) << o.err;
    }
    size_t files(const std::string& directory = ".") const {
        return static_cast<size_t>(std::distance(fs::directory_iterator(folder_ / directory), {}));
    }
    void write_script(const std::string& path, const std::string& text) {
        fs::create_directories((folder_ / path).parent_path());
        std::ofstream(folder_ / path) << "#!/bin/sh\n" << text << '\n';
        fs::permissions(folder_ / path, fs::perms::owner_all);
    }

    fs::path folder_;
};

TEST_F(Capture, WritesTheSameFramesTwice) {
    ASSERT_EQ(run(kSmall + "--output a --json report.json").exit_code, 0);
    ASSERT_EQ(run(kSmall).exit_code, 0);
    for (const char* name : {"frame_0000.png", "frame_0001.png", "frame_0002.png"}) {
        const std::string first = read_file(folder_ / "a" / name);
        EXPECT_EQ(first.substr(1, 3), "PNG");
        EXPECT_TRUE(first == read_file(folder_ / "out/hydrostatic" / name)) << "the default output; " << name;
    }
    EXPECT_EQ(files("a"), 3u) << "nothing left half-written";
    const std::string report = read_file(folder_ / "report.json");
    EXPECT_NE(report.find("\"ms_per_frame\""), std::string::npos);
    EXPECT_NE(report.find("\"drawn_in_place\": true"), std::string::npos);
    ASSERT_EQ(run(kSmall + "--backend cpu --output b --json report.json").exit_code, 0);
    EXPECT_NE(read_file(folder_ / "report.json").find("\"drawn_in_place\": false"), std::string::npos);
}

TEST_F(Capture, StartAndEveryChooseAmongTheSameFrames) {
    const std::string scene = "capture hydrostatic --size 96x54 --set substeps=2 --set dt=0.004 --color id ";
    ASSERT_EQ(run(scene + "--frames 6 --output all").exit_code, 0);
    const Outcome o = run(scene + "--start 1 --every 2 --frames 3 --output some --json report.json");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(files("some"), 3u);
    for (int k = 0; k < 3; ++k) {
        const std::string all = "all/frame_000" + std::to_string(1 + 2 * k) + ".png",
                          some = "some/frame_000" + std::to_string(k) + ".png";
        EXPECT_TRUE(read_file(folder_ / all) == read_file(folder_ / some)) << some;
    }
    const std::string report = read_file(folder_ / "report.json");
    EXPECT_NE(report.find("\"shade\""), std::string::npos) << "time of a render pass";
}

TEST_F(Capture, MovesItsCameraTheSameWayTwice) {
    std::ofstream(folder_ / "way.toml")
        << "[[key]]\ntime = 0\neye = [-1, 1.5, 4]\ntarget = [0.5, 0.5, 0]\n"
           "[[key]]\ntime = 0.008\neye = [2, 2.5, 3]\ntarget = [0.5, 0.4, 0]\nfov_degrees = 35\n";
    for (const std::string motion : {"--camera way.toml", "--turntable 0.1"}) {
        SCOPED_TRACE(motion);
        ASSERT_EQ(run(kSmall + motion + " --output a").exit_code, 0);
        ASSERT_EQ(run(kSmall + motion + " --output b").exit_code, 0);
        for (const char* name : {"frame_0000.png", "frame_0001.png", "frame_0002.png"})
            EXPECT_TRUE(read_file(folder_ / "a" / name) == read_file(folder_ / "b" / name)) << name;
        EXPECT_FALSE(read_file(folder_ / "a/frame_0000.png") == read_file(folder_ / "a/frame_0001.png"));
    }
}

// On every driver, with the water's passes between: apart or together, the same bytes.
TEST_F(Capture, SplitSubmissionsDrawTheSame) {
    for (const char* device : {"vulkan:llvmpipe", "vulkan:SwiftShader"})
        for (const char* style : {"particles", "water"}) {
            SCOPED_TRACE(std::string(device) + " " + style);
            const std::string command = kSmall + "--style " + style + " --backend " + device;
            const Outcome joint = run(command + " --output joint");
            if (joint.exit_code == 4) continue;  // no such driver here
            ASSERT_EQ(joint.exit_code, 0) << joint.err;
            ASSERT_EQ(run(command + " --split --output apart").exit_code, 0);
            for (const char* name : {"frame_0000.png", "frame_0001.png", "frame_0002.png"})
                EXPECT_TRUE(read_file(folder_ / "joint" / name) == read_file(folder_ / "apart" / name)) << name;
        }
}

// Each in the style that has it, without a word about the style.
TEST_F(Capture, ShowsEachBuffer) {
    std::set<std::string> pictures;
    for (const ViewInfo& view : kViews) {
        SCOPED_TRACE(view.name);
        const std::string name(view.name);
        const Outcome o =
            run("capture beach --set support_radius=0.1 --set particle_spacing=0.05 --frames 1 --size 96x54 "
                "--output a --buffer " +
                name + (name == "boundary" ? " --set walls=particles" : "") +
                (name.starts_with("foam") ? " --start 20 --backend cpu" : ""));  // until there is some
        ASSERT_EQ(o.exit_code, 0) << o.err;
        EXPECT_TRUE(pictures.insert(read_file(folder_ / "a/frame_0000.png")).second) << "it is as another one";
    }
    expect_refused(run("capture cube_drop --frames 1 --size 96x54 --output b --buffer boundary"), 2,
                   "The scene has no boundary particles to show; give it walls = \"particles\", or --boundary.");
    EXPECT_FALSE(fs::exists(folder_ / "b"));
}

TEST_F(Capture, RefusesCameras) {
    std::ofstream(folder_ / "back.toml") << "[[key]]\ntime = 1\neye = [0, 0, 1]\ntarget = [0, 0, 0]\n"
                                            "[[key]]\ntime = 1\neye = [0, 0, 1]\ntarget = [0, 0, 0]\n";
    expect_refused(run(kSmall + "--camera back.toml"), 3, "back.toml:6: [[key]] time must be later");
    expect_refused(run(kSmall + "--camera none.toml"), 3,
                   "none.toml: there is no such file; expected a camera (.toml)");
    expect_refused(run("capture dam_break_2d --frames 1 --turntable 2"), 2, "two-dimensional");
    EXPECT_EQ(run(kSmall + "--turntable 0").exit_code, 2);
    EXPECT_EQ(run(kSmall + "--turntable 2 --camera back.toml").exit_code, 2);
    EXPECT_EQ(run(kSmall + "--every 0").exit_code, 2);
    EXPECT_EQ(files(), 1u) << "only the camera's file";
}

TEST_F(Capture, SimulatesOnTheCpuToo) {
    const Outcome o = run(kSmall + "--backend cpu --threads 1 --output a");
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(files("a"), 3u);
}

TEST_F(Capture, MakesAVideoOfEveryFrame) {
    if (!has_program("ffmpeg") || !has_program("ffprobe")) GTEST_SKIP() << "ffmpeg and ffprobe are not installed";
    fs::create_directory(folder_ / "a");
    const Outcome o = run(kSmall + "--output a/film.mp4 --output b");
    ASSERT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(files("a"), 2u) << "the film and its manifest; nothing unfinished is left";
    EXPECT_EQ(files("b"), 3u);
    const std::string probe = "cd '" + folder_.string() +
                              "' && ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,height,"
                              "avg_frame_rate,pix_fmt -of csv=p=0 a/film.mp4 >probe.txt";
    ASSERT_EQ(std::system(probe.c_str()), 0);
    EXPECT_EQ(read_file(folder_ / "probe.txt"), "96,54,yuv420p,250/1,3\n");
}

TEST_F(Capture, NamesPicturesAsTheyWereAskedFor) {
    const std::string one = "capture hydrostatic --frames 1 --size 96x54 ";
    ASSERT_EQ(run(one + "--output one.png").exit_code, 0);
    EXPECT_EQ(read_file(folder_ / "one.png").substr(1, 3), "PNG");
    ASSERT_EQ(run(kSmall + "--output water_%03d.png").exit_code, 0);
    for (const char* name : {"water_000.png", "water_001.png", "water_002.png"})
        EXPECT_EQ(read_file(folder_ / name).substr(1, 3), "PNG") << name;
    EXPECT_EQ(files(), 6u) << "with manifests";
    expect_refused(run(kSmall + "--output many.png"), 3, "many.png: is one file for more than one picture; expected");
    for (const char* output : {"a.gif", "a.webm", "a.jpg", "a_%d.jpg"})
        expect_refused(run(one + "--output " + output), 3, "has an extension that cannot be written; expected .png");
    for (const char* output : {"a_%s.png", "a_%d_%d.png", "a_%.png", "a_%0004d.png"})
        expect_refused(run(one + "--output " + output), 3, "expected one number in the name of the pictures");
    EXPECT_EQ(files(), 6u);
    ASSERT_EQ(run(one + "--output a.gif/").exit_code, 0) << "a slash says that it is a folder";
    EXPECT_EQ(files("a.gif"), 1u);
}

TEST_F(Capture, LeavesNoPicturesOfAnEarlierCapture) {
    ASSERT_EQ(run(kSmall + "--output a").exit_code, 0);
    std::ofstream(folder_ / "a/notes.txt") << "mine";
    ASSERT_EQ(run("capture hydrostatic --frames 2 --size 32x18 --output a").exit_code, 0);
    EXPECT_EQ(files("a"), 3u) << "two pictures, and what is not ours";
    std::ofstream(folder_ / "a/frame_0007.png") << "somebody else's picture";
    expect_refused(run("capture hydrostatic --frames 2 --size 32x18 --output a"), 3,
                   "a/frame_0007.png: was not made by this program");
    EXPECT_EQ(read_file(folder_ / "a/frame_0007.png"), "somebody else's picture");
}

TEST_F(Capture, RefusesOddVideosBeforeWriting) {
    expect_refused(run("capture hydrostatic --frames 1 --size 97x54 --output a.mp4"), 3, "even width and height");
    EXPECT_EQ(files(), 0u);
}

TEST_F(Capture, SaysThatFfmpegIsMissing) {
    expect_refused(run(kSmall + "--output a.mp4", "PATH=/nonexistent"), 3, "install it or write a directory of frames");
    EXPECT_EQ(files(), 0u);
}

TEST_F(Capture, PassesOnWhyFfmpegDied) {
    write_script("bin/ffmpeg", "echo 'no such encoder' >&2; exit 1");
    const std::string path = "PATH='" + (folder_ / "bin").string() + "':\"$PATH\"";
    expect_refused(run(kSmall + "--output a.mp4", path), 3, "a.mp4: ffmpeg failed: no such encoder");
    EXPECT_EQ(files(), 1u) << "only the script";
}

TEST_F(Capture, NoticesThatFfmpegFailedAtTheEnd) {
    write_script("bin/ffmpeg", "for last; do :; done; : > \"$last\"; cat > /dev/null; echo 'disk full' >&2; exit 1");
    const std::string path = "PATH='" + (folder_ / "bin").string() + "':\"$PATH\"";
    expect_refused(run(kSmall + "--output a.mp4", path), 3, "disk full");
    EXPECT_EQ(files(), 1u) << "neither video nor .part";
}

TEST_F(Capture, RefusesPlacesThatCannotBeWritten) {
    std::ofstream(folder_ / "taken") << "a file";
    expect_refused(run(kSmall + "--output taken"), 3, "taken: is a file; expected the name of a directory");
    expect_refused(run(kSmall + "--output taken/a.mp4"), 3, "taken/a.mp4");
    for (const char* output : {"nowhere/a.mp4", "nowhere/a", "nowhere/a.png", "nowhere/a_%d.png"})
        expect_refused(run("capture hydrostatic --frames 1 --size 96x54 --output " + std::string(output)), 3,
                       "the directory nowhere does not exist; create it first");
    fs::create_directory(folder_ / "b.mp4");
    expect_refused(run(kSmall + "--output b.mp4"), 3, "b.mp4: is a directory");
}

// Khronos' neutral tone mapping and the curve of sRGB, written again: 8 bits of a linear colour.
std::array<double, 3> on_screen(std::array<double, 3> c) {
    const double low = std::min({c[0], c[1], c[2]}), offset = low < 0.08 ? low - 6.25 * low * low : 0.04;
    for (double& x : c) x -= offset;
    const double peak = std::max({c[0], c[1], c[2]}), start = 0.76, room = 1 - start;
    if (peak >= start) {
        const double squeezed = 1 - room * room / (peak + room - start);
        const double white = 1 - 1 / (0.15 * (peak - squeezed) + 1);
        for (double& x : c) x = x * squeezed / peak * (1 - white) + squeezed * white;
    }
    for (double& x : c) {
        x = std::clamp(x, 0.0, 1.0);
        x = 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055);
    }
    return c;
}

// As ffmpeg reads both: the light of a linear picture, shown, is the picture for the screen, but that is where light
// ends.
TEST_F(Capture, LinearPicturesHoldTheLightOfTheOthers) {
    const std::string command =
        "capture cube_drop --style water --start 30 --frames 1 --size 192x108 --supersample 4 --output ";
    for (const std::string output : {"w.png", "w_%d.exr"}) {
        const Outcome o = run(command + output);
        ASSERT_EQ(o.exit_code, 0) << o.err;
    }
    const std::string decode = "cd '" + folder_.string() +
                               "' && ffmpeg -v error -i w.png -f rawvideo -pix_fmt rgb24 w.rgb </dev/null && "
                               "ffmpeg -v error -i w_0.exr -f rawvideo -pix_fmt gbrpf32le w.raw </dev/null";
    ASSERT_EQ(std::system(decode.c_str()), 0);
    const std::string shown = read_file(folder_ / "w.rgb"), light = read_file(folder_ / "w.raw");
    constexpr size_t kPixels = size_t{192} * 108;
    ASSERT_EQ(shown.size(), 3 * kPixels);
    ASSERT_EQ(light.size(), 3 * kPixels * sizeof(float));
    std::vector<float> planes(3 * kPixels);  // green, blue, red
    std::memcpy(planes.data(), light.data(), light.size());
    double off = 0, brightest = 0;
    for (size_t p = 0; p < kPixels; ++p) {
        const std::array<double, 3> rgb{planes[p + 2 * kPixels], planes[p], planes[p + kPixels]};
        brightest = std::max({brightest, rgb[0], rgb[1], rgb[2]});
        const auto wanted = on_screen(rgb);
        for (size_t c = 0; c < 3; ++c) off += std::abs(wanted[c] - double(uint8_t(shown[3 * p + c])));
    }
    EXPECT_LT(off / (3 * kPixels), 1.0)
        << "levels of 255: dither, and edges, where colours are mixed before they are mapped";
    EXPECT_GT(brightest, 1.5) << "the sun's glint";

    const std::string written = read_file(folder_ / "w_0.exr");
    ASSERT_EQ(run(command + "w_%d.exr").exit_code, 0) << "it replaces what it has made";
    EXPECT_EQ(read_file(folder_ / "w_0.exr"), written);
    expect_refused(run(command + "w_%d.exr --output w.png"), 2, "pictures are linear (.exr) or for the screen");
}

TEST_F(Capture, RefusesSizes) {
    for (const char* size : {"0x90", "160", "160x", "axb", "160x90x3", "-160x90"})
        expect_refused(run(std::string("capture hydrostatic --frames 1 --size=") + size), 2, "expected WIDTHxHEIGHT");
    expect_refused(run("capture hydrostatic --frames 1 --size 500000x90"), 3, "is too large for");
    EXPECT_EQ(files(), 0u) << "not even the default output's directory";
}

TEST_F(Capture, RefusesOptions) {
    EXPECT_EQ(run("capture hydrostatic").exit_code, 2) << "how many frames?";
    EXPECT_EQ(run("capture hydrostatic --frames 0").exit_code, 2);
    EXPECT_EQ(run(kSmall + "--supersample 5").exit_code, 2);
    expect_refused(run(kSmall + "--color mood"), 2, "--color mood: expected");
    expect_refused(run(kSmall + "--color densty"), 2, "did you mean 'density'");
    expect_refused(run(kSmall + "--style oil"), 2, "--style oil: expected water or particles");
    expect_refused(run(kSmall + "--buffer foem"), 2, "did you mean 'foam'");
    EXPECT_EQ(files(), 0u);
}

TEST_F(Capture, NeedsADeviceToDrawOn) {
    expect_refused(run(kSmall + "--backend cpu", "LD_PRELOAD='" UNDINE_NO_LOADER "'"), 4, "Vulkan");
    EXPECT_EQ(files(), 0u);
}

TEST(FrameRate, IsTheRatioThatTheSceneMeans) {
    auto rate = [](float dt, uint32_t substeps) {
        const FrameRate r = frame_rate(dt, substeps);
        return std::to_string(r.numerator) + "/" + std::to_string(r.denominator);
    };
    EXPECT_EQ(rate(0.004f, 4), "125/2");
    EXPECT_EQ(rate(0.0025f, 12), "100/3");
    EXPECT_EQ(rate(0.016f, 1), "125/2");
    EXPECT_EQ(rate(0.01f, 4), "25/1");
    EXPECT_EQ(rate(0.1f, 1000), "1/100");
    EXPECT_EQ(rate(1e-6f, 1), "1000000/1");
}

}  // namespace
}  // namespace undine::testing
