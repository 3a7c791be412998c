// What AMD's compiler in Mesa makes of the solver's programs, without AMD's hardware: registers, occupancy and the
// instructions a neighbour costs against tests/data/amd_registers.json, and no spills on any family. Skipped where
// Mesa's AMD driver is not installed; UNDINE_REQUIRE_DEVICES=radv makes that a failure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/report_schema.h"
#include "test_backends.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string manifest() {
    std::error_code ignored;
    for (const char* directory : {"/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"})
        for (const auto& entry : fs::directory_iterator(directory, ignored))
            if (entry.path().filename().string().starts_with("radeon_icd")) return entry.path().string();
    return "";
}

class AmdRegisters : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        driver_ = manifest();
        if (driver_.empty() && is_required("radv"))
            FAIL() << "UNDINE_REQUIRE_DEVICES names radv, which is not installed";
        if (driver_.empty()) GTEST_SKIP() << "Mesa's AMD driver is not installed";
    }

    // code: a folder for the programs' code; empty: none.
    json statistics_on(const std::string& family, const std::string& code = "") const {
        const std::string command =
            "env -u UNDINE_VALIDATION -u VK_INSTANCE_LAYERS MESA_SHADER_CACHE_DISABLE=true "
            "VK_DRIVER_FILES='" +
            driver_ + "' RADV_FORCE_FAMILY=" + family + " '" UNDINE_PROGRAM "' devices --pipelines --json -" +
            (code.empty() ? "" : " --code '" + code + "'");
        FILE* pipe = popen(command.c_str(), "r");
        std::string text;
        char part[4096];
        for (size_t read; pipe && (read = std::fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, read);
        EXPECT_EQ(pipe ? pclose(pipe) : -1, 0) << command;
        const json devices = json::parse(text);
        EXPECT_EQ(troubles_of(devices), "");
        return devices.at("vulkan").at(0);
    }

  private:
    std::string driver_;
};
// RDNA 2 and 3, and GCN 5 with its other instruction set.
INSTANTIATE_TEST_SUITE_P(, AmdRegisters, ::testing::Values("navi21", "gfx1100", "vega10"),
                         [](const auto& instance) { return instance.param; });

TEST_P(AmdRegisters, NoProgramSpills) {
    const json report = statistics_on(GetParam());
    EXPECT_GE(report.at("pipelines").size(), 55u);
    for (const auto& [name, p] : report.at("pipelines").items()) {
        EXPECT_EQ(p.at("Spilled VGPRs"), 0) << name;
        EXPECT_EQ(p.at("Spilled SGPRs"), 0) << name;
        EXPECT_EQ(p.at("Scratch size"), 0) << name;
        EXPECT_GT(p.at("VGPRs"), 0) << name;
    }
}

class AmdRegisterBudget : public AmdRegisters {};
INSTANTIATE_TEST_SUITE_P(, AmdRegisterBudget, ::testing::Values("navi21"), [](const auto& i) { return i.param; });

TEST_P(AmdRegisterBudget, IsKept) {
    const json budget = json::parse(read_file(UNDINE_TEST_DATA "/amd_registers.json")),
               report = statistics_on(GetParam());
    ASSERT_EQ(budget.at("family"), GetParam());
    const std::string driver = report.at("driver_info");
    if (!driver.starts_with(budget.at("driver").get<std::string>()))
        GTEST_SKIP() << "the budget is " << budget.at("driver") << "'s, this is " << driver;
    const json& limits = budget.at("at_most_vgprs_at_least_subgroups");
    EXPECT_EQ(limits.size(), report.at("pipelines").size());
    for (const auto& [name, p] : report.at("pipelines").items()) {
        ASSERT_TRUE(limits.contains(name)) << name << " has no budget; it uses " << p.at("VGPRs") << " VGPRs";
        EXPECT_LE(p.at("VGPRs"), limits[name].at("VGPRs")) << name;
        EXPECT_GE(p.at("Subgroups per SIMD"), limits[name].at("Subgroups per SIMD")) << name;
    }
}

// Of the first loop in assembly that reads particles: how many instructions it has, with its last branch and with what
// branches inside may skip. Over a list, that is the loop over a particle's neighbours.
size_t instructions_a_neighbor(const std::string& assembly) {
    std::vector<std::string> instructions;
    std::map<std::string, size_t> labels;
    std::istringstream lines(assembly);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("BB")) labels[line.substr(0, line.find(':'))] = instructions.size();
        else if (line.starts_with('\t')) instructions.push_back(line.substr(1));
    }
    for (size_t k = 0; k < instructions.size(); ++k) {
        std::istringstream words(instructions[k]);
        std::string operation, target;
        words >> operation >> target;
        if (!operation.starts_with("s_branch") && !operation.starts_with("s_cbranch")) continue;
        const auto label = labels.find(target);
        if (label == labels.end() || label->second > k) continue;
        const auto first = instructions.begin() + ptrdiff_t(label->second), last = instructions.begin() + ptrdiff_t(k);
        if (std::any_of(first, last, [](const std::string& i) { return i.starts_with("buffer_load"); }))
            return k + 1 - label->second;
    }
    return 0;
}

TEST_P(AmdRegisterBudget, OfInstructionsANeighborIsKept) {
    const json budget = json::parse(read_file(UNDINE_TEST_DATA "/amd_registers.json"));
    const TemporaryDirectory code;
    const json report = statistics_on(GetParam(), code.path().string());
    const std::string driver = report.at("driver_info");
    if (!driver.starts_with(budget.at("driver").get<std::string>()))
        GTEST_SKIP() << "the budget is " << budget.at("driver") << "'s, this is " << driver;
    for (const auto& [name, most] : budget.at("at_most_instructions_a_neighbor").items()) {
        const size_t count =
            instructions_a_neighbor(read_file((code.path() / ("vulkan-0." + name + ".assembly.txt")).string()));
        EXPECT_GT(count, 10u) << name << " has no loop over neighbours";
        EXPECT_LE(count, most) << name;
        if (count < most) std::printf("%s: %zu of %d\n", name.c_str(), count, most.get<int>());
    }
}

}  // namespace
}  // namespace undine::testing
