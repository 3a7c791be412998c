// The real program compares the CPU with both drivers, in one process.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

using nlohmann::json;

// No value that JSON could not say, where all is within tolerance.
void expect_no_null_but_first_beyond(const json& value, const std::string& key = "") {
    if (value.is_null()) {
        EXPECT_TRUE(key == "first_beyond" || key == "particle" || key == "growth") << key;
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
                if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
                GTEST_SKIP() << reason;
            }
    }
    Outcome compare(const std::string& arguments) const {
        return run_program(directory_.path(),
                           "compare cube_drop --backend cpu --backend vulkan:llvmpipe --backend "
                           "vulkan:SwiftShader " +
                               arguments);
    }

  private:
    TemporaryDirectory directory_;
};

TEST_F(Compare, BothDriversWithTheCpuInLockstep) {
    const Outcome text = compare("--steps 2");
    EXPECT_EQ(text.exit_code, 0) << text.out << text.err;
    EXPECT_EQ(text.out.substr(0, text.out.find('\n')),
              "all 9 passes of 2 steps within tolerance on vulkan:llvmpipe and vulkan:SwiftShader");
    EXPECT_EQ(text.out.find('\033'), std::string::npos);  // no colour in a file

    const Outcome out = compare("--start 22 --steps 2 --json -");  // as the cube lands
    EXPECT_EQ(out.exit_code, 0) << out.err;
    const json report = json::parse(out.out);
    EXPECT_TRUE(report.at("within").get<bool>());
    EXPECT_EQ(report.at("candidates").size(), 2u);
    expect_no_null_but_first_beyond(report);
    for (const json& d : report.at("candidates").at(0).at("differences"))
        if (d.contains("ulp")) {
            uint64_t sum = 0;
            for (const json& count : d.at("ulp")) sum += count.get<uint64_t>();
            EXPECT_EQ(sum, d.at("compared").get<uint64_t>()) << d;
        }
}

TEST_F(Compare, BothDriversWithTheCpuByThemselves) {
    const Outcome out = compare("--free-run --start 15 --steps 12 --json -");
    EXPECT_EQ(out.exit_code, 0) << out.err;
    const json report = json::parse(out.out);
    EXPECT_EQ(report.at("runs").size(), 3u);
    EXPECT_EQ(report.at("runs").at(2).at("distances").size(), 12u);
    EXPECT_GT(report.at("runs").at(2).at("distances").back().at("rms_m").get<double>(), 0);
    expect_no_null_but_first_beyond(report);
}

}  // namespace
}  // namespace undine::testing
