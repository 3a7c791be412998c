// --dump of images, as a user runs it, on every Vulkan driver: what the files hold, and that pictures stay the same.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "render/image_dumps.h"
#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// 0.39 s in: the cube has burst on the floor.
constexpr const char* kCapture =
    "capture cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --start 24 --size 160x90 ";

class ImageDump : public BackendTest {
  protected:
    std::string said(const std::string& arguments, int code = 0) const {
        const Outcome o = run_program(directory(), kCapture + arguments + " --backend " + program_backend(GetParam()));
        EXPECT_EQ(o.exit_code, code) << arguments << "\n" << o.err;
        return o.err;
    }
    const fs::path& directory() const { return directory_.path(); }
    void make_file(const std::string& name, const std::string& text) const { directory_.file(name, text); }
    std::string read(const std::string& name) const { return read_file(directory() / name); }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_ONE_VULKAN_DRIVER(ImageDump);

std::vector<float> floats_of(const std::string& bytes, size_t count) {
    std::vector<float> values(count);
    if (bytes.size() >= count * sizeof(float))
        std::memcpy(values.data(), bytes.data() + bytes.size() - count * sizeof(float), count * sizeof(float));
    return values;
}

TEST_P(ImageDump, PicturesAreThoseWithout) {
    EXPECT_EQ(said("--frames 2 --output a_%d.png"), "");
    EXPECT_EQ(said("--frames 2 --output b_%d.png --dump tank:picture --dump-to d"), "");
    for (const char* n : {"0", "1"}) {
        const std::string plain = read(std::string("a_") + n + ".png");
        ASSERT_GT(plain.size(), 1000u);
        EXPECT_EQ(plain, read(std::string("b_") + n + ".png")) << "with a dump";
        EXPECT_EQ(plain, read("d/step_00002" + std::to_string(4 + (*n - '0')) + ".tank.picture.png")) << "the dump";
    }
    const json about = json::parse(read("d/step_000025.tank.picture.json"));
    EXPECT_EQ(about.at("shape"), (json{90, 160, 4}));
    EXPECT_EQ(about.at("step"), 25);
}

// The same image after two passes, as NumPy and as ffmpeg's reader of OpenEXR see it.
TEST_P(ImageDump, TheFrontBeforeAndAfterItIsSmoothed) {
    EXPECT_EQ(said("--frames 2 --output p_%d.png --dump-to d --dump water_front:water_front@25 "
                   "--dump smoothing:water_front@25 --dump 'thickness:thickness@25'"),
              "");
    constexpr size_t kPixels = size_t{160} * 90;
    const auto front = floats_of(read("d/step_000025.water_front.water_front.npy"), kPixels),
               smooth = floats_of(read("d/step_000025.smoothing.water_front.npy"), kPixels);
    size_t water = 0, changed = 0;
    for (size_t p = 0; p < kPixels; ++p) {
        water += front[p] > 0;
        changed += front[p] > 0 && front[p] != smooth[p];
        if (front[p] > 0) {
            ASSERT_GT(front[p], 0.5f);
            ASSERT_LT(front[p], 20.f) << "m, in a tank of a few metres";
        }
    }
    EXPECT_GT(water, kPixels / 20);
    EXPECT_GT(changed, water / 4);
    EXPECT_FALSE(fs::exists(directory() / "d/step_000024.water_front.water_front.npy"));
    for (const char* name : {"water_front", "smoothing"}) {
        const std::string file = std::string("step_000025.") + name + ".water_front";
        const std::string decode = "cd '" + (directory() / "d").string() + "' && ffmpeg -v error -i " + file +
                                   ".exr -f rawvideo -pix_fmt grayf32le " + file + ".raw </dev/null";
        ASSERT_EQ(std::system(decode.c_str()), 0) << file;
        EXPECT_EQ(floats_of(read("d/" + file + ".raw"), kPixels), name == std::string("smoothing") ? smooth : front);
    }
    const std::string python =
        "cd '" + directory().string() +
        "' && /usr/bin/python3 -c \"import numpy as np; "
        "t = np.load('d/step_000025.thickness.thickness.npy'); print(t.shape, t.dtype, bool(t[..., 0].max() > 0.05), "
        "bool((t >= 0).all()))\" > said";
    ASSERT_EQ(std::system(python.c_str()), 0);
    EXPECT_EQ(read("said"), "(45, 80, 2) float16 True True\n");
}

// Whatever images there are can be dumped, and what they mean is said.
TEST_P(ImageDump, EveryImageOfBothStyles) {
    make_file("b.ply",
              "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
              "end_header\n0.5 0.1 0.5\n");
    std::set<std::string> images;
    for (const char* style : {"--style water", "--style particles"}) {
        const std::string scene = std::string(style) + " --frames 1 --output p.png --boundary b.ply ";
        const std::string refusal = said(scene + "--dump tank:nothing", 3);
        const size_t list = refusal.find("expected one of ");
        ASSERT_NE(list, std::string::npos) << refusal;
        std::string dumps;
        size_t count = 0;
        std::istringstream names(std::regex_replace(refusal.substr(list + 16), std::regex(","), " "));
        for (std::string name; names >> name; ++count) {
            dumps += "--dump tank:" + name + " ";
            images.insert(name);
        }
        EXPECT_EQ(said(scene + dumps + "--dump-to " + std::to_string(images.size())), "");
        size_t files = 0;
        for (const auto& entry : fs::directory_iterator(directory() / std::to_string(images.size()))) {
            ++files;
            if (entry.path().extension() != ".json") continue;
            const json about = json::parse(read_file(entry.path()));
            EXPECT_NE(about.at("meaning"), "") << about.at("image");
        }
        EXPECT_EQ(files, 3 * count);
    }
    EXPECT_GE(images.size(), 16u);
    EXPECT_TRUE(images.contains("obstacles_depth") && images.contains("floor_light"));
}

TEST_P(ImageDump, RefusalsSayWhatThereIs) {
    const auto expect_refused = [&](const std::string& arguments, const std::string& sentence, int code) {
        const std::string err = said("--frames 1 --output p.png " + arguments, code);
        EXPECT_NE(err.find(sentence), std::string::npos) << err;
        EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
        EXPECT_FALSE(fs::exists(directory() / "p.png"));
    };
    expect_refused("--dump thicknes:thickness", "neither the solver nor these pictures have such a pass; expected one",
                   3);
    expect_refused("--dump thickness:thicknes", "these pictures have no such image; expected one of", 3);
    expect_refused("--dump thickness:thickness@0", "the step after @ must be a whole number from 1", 2);
    expect_refused("--dump thickness:thickness@25", "no picture shows the state after that step; expected 24 to 24", 2);
    expect_refused("--dump predict:position@25", "there will be no such step; expected 1 to 24", 2);
    expect_refused("--style particles --dump thickness:thickness", "these pictures have no such image", 3);
}

TEST(PlainName, IsOneWord) {
    EXPECT_EQ(plain_name("water front, half smoothed"), "water_front_half_smoothed");
    EXPECT_EQ(plain_name("water_front"), "water_front");
    EXPECT_EQ(plain_name("Tank 2"), "tank_2");
}

}  // namespace
}  // namespace undine::testing
