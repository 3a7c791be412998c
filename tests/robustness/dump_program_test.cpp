// --dump as a user runs it, on every backend: the arrays are those that the passes left, as NumPy reads them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/ply.h"
#include "robustness/program.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Array {
    std::string header;
    std::vector<uint32_t> words;
    float number(size_t k) const {
        float value;
        std::memcpy(&value, &words.at(k), sizeof value);
        return value;
    }
};

Array read_array(const fs::path& file) {
    const std::string bytes = read_file(file);
    if (!bytes.starts_with(std::string("\x93NUMPY\x01\x00", 8))) {
        ADD_FAILURE() << file << " is no array";
        return {};
    }
    const size_t length = uint8_t(bytes[8]) + 256u * uint8_t(bytes[9]);
    EXPECT_EQ((10 + length) % 64, 0u);
    Array array{.header = bytes.substr(10, length), .words = {}};
    array.words.resize((bytes.size() - 10 - length) / 4);
    std::memcpy(array.words.data(), bytes.data() + 10 + length, 4 * array.words.size());
    return array;
}

class DumpProgram : public BackendTest {
  protected:
    fs::path run(const std::string& arguments) const {
        const Outcome o =
            run_program(directory_.path(), arguments + " --dump-to d --backend " + program_backend(GetParam()));
        EXPECT_EQ(o.exit_code, 0) << o.err;
        return directory_.path() / "d";
    }
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_BACKEND(DumpProgram);

constexpr const char* kDrop = "run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 ";

// The report measures the fluid at the end, with passes of its own.
TEST_P(DumpProgram, OfTheLastStepThereAreItsOwnPassesOnly) {
    const fs::path d =
        run(kDrop + std::string("--steps 2 --dump compute_lambda:density --dump find_neighbors:neighbor_count"));
    for (const char* step : {"step_000001", "step_000002"}) {
        int corrections = 0, searches = 0;
        for (const auto& entry : fs::directory_iterator(d)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(step) || !name.ends_with(".npy")) continue;
            corrections += name.find(".compute_lambda.") != std::string::npos;
            searches += name.find(".find_neighbors.") != std::string::npos;
        }
        EXPECT_EQ(corrections, 4) << step;
        EXPECT_EQ(searches, 1) << step;
    }
}

TEST_P(DumpProgram, TheLastPassLeavesTheStateOfTheStep) {
    const fs::path d = run(kDrop + std::string("--steps 4 --output a.ply --dump apply_xsph:velocity@4 "
                                               "--dump apply_xsph:id@4 --dump apply_delta_p:predicted@3"));
    const ParticleState end = read_particles((directory_.path() / "a.ply").string());
    const Array velocity = read_array(d / "step_000004.apply_xsph.1.velocity.npy"),
                id = read_array(d / "step_000004.apply_xsph.1.id.npy");
    EXPECT_TRUE(velocity.header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (1000, 4, ), }"))
        << velocity.header;
    EXPECT_NE(id.header.find("'<u4', 'fortran_order': False, 'shape': (1000, )"), std::string::npos) << id.header;
    ASSERT_EQ(id.words.size(), end.size());
    for (size_t slot = 0; slot < id.words.size(); ++slot)
        for (int c = 0; c < 3; ++c)
            ASSERT_EQ(velocity.number(4 * slot + size_t(c)), end.velocity[id.words[slot]][c]) << slot;
    // Each iteration has its own file, with the step's own number.
    size_t files = 0;
    for (int iteration = 1; iteration <= 4; ++iteration)
        files += fs::exists(d / ("step_000003.apply_delta_p." + std::to_string(iteration) + ".predicted.npy"));
    EXPECT_EQ(files, 4u);
    EXPECT_FALSE(fs::exists(d / "step_000004.apply_delta_p.1.predicted.npy"));
    const json about = json::parse(read_file(d / "step_000003.apply_delta_p.2.predicted.json"));
    EXPECT_EQ(about.at("unit"), "m");
    EXPECT_EQ(about.at("shape"), (json{1000, 4}));
    EXPECT_EQ(about.at("run_in_step"), 2);
    EXPECT_EQ(about.at("meaning"), "x*, sorted, corrected in place; w: cell_tag of its cell");
}

TEST_P(DumpProgram, OnlyTheLivingAreWritten) {
    const fs::path d =
        run("run fountain --set support_radius=0.2 --set particle_spacing=0.1 --steps 12 "
            "--dump update_velocity:id@12 --output a.ply");
    Array id = read_array(d / "step_000012.update_velocity.1.id.npy");
    std::sort(id.words.begin(), id.words.end());
    const ParticleState end = read_particles((directory_.path() / "a.ply").string());
    EXPECT_EQ(id.words, end.id);
    EXPECT_GT(id.words.size(), 0u);
}

TEST_P(DumpProgram, NumPyReadsThem) {
    const fs::path d =
        run(kDrop + std::string("--steps 1 --dump find_neighbors:neighbors --dump find_neighbors:neighbor_count"));
    const std::string python =
        "/usr/bin/python3 -c \"import numpy as np; "
        "n = np.load('d/step_000001.find_neighbors.1.neighbors.npy'); "
        "c = np.load('d/step_000001.find_neighbors.1.neighbor_count.npy'); "
        "print(n.shape[1], c.shape, c.dtype, int((n[:, 7][:c[7, 0]] < 1000).all()))\"";
    const std::string said = directory_.path() / "said";
    ASSERT_EQ(std::system(("cd '" + directory_.path().string() + "' && " + python + " > said").c_str()), 0);
    EXPECT_EQ(read_file(said), "1000 (1000, 2) uint32 1\n");
}

class DumpRefusals : public ::testing::Test {
  protected:
    void expect_refused(const std::string& arguments, const std::string& sentence, int code) const {
        SCOPED_TRACE(arguments);
        expect_refusal(run_program(directory_.path(), kDrop + std::string("--steps 1 --backend cpu ") + arguments),
                       code, sentence);
        EXPECT_FALSE(fs::exists(directory_.path() / "d"));
    }
    TemporaryDirectory directory_;
};

TEST_F(DumpRefusals, SayWhatIsExpected) {
    expect_refused("--dump predict --dump-to d", "--dump predict: expected PASS:ARRAY or PASS:ARRAY@STEP", 2);
    expect_refused("--dump predic:position --dump-to d", "there is no such pass; expected one of admit", 2);
    expect_refused("--dump predict:positions --dump-to d", "there is no array positions; shaders/sim/fields.def", 2);
    expect_refused("--dump predict:position@0 --dump-to d", "the step after @ must be a whole number from 1", 2);
    expect_refused("--dump predict:position@2 --dump-to d", "there will be no such step; expected 1 to 1", 2);
    expect_refused("--dump predict:position@1x --dump-to d", "the step after @ must be a whole number from 1", 2);
    expect_refused("--dump leave_solids:predicted --dump-to d", "--dump leave_solids: this scene never runs that pass",
                   3);
    expect_refused("--dump predict:vorticity --set vorticity=off --dump-to d",
                   "--dump predict:vorticity: this scene has no such array", 3);
    expect_refused("--dump predict:position --dump-to nowhere/d", "nowhere", 3);
    expect_refused("--dump-to d", "--dump", 2);
}

}  // namespace
}  // namespace undine::testing
