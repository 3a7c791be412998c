// Recordings of one backend hold on the others, are the same bytes each time, and show an error where it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "build_facts.h"
#include "cli/compare/compare_report.h"
#include "parity/planted_error.h"
#include "recording/layout.h"
#include "recording/recordings.h"
#include "recording/replay.h"
#include "robustness/program.h"
#include "scene/parameter_table.h"
#include "solver/fluid_params.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

LockstepReport replay_on(const fs::path& folder, std::unique_ptr<Backend> backend) {
    std::vector<std::unique_ptr<Backend>> backends;
    backends.push_back(std::move(backend));
    return replay(folder, open_recording(folder), std::move(backends));
}

const Setting kWhirls[] = {{"vorticity", "A"},
                           {"vorticity_epsilon", "0.3"},
                           {"density_tolerance", "0.03"},
                           {"max_iterations", "12"},
                           {"walls", "particles"}};
const Setting kGrid[] = {{"neighbors", "grid"}, {"grid", "hashed"}, {"kernel", "cubic_spline"}};

class Recordings : public BackendTest {
  protected:
    fs::path path(const std::string& name) const { return directory_.path() / name; }

  private:
    TemporaryDirectory directory_;
};
UNDINE_ON_EVERY_BACKEND(Recordings);

TEST_P(Recordings, HoldOnEveryBackend) {
    const Scene cases[] = {small_splash(), small_splash(kWhirls), small_splash(kGrid),
                           with_solids(with_traffic(small_splash()))};
    for (const Scene& scene : cases) {
        record_splash(path("recording"), make_backend(), 2, scene);
        // Fast kernels find other pairs at the edge of h, so only their own recordings hold on them.
        std::vector<std::string> others = exact_backend_names();
        if (std::ranges::find(others, GetParam()) == others.end()) others = {GetParam()};
        for (const std::string& other : others) {
            if (!why_absent(other).empty()) continue;
            SCOPED_TRACE(other);
            const LockstepReport report = replay_on(path("recording"), make_test_backend(other));
            EXPECT_FALSE(first_beyond(report));
            ASSERT_EQ(report.candidates.size(), 1u);
            EXPECT_TRUE(report.candidates[0].guards_intact);
            EXPECT_GE(report.passes.size(), scene.parameters.neighbors == NeighborSearch::grid ? 8u : 9u);
            for (const ChannelDifference& d : report.candidates[0].differences) {
                EXPECT_GT(d.compared, 0u) << d.pass << ' ' << d.channel;
                // The same machine, the same bits.
                if (other == GetParam()) {
                    EXPECT_EQ(d.max_difference, 0) << d.pass << ' ' << d.channel;
                }
            }
        }
    }
}

TEST_P(Recordings, AreTheSameBytesEachTime) {
    for (const char* name : {"a", "b"}) record_splash(path(name), make_backend(), 2, small_splash(kWhirls));
    size_t files = 0;
    for (const auto& entry : fs::directory_iterator(path("a"))) {
        EXPECT_TRUE(read_file(entry.path()) == read_file(path("b") / entry.path().filename())) << entry.path();
        ++files;
    }
    EXPECT_EQ(files, 4u);  // manifest, checksums, two steps
}

TEST_P(Recordings, ShowAWrongConstantInThePassThatUsesIt) {
    record_splash(path("recording"), make_backend());
    const PlantedError error{"apply_delta_p", &FluidParams::scorr_k};
    const LockstepReport report = replay_on(path("recording"), std::make_unique<WrongInOnePass>(make_backend(), error));
    const auto found = first_beyond(report);
    ASSERT_TRUE(found && found->difference);
    EXPECT_EQ(found->difference->pass, error.pass);
    EXPECT_EQ(found->difference->first_beyond->moment.step, 2u);
}

// One float of one output, in the second recorded step's second iteration; the checksums are right.
TEST(Recording, AnAlteredOutputIsFoundByTheProgram) {
    const TemporaryDirectory directory;
    const fs::path right = directory.path() / "right", wrong = directory.path() / "wrong";
    record_splash(right, make_test_backend("cpu"));
    int runs = 0;
    rewrite(right, wrong, [&](RecordedEvent& event) {
        if (event.kind != EventKind::run || event.pass.name != "compute_lambda") return;
        ++runs;
        for (auto& [field, words] : event.arrays)
            if (field == Field::density && runs == 6)  // three a step
                words[77] = std::bit_cast<uint32_t>(std::bit_cast<float>(words[77]) * 1.01f);
    });
    ASSERT_GE(runs, 6);
    EXPECT_EQ(run_program(directory.path(), "compare --replay right --backend cpu").exit_code, 0);
    const Outcome outcome = run_program(directory.path(), "compare --replay wrong --backend cpu --json -");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("compute_lambda on cpu, step 3, iteration "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("density"), std::string::npos) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("within"), false);
}

// The program's own: small enough to be sent, and whatever the number of threads the same bytes.
TEST(Recording, OfTheProgramIsSmallAndDeterministic) {
    const TemporaryDirectory directory;
    for (const char* threads : {"1", "2"}) {
        const std::string name = std::string("t") + threads;
        const Outcome outcome =
            run_program(directory.path(), "compare --record " + name + " --backend cpu --threads " + threads);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find(name + ": 4."), std::string::npos) << outcome.out;  // MB
    }
    uint64_t bytes = 0;
    for (const auto& entry : fs::directory_iterator(directory.path() / "t1")) {
        bytes += entry.file_size();
        if (entry.path().extension() == ".gz") {
            EXPECT_TRUE(read_file(entry.path()) == read_file(directory.path() / "t2" / entry.path().filename()));
        }
    }
    EXPECT_LT(bytes, 5'000'000u);
    const auto manifest = nlohmann::json::parse(read_file(directory.path() / "t1" / "recording.json"));
    EXPECT_EQ(manifest.at("commit"), kBuiltCommit);
    EXPECT_EQ(manifest.at("parameters").size(), parameter_table().size());
    EXPECT_EQ(manifest.at("parameters").at("kernel"), "\"poly6_spiky\"");
    EXPECT_FALSE(manifest.contains("date") || manifest.contains("command")) << "they change from run to run";
    const Outcome again = run_program(directory.path(), "compare --record t1 --backend cpu --steps 1");
    EXPECT_EQ(again.exit_code, 0) << again.err;  // replaced as a whole
    EXPECT_FALSE(fs::exists(directory.path() / "t1" / "step_27.gz"));
    EXPECT_EQ(directory.entries(), 2u);
}

TEST(Recording, PackedArraysComeBackAsTheyWere) {
    Words words;
    for (uint32_t k = 0; k < 1234; ++k) words.push_back(k * 2654435761u);
    words[5] = 0;
    words[6] = 0xffffffff;
    const Words other(words.rbegin(), words.rend());
    for (const uint32_t stride : {1u, 2u, 4u}) {
        EXPECT_EQ(unpack(pack(words, {}, stride), {}, stride), words);
        EXPECT_EQ(unpack(pack(words, other, stride), other, stride), words);
    }
}

TEST(Recording, LayoutNamesArraysPassesAndParameters) {
    const std::string text = layout_text();
    for (const char* line :
         {"field vec4 position particles persistent\n", "field uint neighbors list scratch\n",
          "pass reorder every particles walks nobody gathers(position, unsorted_predicted, id, cell) reads(source) "
          "writes(previous, predicted, sorted_id)\n",
          "device pass scatter sort particles", "float pull_rate\n", "uint plane_count\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line;
    EXPECT_EQ(text.find(';'), std::string::npos);
    EXPECT_EQ(layout_hash().size(), 16u);
}

}  // namespace
}  // namespace undine::testing
