// Live reload without a window: what changes in a copy of the shaders, and what takes an embedded program's place.
#include "viewer/core/shader_watcher.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/embedded_shaders.h"
#include "gpu/shader_overrides.h"
#include "viewer/display.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

TEST(ShaderOverrides, TakeThePlaceOfEmbeddedPrograms) {
    const auto shade = embedded_spirv("render/shade.vert"), present = embedded_spirv("render/present.frag");
    ShaderOverrides overrides;
    EXPECT_EQ(overrides.current(shade).data(), shade.data());
    overrides.set("render/shade.vert", {1, 2, 3});
    const ShaderOverrides kept = overrides;
    overrides.set("render/shade.vert", {4});
    EXPECT_EQ(overrides.current(shade)[0], 4u);
    EXPECT_EQ(overrides.current(present).data(), present.data());
    EXPECT_EQ(overrides.used(), (std::set<std::string>{"render/present.frag", "render/shade.vert"}));
    overrides = kept;
    EXPECT_EQ(overrides.current(shade).size(), 3u);
    const uint32_t own[] = {7, 8};
    EXPECT_EQ(overrides.current(own).data(), own) << "a test's own program is nobody else's";
}

class ShaderWatcherTest : public ::testing::Test {
  protected:
    ShaderWatcherTest() {
        fs::copy(UNDINE_SHADERS, root(), fs::copy_options::recursive);
        watcher_ = std::make_unique<ShaderWatcher>(root());
        watcher_->watch({"render/present.frag", "render/shade.frag", "compute_lambda.0.0", "compute_lambda.1.0"});
    }
    fs::path root() const { return directory_.path() / "shaders"; }
    ShaderWatcher& watcher() { return *watcher_; }
    void edit(const std::string& name, const std::string& from, const std::string& to) {
        std::string text = read_file(root() / name);
        ASSERT_NE(text.find(from), std::string::npos) << name;
        text.replace(text.find(from), from.size(), to);
        std::ofstream(root() / name, std::ios::binary) << text;
    }
    // The next news; empty where there is none for long.
    ShaderChange news() {
        std::optional<ShaderChange> change;
        EXPECT_TRUE(eventually([&] { return bool(change = watcher_->take()); }));
        return change.value_or(ShaderChange{});
    }
    static std::vector<std::string> names(const ShaderChange& change) {
        std::vector<std::string> result;
        for (const auto& [name, spirv] : change.programs) result.push_back(name);
        return result;
    }

  private:
    TemporaryDirectory directory_;
    std::unique_ptr<ShaderWatcher> watcher_;
};
using Names = std::vector<std::string>;

TEST_F(ShaderWatcherTest, CompilesWhatAFileWasPartOf) {
    const ShaderChange first = news();
    EXPECT_EQ(names(first), Names{}) << "the copy is what is embedded";
    EXPECT_EQ(first.problems, Names{});
    edit("render/srgb.glsl", "1.055 *", "1.056 *");  // of srgb_of
    const ShaderChange change = news();
    EXPECT_EQ(names(change), Names{"render/present.frag"}) << "shade.frag reads the file too, but not that function";
    EXPECT_FALSE(std::ranges::equal(change.programs.at("render/present.frag"), embedded_spirv("render/present.frag")));
    edit("sim/compute_lambda.glsl", "params.relaxation", "2.0f * params.relaxation");
    EXPECT_EQ(names(news()), (Names{"compute_lambda.0.0", "compute_lambda.1.0"}));
}

TEST_F(ShaderWatcherTest, SaysWhatIsWrongUntilItIsMended) {
    news();
    edit("sim/compute_lambda.glsl", "params.relaxation", "params.relaxationn");
    const ShaderChange broken = news();
    EXPECT_EQ(names(broken), Names{});
    ASSERT_FALSE(broken.problems.empty());
    EXPECT_TRUE(broken.problems[0].starts_with("sim/compute_lambda.glsl:")) << broken.problems[0];
    EXPECT_NE(broken.problems[0].find("relaxationn"), std::string::npos) << broken.problems[0];
    EXPECT_EQ(std::ranges::count(broken.problems, broken.problems[0]), 1) << "two programs, one mistake";
    edit("sim/compute_lambda.glsl", "params.relaxationn", "params.relaxation");
    const ShaderChange mended = news();
    EXPECT_EQ(names(mended), Names{}) << "as it was before";
    EXPECT_EQ(mended.problems, Names{});
}

TEST_F(ShaderWatcherTest, AFileMayGoAndComeBack) {
    news();
    fs::rename(root() / "render/srgb.glsl", root() / "render/elsewhere");
    EXPECT_NE(news().problems, Names{});
    fs::rename(root() / "render/elsewhere", root() / "render/srgb.glsl");
    ShaderChange last = news();
    if (!last.problems.empty()) last = news();  // seen between the two halves of the rename
    EXPECT_EQ(last.problems, Names{});
}

TEST_F(ShaderWatcherTest, APlaceOfOtherKindIsRefused) {
    const std::string sentence = sentence_of([] { ShaderWatcher watcher("/dev"); });
    EXPECT_NE(sentence.find("/dev: "), std::string::npos) << sentence;
}

}  // namespace
}  // namespace undine::testing
