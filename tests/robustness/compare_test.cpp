// The real program compares the CPU with both drivers, in one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

using nlohmann::json;

// No value that JSON could not say, where all is within tolerance.
void expect_no_null_but_first_beyond(const json& value, const std::string& key = "") {
    if (value.is_null()) {
        // A time is that at which trajectories have parted: of some, never.
        EXPECT_TRUE(key == "first_beyond" || key == "particle" || key == "growth" || key == "time_s") << key;
    }
    if (value.is_structured())
        for (const auto& [name, child] : value.items())
            expect_no_null_but_first_beyond(child, value.is_object() ? name : key);
}

class Compare : public ::testing::Test {
  protected:
    void SetUp() override {
        for (const char* driver : {"lavapipe", "swiftshader"})
            if (const std::string reason = why_absent(driver); !reason.empty()) {
                if (is_required(driver)) FAIL() << reason;
                GTEST_SKIP() << reason;
            }
    }
    Outcome compare(const std::string& arguments) const {
        return run_program(directory_.path(),
                           "compare cube_drop --backend cpu --backend vulkan:llvmpipe --backend "
                           "vulkan:SwiftShader " +
                               arguments);
    }

    Outcome run(const std::string& arguments, const std::string& environment = "") const {
        return run_program(directory_.path(), arguments, environment);
    }
    std::string file(const std::string& name) const { return read_file(directory_.path() / name); }
    static constexpr const char* kSmall =
        "compare cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --threads 1 ";

  private:
    TemporaryDirectory directory_;
};

TEST_F(Compare, BothDriversWithTheCpuInLockstep) {
    const Outcome text = compare("--steps 2");
    EXPECT_EQ(text.exit_code, 0) << text.out << text.err;
    EXPECT_EQ(text.out.substr(0, text.out.find('\n')),
              "all 11 passes of 2 steps within tolerance on vulkan:llvmpipe and vulkan:SwiftShader");
    EXPECT_EQ(text.out.find('\033'), std::string::npos);  // no colour in a file

    const Outcome out = compare("--start 22 --steps 2 --json -");  // as the cube lands
    EXPECT_EQ(out.exit_code, 0) << out.err;
    const json report = json::parse(out.out);
    EXPECT_TRUE(report.at("within").get<bool>());
    EXPECT_EQ(report.at("lockstep").at("candidates").size(), 2u);
    expect_no_null_but_first_beyond(report.at("lockstep"));
    for (const json& d : report.at("lockstep").at("candidates").at(0).at("differences"))
        if (d.contains("ulp")) {
            uint64_t sum = 0;
            for (const json& count : d.at("ulp")) sum += count.get<uint64_t>();
            EXPECT_EQ(sum, d.at("compared").get<uint64_t>()) << d;
        }
}

TEST_F(Compare, SaysIfNoValueDiffers) {
    const Outcome out = run(std::string(kSmall) + "--start 20 --steps 2 --backend cpu --backend cpu");
    EXPECT_EQ(out.exit_code, 0) << out.err;
    EXPECT_TRUE(out.out.starts_with("all 11 passes of 2 steps within tolerance on cpu#2; no value differs\n"))
        << out.out;
}

TEST_F(Compare, BothDriversWithTheCpuByThemselves) {
    const Outcome out = compare("--free-run --start 15 --steps 12 --json -");
    EXPECT_EQ(out.exit_code, 0) << out.err;
    const json report = json::parse(out.out);
    EXPECT_EQ(report.at("free_run").at("runs").size(), 3u);
    EXPECT_EQ(report.at("free_run").at("runs").at(2).at("distances").size(), 12u);
    EXPECT_GT(report.at("free_run").at("runs").at(2).at("distances").back().at("rms_m").get<double>(), 0);
    expect_no_null_but_first_beyond(report.at("free_run"));
}

TEST_F(Compare, TakesEveryDeviceWhereNoneIsNamed) {
    const Outcome out = run(std::string(kSmall) + "--steps 1 --json report.json");
    EXPECT_EQ(out.exit_code, 0) << out.err;
    const json report = json::parse(file("report.json"));
    std::vector<std::string> names;
    for (const json& b : report.at("backends")) {
        names.push_back(b.at("backend"));
        EXPECT_NE(out.err.find(names.back()), std::string::npos) << out.err;
    }
    ASSERT_GE(names.size(), 3u);
    EXPECT_EQ(names[0], "cpu");
    EXPECT_EQ(std::ranges::count(names, "vulkan:llvmpipe"), 1);
    EXPECT_EQ(std::ranges::count(names, "vulkan:SwiftShader Device"), 1);
    EXPECT_EQ(run(std::string(kSmall) + "--steps 1 --backend cpu").exit_code, 2)
        << "one that is named is no comparison";
}

TEST_F(Compare, SaysWhatIsMissingWhereThereIsOnlyTheCpu) {
    const Outcome out = run(std::string(kSmall) + "--steps 1", "LD_PRELOAD='" UNDINE_NO_LOADER "'");
    EXPECT_EQ(out.exit_code, 4) << out.err;
    EXPECT_NE(out.err.find("a device besides the CPU"), std::string::npos) << out.err;
    EXPECT_NE(out.err.find("loader"), std::string::npos) << out.err;
    EXPECT_EQ(std::ranges::count(out.err, '\n'), 1) << out.err;
    EXPECT_EQ(out.out, "");
    // A recording is compared with what there is.
    ASSERT_EQ(run(std::string(kSmall) + "--record good --steps 1 --start 1 --backend cpu").exit_code, 0);
    EXPECT_EQ(run("compare --replay good", "LD_PRELOAD='" UNDINE_NO_LOADER "'").exit_code, 0);
}

TEST_F(Compare, MarkdownAndThePageNameTheWholeCommand) {
    const std::string options =
        std::string(kSmall) +
        "--backend cpu --backend vulkan:llvmpipe --steps 2 --free-steps 4 --html 'my page.html' "
        "--json report.json --markdown report.md";
    const Outcome out = run(options);
    ASSERT_EQ(out.exit_code, 0) << out.err;
    const std::string command = "undine " + options;
    EXPECT_EQ(json::parse(file("report.json")).at("provenance").at("command"), command);
    std::string on_page = command;
    for (size_t at = 0; (at = on_page.find('\'', at)) != std::string::npos;) on_page.replace(at, 1, "&#39;");
    const std::string page = file("my page.html");
    EXPECT_TRUE(page.find(on_page) != std::string::npos || page.find(command) != std::string::npos);
    const std::string text = file("report.md");
    EXPECT_TRUE(text.starts_with("**all 11 passes of 2 steps within tolerance on vulkan:llvmpipe; the flow agrees"))
        << text;
    for (const char* part : {"| vulkan:llvmpipe | llvmpipe ", "| compute\\_lambda | predicted\\_lambda.xyz |",
                             "| whole step | ", "| RMS distance passes |", "| kinetic energy |"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_TRUE(text.ends_with(": `" + command + "`</sub>\n")) << text;
    EXPECT_EQ(run("compare --json - --markdown -").exit_code, 2);
    EXPECT_EQ(run(std::string(kSmall) + "--markdown nowhere/x.md").exit_code, 3);
}

}  // namespace
}  // namespace undine::testing
