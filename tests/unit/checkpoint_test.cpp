// Files of checkpoints: every bit comes back, and nothing else than a whole one is taken for one.
#include "app/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/input_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

Checkpoint sample(uint64_t steps) {
    Checkpoint c{.steps = steps, .pictures = 3, .scene = "dt = 0.004\n\"ü\"\n"};
    SavedState& s = c.state;
    s.particles.resize(5);
    for (uint32_t i = 0; i < 5; ++i) {
        s.particles.position[i] = {0.1f * float(i), -0.0f, std::numeric_limits<float>::denorm_min()};
        s.particles.velocity[i].y = std::nanf("7");
        s.particles.lambda[i] = -1e-30f;
        s.particles.id[i] = ~i;
    }
    s.time = {1.0 / 3, steps + 7, 12, {SolidState{{1, 2, 3}, {0.5, 0.5, 0.5, 0.5}, {4, 5, 6}, {7, 8, 1e-300}}}};
    s.population = {5, 4, 3, 2, 1, 9, 8};
    s.let_in = uint64_t{1} << 40;
    s.dropped_neighbors = 11;
    s.clamped_speeds = 13;
    s.floating.start = s.time.solids;
    s.floating.clamped_speeds = 14;
    s.floating.steps = {{0.5, {}}, {0.75, {{{1, 2, 3}, {4, 5, 6}}}}};
    s.diffuse = {
        .position = {{1, 2, 3, 4}}, .velocity = {{5, 6, 7, 8}}, .id = {{9, 10}}, .population = {1, 11, 12, 1, 13}};
    s.reactions = {{{{9, 8, 7}, {6, 5, 4}}}, {}};
    return c;
}

class CheckpointFile : public ::testing::Test {
  protected:
    fs::path write(uint64_t steps) const {
        write_checkpoint(directory_.path(), sample(steps), "dam_break");
        return checkpoints_in(directory_.path()).at(0);
    }
    std::string refusal(const std::string& bytes) const {
        const std::string file = directory_.file("other.checkpoint", bytes);
        return sentence_of([&] { read_checkpoint(file); });
    }
    TemporaryDirectory directory_;
};

TEST_F(CheckpointFile, KeepsEveryBit) {
    const fs::path file = write(1200);
    EXPECT_EQ(file.filename(), "step_000000001200.checkpoint");
    const Checkpoint read = read_checkpoint(file);
    EXPECT_EQ(read.steps, 1200u);
    EXPECT_EQ(read.pictures, 3u);
    EXPECT_EQ(read.scene, sample(0).scene);
    EXPECT_TRUE(std::isnan(read.state.particles.velocity[2].y));
    EXPECT_EQ(read.state.time, sample(1200).state.time);
    EXPECT_EQ(read.state.population, sample(0).state.population);
    EXPECT_EQ(read.state.floating.steps.at(1).reactions.at(0).moment.z, 6);
    // What is read and written again is the same file.
    const std::string bytes = read_file(file);
    write_checkpoint(directory_.path(), read, "dam_break");
    EXPECT_EQ(read_file(file), bytes);
    EXPECT_NE(bytes.find("dam_break, step 1207, 0.333333 s\n"), std::string::npos);
}

TEST_F(CheckpointFile, TheLastTwoAreKept) {
    for (const uint64_t steps : {10ull, 999'999'999'999ull, 20ull, 1'000'000'000'000ull}) write(steps);
    std::vector<std::string> names;
    for (const fs::path& path : checkpoints_in(directory_.path())) names.push_back(path.filename());
    EXPECT_EQ(names, (std::vector<std::string>{"step_1000000000000.checkpoint", "step_999999999999.checkpoint"}));
    EXPECT_EQ(directory_.entries(), 2u);
    EXPECT_TRUE(checkpoints_in(directory_.path() / "nowhere").empty());
}

TEST_F(CheckpointFile, RefusesWhatIsNotWhole) {
    const std::string bytes = read_file(write(7));
    for (size_t length = 0; length < bytes.size(); ++length) {
        const std::string said = refusal(bytes.substr(0, length));
        EXPECT_NE(said.find("checkpoint"), std::string::npos) << length << ": " << said;
    }
    for (size_t at = 20; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = char(changed[at] ^ 0x10);
        EXPECT_NE(refusal(changed).find("is a damaged or unfinished checkpoint"), std::string::npos) << at;
    }
    EXPECT_NE(refusal(bytes + "x").find("is a damaged"), std::string::npos);
    EXPECT_NE(refusal("ply\nformat ascii 1.0\n").find("is no checkpoint; expected"), std::string::npos);
    const std::string newer = "undine checkpoint 5\n" + bytes.substr(20);
    EXPECT_NE(
        refusal(newer).find("is a checkpoint of format 5, from another version of this program; expected format 4"),
        std::string::npos)
        << refusal(newer);
}

}  // namespace
}  // namespace undine::testing
