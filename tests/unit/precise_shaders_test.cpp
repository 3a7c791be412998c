// A driver may round a·b + c once wherever SPIR-V does not forbid it. Passes that decide integers, cells and pairs,
// forbid it, so that every backend decides the same: NoContraction on each of their multiplications. Software drivers
// never contract, so that pictures and parity there would not show its absence.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "gpu/embedded_shaders.h"

namespace undine::testing {
namespace {

constexpr uint32_t kDecorate = 71, kNoContraction = 42, kExtInst = 12;
const std::set<uint32_t> kMultiplications{133, 142, 143, 144, 145, 146, 148};  // OpFMul, …Times…, OpDot
const std::set<uint32_t> kOfTheLibrary{46, 50, 66, 67, 68, 69};  // FMix, Fma, Length, Distance, Cross, Normalize

struct Multiplications {
    size_t all = 0, contractible = 0;
};

Multiplications multiplications_of(std::span<const uint32_t> spirv) {
    std::set<uint32_t> decorated;
    std::vector<uint32_t> results;
    for (size_t at = 5; at < spirv.size(); at += spirv[at] >> 16) {
        const uint32_t operation = spirv[at] & 0xffff;
        if (operation == kDecorate && spirv[at + 2] == kNoContraction) decorated.insert(spirv[at + 1]);
        if (kMultiplications.contains(operation) || (operation == kExtInst && kOfTheLibrary.contains(spirv[at + 4])))
            results.push_back(spirv[at + 2]);
    }
    Multiplications found{results.size(), 0};
    for (uint32_t result : results) found.contractible += !decorated.contains(result);
    return found;
}

TEST(PreciseShaders, WhatDecidesIntegersIsRoundedTheSameEverywhere) {
    for (const char* pass : {"predict.", "avoid_solids.", "find_neighbors."}) {
        size_t programs = 0;
        for (const EmbeddedShader& shader : embedded_shaders()) {
            if (!shader.name.starts_with(pass)) continue;
            const Multiplications found = multiplications_of(shader.spirv);
            EXPECT_GT(found.all, 0u) << shader.name;
            EXPECT_EQ(found.contractible, 0u) << shader.name;
            ++programs;
        }
        EXPECT_GE(programs, 2u) << pass;
    }
}

TEST(PreciseShaders, OthersMayBeFast) {
    EXPECT_GT(multiplications_of(embedded_spirv("compute_lambda.0.0")).contractible, 0u);
}

}  // namespace
}  // namespace undine::testing
