// The pass bodies compiled once more, with a number type that counts its operations and arrays that count accesses:
// figures of work come from executing the equations, not from a table maintained by hand.
//
// Counted as one operation each: + − × ÷ √ min max floor. Not counted: comparisons, negation, selection, conversions,
// integers. Operations count as written, even if the compiler merges them or fuses them into a multiply-add.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "solver/pass_table.h"

namespace undine {

struct PassCount {
    uint64_t flop = 0;
    std::array<uint64_t, kFieldCount> accesses{};  // elements read or written, by Field
};

// One pass on the arrays of a CPU backend (FluidArrays); does what the shared body does, bit for bit.
struct CountedPass {
    Pass pass;                              // with a shared body
    uint32_t kernel, neighbors;             // of Variant
    std::array<void*, kFieldCount> arrays;  // by Field
    const void* params;                     // a FluidParams
};
PassCount run_counted(const CountedPass& pass, std::span<const uint32_t> elements);

}  // namespace undine
