// What ptxas said when the kernels were compiled (build/ptxas/*.log), against tests/data/cuda_registers.json: a
// change that costs a kernel its occupancy, or makes it spill, fails here and not in somebody's frame rate. Needs
// no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "solver/pass_table.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

struct Usage {
    int registers = 0, stack_bytes = 0, spill_bytes = 0;
};
using Kernels = std::map<std::string, Usage>;  // by name, "compute_lambda.1.0" with kernel 1, neighbors 0

// undine::cuda::exact::compute_lambda<1, 0> as the compiler mangles it.
std::string readable(const std::string& symbol) {
    static const std::regex kSymbol("_ZN6undine4cuda(?:5exact|4fast)(\\d+)(.*)");
    static const std::regex kVariant("ILj(\\d)ELj(\\d)E.*");
    std::smatch match, variant;
    if (!std::regex_match(symbol, match, kSymbol)) return symbol;
    const size_t length = std::stoul(match[1]);
    const std::string name = match[2].str().substr(0, length), rest = match[2].str().substr(length);
    return std::regex_match(rest, variant, kVariant) ? name + "." + variant[1].str() + "." + variant[2].str() : name;
}

// By architecture.
std::map<std::string, Kernels> read_log(const std::string& text) {
    static const std::regex kEntry("Compiling entry function '(\\S+)' for '(\\w+)'");
    static const std::regex kSpills("(\\d+) bytes stack frame, (\\d+) bytes spill stores, (\\d+) bytes spill loads");
    static const std::regex kRegisters("Used (\\d+) registers");
    std::map<std::string, Kernels> all;
    Usage* usage = nullptr;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::smatch m;
        if (std::regex_search(line, m, kEntry)) usage = &all[m[2]][readable(m[1])];
        if (!usage) continue;
        if (std::regex_search(line, m, kSpills)) {
            usage->stack_bytes = std::stoi(m[1]);
            usage->spill_bytes = std::stoi(m[2]) + std::stoi(m[3]);
        }
        if (std::regex_search(line, m, kRegisters)) usage->registers = std::stoi(m[1]);
    }
    return all;
}

class CudaRegisters : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (std::string(UNDINE_PTXAS_LOGS).empty()) GTEST_SKIP() << "this build has no CUDA kernels";
        log_ = read_log(read_file(UNDINE_PTXAS_LOGS "/undine_cuda_" + std::string(GetParam()) + ".log"));
        ASSERT_FALSE(log_.empty()) << "no log of ptxas; build undine_cuda_" << GetParam() << " again";
    }
    std::map<std::string, Kernels> log_;
};
INSTANTIATE_TEST_SUITE_P(, CudaRegisters, ::testing::Values("exact", "fast"), [](const auto& i) { return i.param; });

TEST_P(CudaRegisters, NoKernelUsesMemoryForThem) {
    for (const auto& [architecture, kernels] : log_)
        for (const auto& [name, usage] : kernels) {
            EXPECT_EQ(usage.spill_bytes, 0) << name << " for " << architecture;
            EXPECT_EQ(usage.stack_bytes, 0) << name << " for " << architecture;
            EXPECT_GT(usage.registers, 0) << name << " for " << architecture;
        }
}

TEST_P(CudaRegisters, AreWithinTheBudget) {
    const auto budget = nlohmann::json::parse(read_file(UNDINE_TEST_DATA "/cuda_registers.json"));
    const std::string architecture = budget.at("architecture");
    const auto found = log_.find(architecture);
    if (found == log_.end()) GTEST_SKIP() << "this build has no kernels for " << architecture;
    const auto& limits = budget.at("registers_at_most");
    for (const auto& [name, usage] : found->second) {
        ASSERT_TRUE(limits.contains(name)) << name << " has no budget; it uses " << usage.registers;
        EXPECT_LE(usage.registers, limits[name].at(GetParam()).get<int>()) << name;
    }
    for (const auto& [name, limit] : limits.items()) EXPECT_TRUE(found->second.contains(name)) << name << " is gone";
}

// The section of docs/cuda.md from its first row on, of the architectures that have launch bounds or tunings of their
// own.
std::string table_of(const std::map<std::string, Kernels>& exact, const std::map<std::string, Kernels>& fast) {
    const std::vector<std::string> architectures{"sm_75", "sm_80", "sm_90", "sm_120"};
    std::string head = "| kernel |", rule = "|---|", rows;
    for (const std::string& a : architectures) {
        head += " " + a + " exact | " + a + " fast |";
        rule += "---|---|";
    }
    auto cell = [](const Kernels& kernels, const std::string& name) {
        if (const auto plain = kernels.find(name); plain != kernels.end())
            return std::to_string(plain->second.registers);
        std::vector<std::string> four;
        for (const char* variant : {".0.0", ".0.1", ".1.0", ".1.1"})  // by kernel and neighbour search, as in the text
            if (const auto one = kernels.find(name + variant); one != kernels.end())
                four.push_back(std::to_string(one->second.registers));
        if (four.empty()) return std::string("–");
        if (std::ranges::count(four, four[0]) == static_cast<ptrdiff_t>(four.size())) return four[0];
        std::string text;
        for (const std::string& number : four) text += (text.empty() ? "" : " ") + number;
        return text;
    };
    std::vector<std::string> names;
    for (const PassInfo& pass : kPasses) names.emplace_back(pass.name);
    names.emplace_back("fill");
    for (const std::string& name : names) {
        std::string row;
        bool known = false;
        for (const std::string& a : architectures)
            for (const auto* build : {&exact, &fast}) {
                const std::string text = cell(build->at(a), name);
                known |= text != "–";
                row += " " + text + " |";
            }
        if (known) rows += "| `" + name + "` |" + row + "\n";
    }
    return head + "\n" + rule + "\n" + rows;
}

TEST(CudaRegistersTable, IsWhatPtxasSaid) {
    if (std::string(UNDINE_PTXAS_LOGS).empty()) GTEST_SKIP() << "this build has no CUDA kernels";
    const std::string path = UNDINE_DOCS "/cuda.md", page = read_file(path);
    const size_t begin = page.find("| kernel | sm_75 exact |"), end = page.find("\n\n", begin) + 1;
    ASSERT_NE(begin, std::string::npos);
    const std::string version = std::string(UNDINE_NVCC).substr(0, std::string(UNDINE_NVCC).rfind('.'));
    if (page.find("by ptxas " + version + ";") == std::string::npos)
        GTEST_SKIP() << "the table is of another version than " << version;
    const auto log = [](const char* build) {
        return read_log(read_file(UNDINE_PTXAS_LOGS "/undine_cuda_" + std::string(build) + ".log"));
    };
    const auto exact = log("exact"), fast = log("fast");
    if (!exact.contains("sm_120")) GTEST_SKIP() << "this build chooses its own architectures";
    const std::string table = table_of(exact, fast);
    if (std::getenv("UNDINE_UPDATE_DOCS"))
        std::ofstream(path, std::ios::binary) << page.substr(0, begin) + table + page.substr(end);
    EXPECT_EQ(read_file(path).substr(begin, table.size()), table)
        << "regenerate it: UNDINE_UPDATE_DOCS=1 and run this test";
}

TEST(CudaRegistersLog, IsReadAsPtxasWritesIt) {
    const auto log = read_log(
        "ptxas info    : Compiling entry function '_ZN6undine4cuda4fast14compute_lambdaILj1ELj0EEEvNS0_14Kernel' "
        "for 'sm_90'\n"
        "ptxas info    : Function properties for _ZN6undine4cuda4fast14compute_lambdaILj1ELj0EEEvNS0_14Kernel\n"
        "    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\n"
        "ptxas info    : Used 35 registers, used 0 barriers, 1232 bytes cmem[0]\n"
        "ptxas info    : Compiling entry function '_ZN6undine4cuda4fast4fillEPjmj' for 'sm_90'\n"
        "ptxas info    : Used 10 registers\n");
    ASSERT_EQ(log.size(), 1u);
    const Usage& usage = log.at("sm_90").at("compute_lambda.1.0");
    EXPECT_EQ(usage.registers, 35);
    EXPECT_EQ(usage.stack_bytes, 8);
    EXPECT_EQ(usage.spill_bytes, 16);
    EXPECT_EQ(log.at("sm_90").at("fill").registers, 10);
}

}  // namespace
}  // namespace undine::testing
